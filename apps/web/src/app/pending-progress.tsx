import { useEffect } from 'react';
import { LESSON_PROGRESS, readLocal } from '../platform/local-store.ts';

/** Lesson progress that a lost line kept back goes out from whatever page comes next. */
export function PendingProgress() {
  useEffect(() => {
    const send = async () => {
      if (!readLocal(LESSON_PROGRESS)) return;
      const { sendProgress } = await import('../features/lessons/progress-queue.ts');
      await sendProgress();
    };
    const back = () => void send();
    back();
    addEventListener('online', back);
    return () => removeEventListener('online', back);
  }, []);
  return null;
}
