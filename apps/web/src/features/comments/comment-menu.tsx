import type { Reply } from '@vitrine/contract/comments';
import { useState } from 'react';
import { useNeighborFocus } from '../../kit/page/neighbor-focus.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { editItem, removeItem } from '../../ui/menu-items.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useRemoveComment } from './comments.queries.ts';

interface CommentMenuProps {
  label: string;
  comment: Reply;
  /** Undefined while comments are closed. */
  onEdit: (() => void) | undefined;
}

/** The actions on a comment, for its author and for staff. A removal asks first: replies stay. */
export default function CommentMenu({ label, comment, onEdit }: CommentMenuProps) {
  const { t } = useTranslation();
  const remove = useRemoveComment();
  const leaving = useNeighborFocus(`#comentario-${comment.id}`, '.comment[id]');
  const [removing, setRemoving] = useState(false);
  return (
    <>
      <Menu
        label={label}
        isPressed
        items={[
          onEdit && editItem(t('Editar'), onEdit),
          removeItem(t('Excluir'), () => setRemoving(true)),
        ]}
      />
      <ConfirmDialog
        open={removing}
        onClose={() => setRemoving(false)}
        danger
        title={t('Excluir comentário')}
        text={t('O texto some para todos. As respostas continuam no lugar.')}
        confirmLabel={t('Excluir')}
        onConfirm={() => leaving.during(() => remove.mutateAsync({ params: { id: comment.id } }))}
        finalFocus={leaving.finalFocus}
      />
    </>
  );
}
