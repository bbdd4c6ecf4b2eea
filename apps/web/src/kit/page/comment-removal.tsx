import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useNeighborFocus } from './neighbor-focus.ts';

interface CommentRemovalProps {
  id: number;
  /** Selects the comments of the page. */
  all: string;
  open: boolean;
  onClose: () => void;
  remove: () => Promise<unknown>;
}

/** Asks before a comment of a lesson or a post is removed. Its neighbour takes the focus then. */
export function CommentRemoval({ id, all, open, onClose, remove }: CommentRemovalProps) {
  const { t } = useTranslation();
  const leaving = useNeighborFocus(`#comentario-${id}`, all);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      danger
      title={t('Excluir comentário')}
      text={t('O texto some para todos. As respostas continuam no lugar.')}
      confirmLabel={t('Excluir')}
      onConfirm={() => leaving.during(remove)}
      finalFocus={leaving.finalFocus}
    />
  );
}
