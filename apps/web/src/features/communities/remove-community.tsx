import { messages, type CommunitySummary } from '@vitrine/contract/communities';
import { hasStatus } from '../../platform/api.ts';
import { useTranslation } from '../../ui/translation.ts';
import { TypeToConfirm, type TypeToConfirmProps } from '../../ui/type-to-confirm.tsx';
import { useCommunityContents, useRemoveCommunity } from './communities.queries.ts';
import { lossText } from './loss-text.ts';

interface RemoveCommunityProps {
  community: CommunitySummary | null;
  onClose: () => void;
  /** As in `TypeToConfirm`: removing the community removes the menu that opened the dialog. */
  finalFocus: TypeToConfirmProps['finalFocus'];
}

/** The dialog before a community is deleted. It names what goes with it, and asks for EXCLUIR. */
export function RemoveCommunity({ community, onClose, finalFocus }: RemoveCommunityProps) {
  const { t } = useTranslation();
  const remove = useRemoveCommunity();
  const contents = useCommunityContents(community?.id ?? null).data?.data;
  return (
    <TypeToConfirm
      open={community !== null}
      onClose={onClose}
      finalFocus={finalFocus}
      title={t('Excluir {{name}}', { name: community?.title ?? '' })}
      onConfirm={() => remove.mutateAsync({ params: { communityId: community!.id } })}
      failure={t(hasStatus(remove.error, 404) ? messages.alreadyRemoved : messages.removeFailed)}
    >
      {contents
        ? lossText(t, contents)
        : t('Tudo o que foi escrito nela vai junto. Esta ação não poderá ser desfeita.')}
    </TypeToConfirm>
  );
}
