import { busy } from './app-error.ts';

/** Limits how many heavy tasks run at once. Others queue; a full queue answers 503. */
export function concurrencyLimit({
  atOnce,
  longestQueue,
}: {
  atOnce: number;
  longestQueue: number;
}) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (waiting.length >= longestQueue) throw busy();
    if (running >= atOnce) await new Promise<void>((go) => waiting.push(go));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift(); // the next in the queue takes over the slot
      if (next) next();
      else running -= 1;
    }
  };
}
