import { toast } from '../../ui/toast.ts';
import { useTranslation } from '../../ui/translation.ts';
import { useReport } from './posts.queries.ts';
import { ReasonDialog } from './reason-dialog.tsx';

/** Members report a post or a comment with a reason, once. */
export function ReportDialog({
  postId,
  commentId = null,
  onClose,
}: {
  postId: number;
  commentId?: number | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const report = useReport();
  return (
    <ReasonDialog
      title={t('Denunciar')}
      label={t('O que está errado?')}
      action={t('Enviar denúncia')}
      hint={t('Só a equipe vê quem denunciou.')}
      onClose={onClose}
      send={async (reason) => {
        await report.mutateAsync({
          params: { id: postId },
          body: { reason, comment_id: commentId },
        });
        toast.success(t('Denúncia enviada. A equipe vai olhar.'));
      }}
    />
  );
}
