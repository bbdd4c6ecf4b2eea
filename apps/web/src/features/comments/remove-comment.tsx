import type { Reply } from '@vitrine/contract/comments';
import { useNeighborFocus } from '../../kit/page/neighbor-focus.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useRemoveComment } from './comments.queries.ts';

interface RemoveCommentProps {
  comment: Reply;
  open: boolean;
  onClose: () => void;
}

/** Confirms a removal: the text goes, replies stay. */
export default function RemoveComment({ comment, open, onClose }: RemoveCommentProps) {
  const { t } = useTranslation();
  const remove = useRemoveComment();
  const leaving = useNeighborFocus(`#comentario-${comment.id}`, '.comment[id]');
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      danger
      title={t('Excluir comentário')}
      text={t('O texto some para todos. As respostas continuam no lugar.')}
      confirmLabel={t('Excluir')}
      onConfirm={() => leaving.during(() => remove.mutateAsync({ params: { id: comment.id } }))}
      finalFocus={leaving.finalFocus}
    />
  );
}
