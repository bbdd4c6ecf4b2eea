import type { Reply } from '@vitrine/contract/comments';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../ui/translation.ts';
import { htmlOf, textOfComment } from './comment-html.ts';
import { useChangeComment } from './comments.queries.ts';
import { Writing } from './writing.tsx';

interface EditCommentProps {
  comment: Reply;
  onDone: () => void;
}

/** Edits a comment in place. */
export function EditComment({ comment, onDone }: EditCommentProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(() => textOfComment(comment.content));
  const change = useChangeComment();
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => area.current?.focus(), []);

  async function send() {
    await change.mutateAsync({ params: { id: comment.id }, body: { content: htmlOf(text) } });
    onDone();
  }
  return (
    <Writing
      ref={area}
      label={t('Editar comentário')}
      action={t('Salvar')}
      value={text}
      onChange={setText}
      send={send}
      onCancel={onDone}
    />
  );
}
