import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { LESSON_PROGRESS, readLocal, WAITING_COMMENTS } from '../platform/local-store.ts';
import { useTranslation } from '../ui/translation.ts';

const RETRY_MS = 30_000;

/** Sends lesson progress and comments that waited offline, from whatever page is open. */
export function OfflineQueues() {
  const client = useQueryClient();
  const { t } = useTranslation();
  const send = useEffectEvent(async () => {
    if (!navigator.onLine) return;
    if (readLocal(LESSON_PROGRESS)) {
      const { sendShownProgress } = await import('../features/lessons/use-send-progress.ts');
      await sendShownProgress({ client, t });
    }
    if (readLocal(WAITING_COMMENTS))
      await (await import('../features/comments/comment-queue.ts')).sendWaitingComments();
  });
  useEffect(() => {
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
