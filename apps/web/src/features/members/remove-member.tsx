import type { Member } from '@vitrine/contract/members';
import { useTranslation } from '../../ui/translation.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useRemoveMember } from './members.queries.ts';

interface RemoveMemberProps {
  member: Member | null;
  onClose: () => void;
}

/**
 * Names what is deleted too. The server refuses to remove the last owner, and the dialog shows its
 * message.
 */
export function RemoveMember({ member, onClose }: RemoveMemberProps) {
  const { t } = useTranslation();
  const remove = useRemoveMember();
  const productCount = member?.product_ids.length ?? 0;
  return (
    <ConfirmDialog
      open={member !== null}
      onClose={onClose}
      title={t('Remover {{name}}', { name: member?.name ?? '' })}
      text={
        <>
          {t('{{email}} não poderá mais entrar.', { email: member?.email ?? '' })}{' '}
          {productCount > 0
            ? t(
                'Vão junto {{count}} produto, o progresso nas aulas e os favoritos.|Vão junto {{count}} produtos, o progresso nas aulas e os favoritos.',
                {
                  count: productCount,
                },
              )
            : t('Vão junto o progresso nas aulas e os favoritos.')}{' '}
          {t('Esta ação não poderá ser desfeita.')}
        </>
      }
      confirmLabel={t('Remover da escola')}
      danger
      onConfirm={() => member && remove.mutateAsync({ params: { id: member.id } })}
    />
  );
}
