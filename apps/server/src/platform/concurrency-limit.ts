import { busy } from './app-error.ts';

/** For work that takes the machine: so much at once, and a queue that says so when it is too long. */
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
      const next = waiting.shift(); // whoever waits takes over the place
      if (next) next();
      else running -= 1;
    }
  };
}
