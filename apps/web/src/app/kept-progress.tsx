import { useEffect } from 'react';
import { keptProgress, readKept } from '../platform/kept.ts';

/** Lesson progress that a lost line kept back goes out from whatever page comes next. */
export function KeptProgress() {
  useEffect(() => {
    const send = async () => {
      if (!readKept(keptProgress)) return;
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
