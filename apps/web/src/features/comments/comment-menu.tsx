import type { Reply } from '@vitrine/contract/comments';
import { useState } from 'react';
import { CommentRemoval } from '../../kit/page/comment-removal.tsx';
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
      <CommentRemoval
        id={comment.id}
        all=".comment[id]"
        open={removing}
        onClose={() => setRemoving(false)}
        remove={() => remove.mutateAsync({ params: { id: comment.id } })}
      />
    </>
  );
}
