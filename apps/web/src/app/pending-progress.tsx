import { useEffect } from 'react';
import { LESSON_PROGRESS, readLocal, WAITING_COMMENTS } from '../platform/local-store.ts';

/** Sends lesson progress and comments that waited offline, from whatever page is open. */
export function PendingProgress() {
  useEffect(() => {
    const send = async () => {
      if (!navigator.onLine) return;
      if (readLocal(LESSON_PROGRESS))
        await (await import('../features/lessons/progress-queue.ts')).sendProgress();
      if (readLocal(WAITING_COMMENTS))
        await (await import('../features/comments/comment-queue.ts')).sendWaitingComments();
    };
    const onOnline = () => void send();
    onOnline();
    addEventListener('online', onOnline);
    return () => removeEventListener('online', onOnline);
  }, []);
  return null;
}
