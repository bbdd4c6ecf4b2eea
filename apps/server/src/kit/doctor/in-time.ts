import { setTimeout as sleep } from 'node:timers/promises';

/** Rejects after the deadline. The call itself goes on: it is one that nothing can end. */
export const inTime = <T>(call: Promise<T>, timeoutMs: number): Promise<T> =>
  Promise.race([
    call,
    sleep(timeoutMs, null, { ref: false }).then(() => {
      throw Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' });
    }),
  ]);
