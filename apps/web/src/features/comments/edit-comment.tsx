import type { Reply } from '@vitrine/contract/comments';
import { useEffect, useRef } from 'react';
import { editedAtOf } from '../../kit/queries/edit-mutation.ts';
import { useTranslation } from '../../ui/translation.ts';
import { htmlOf, textOfComment } from './comment-html.ts';
import { useChangeComment } from './comments.queries.ts';
import { useStoredText } from './stored-text.ts';
import { Writing } from './writing.tsx';

interface EditCommentProps {
  comment: Reply;
  onDone: () => void;
}

/** Edits a comment in place. The text survives a reload until it is saved or discarded. */
export function EditComment({ comment, onDone }: EditCommentProps) {
  const { t } = useTranslation();
  const edited_at = editedAtOf(comment);
  const { text, write, forget, outdated } = useStoredText(
    `comment-edit.${comment.id}`,
    textOfComment(comment.content),
    edited_at,
  );
  const change = useChangeComment();
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => area.current?.focus(), []);

  async function send() {
    // Where the text began with an older one, the form has said so.
    const body = { content: htmlOf(text), edited_at };
    await change.mutateAsync({ params: { id: comment.id }, body });
    leave();
  }
  function leave() {
    forget();
    onDone();
  }
  return (
    <Writing
      ref={area}
      label={t('Editar comentário')}
      action={t('Salvar')}
      value={text}
      onChange={write}
      send={send}
      outdated={outdated}
      onCancel={leave}
    />
  );
}
