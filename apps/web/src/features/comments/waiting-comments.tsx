import { useQueryClient } from '@tanstack/react-query';
import { comments } from '@vitrine/contract/comments';
import { CloudUpload } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { SafeHtml } from '../../kit/page/safe-html.tsx';
import { refresh } from '../../kit/queries/contract-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { useTranslation } from '../../ui/translation.ts';
import {
  discardWaiting,
  sendAnyway,
  waitingComments,
  type WaitingComment,
} from './comment-queue.ts';

interface WaitingCommentsProps {
  lessonId: number;
  /**
   * Selects the queued comments to show here by the comment that they answer. Null begins a thread.
   */
  belongs: (parentId: number | null) => boolean;
}

/** The viewer's queued comments, until the server has accepted them. */
export function WaitingComments({ lessonId, belongs }: WaitingCommentsProps) {
  const client = useQueryClient();
  const own = waitingComments
    .use()
    .filter((one) => one.lessonId === lessonId && belongs(one.body.parent_id));
  const count = own.length;
  const before = useRef(count);
  useEffect(() => {
    // The server accepted one of them, so the list must load it.
    if (count < before.current) void refresh(client, [comments.list, comments.show]);
    before.current = count;
  }, [client, count]);
  if (count === 0) return null;
  return (
    <ul className="mt-5 grid gap-3">
      {own.map((comment) => (
        <li key={comment.key}>
          <WaitingCommentRow comment={comment} />
        </li>
      ))}
    </ul>
  );
}

function WaitingCommentRow({ comment }: { comment: WaitingComment }) {
  const { t } = useTranslation();
  const { refused } = comment;
  return (
    <div className="rounded-card border border-dashed border-line-2 px-4 py-3">
      <p role="status" className="flex items-center gap-2 text-13 text-text-2">
        <CloudUpload size={16} strokeWidth={2} aria-hidden="true" className="shrink-0" />
        {refused ? t(refused) : t('Aguardando conexão para enviar')}
      </p>
      <SafeHtml html={comment.body.content} className="comment-text mt-1" />
      <div className="mt-1 -ml-2 flex flex-wrap gap-1">
        {refused && (
          <Button variant="ghost" size="sm" onClick={() => void sendAnyway(comment)}>
            {t('Enviar')}
          </Button>
        )}
        <Button variant="ghost" size="sm" onClick={() => discardWaiting(comment)}>
          {t('Descartar')}
        </Button>
      </div>
    </div>
  );
}
