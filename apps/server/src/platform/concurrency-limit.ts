import { busy } from './app-error.ts';

/** Limits how many heavy tasks run at once. Others queue; a full queue answers 503. */
export function concurrencyLimit({
  concurrency,
  maxQueued,
}: {
  concurrency: number;
  maxQueued: number;
}) {
  let running = 0;
  const queue: (() => void)[] = [];
  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (queue.length >= maxQueued) throw busy();
    if (running >= concurrency) await new Promise<void>((resolve) => queue.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift(); // the next in the queue takes over the slot
      if (next) next();
      else running -= 1;
    }
  };
}
