import { useEffect } from 'react';
import { LESSON_PROGRESS, readLocal, WAITING_COMMENTS } from '../platform/local-store.ts';

const RETRY_MS = 30_000;

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
    // The browser may call itself online before it is: what was not sent stays for the next try.
    const trySend = () => void send().catch(() => {});
    trySend();
    addEventListener('online', trySend);
    const timer = setInterval(trySend, RETRY_MS);
    return () => {
      removeEventListener('online', trySend);
      clearInterval(timer);
    };
  }, []);
  return null;
}
