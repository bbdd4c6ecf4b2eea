import type { Member } from '@vitrine/contract/members';
import { useTranslation } from '../../ui/translation.ts';
import { TypeToConfirm, type TypeToConfirmProps } from '../../ui/type-to-confirm.tsx';
import { useRemoveMember } from './members.queries.ts';

interface RemoveMemberProps {
  member: Member | null;
  onClose: () => void;
  finalFocus: TypeToConfirmProps['finalFocus'];
  /** Runs the removal, and remembers the row that takes the focus afterwards. */
  during: (removal: () => Promise<unknown>) => Promise<unknown>;
}

/**
 * Confirms a removal, which erases at once, and names what is deleted too. The dialog shows the
 * server's message where it refuses to remove the last owner.
 */
export function RemoveMember({ member, onClose, finalFocus, during }: RemoveMemberProps) {
  const { t } = useTranslation();
  const remove = useRemoveMember();
  const productCount = member?.product_ids.length ?? 0;
  return (
    <TypeToConfirm
      open={member !== null}
      onClose={onClose}
      title={t('Remover {{name}}', { name: member?.name ?? '' })}
      confirmLabel={t('Remover da escola')}
      finalFocus={finalFocus}
      onConfirm={() => member && during(() => remove.mutateAsync({ params: { id: member.id } }))}
    >
      {t('{{email}} não poderá mais entrar.', { email: member?.email ?? '' })}{' '}
      {productCount > 0
        ? t(
            'Vão junto {{count}} produto, o progresso, as notas, os pontos, as recompensas e os favoritos.|Vão junto {{count}} produtos, o progresso, as notas, os pontos, as recompensas e os favoritos.',
            { count: productCount },
          )
        : t('Vão junto o progresso, as notas, os pontos, as recompensas e os favoritos.')}{' '}
      {t('O que a pessoa escreveu fica, sem o nome.')} {t('Esta ação não poderá ser desfeita.')}
    </TypeToConfirm>
  );
}
