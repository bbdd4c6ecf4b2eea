import { setTimeout as sleep } from 'node:timers/promises';
import { toAppError } from './app-error.ts';

const RETRY_MS = 1_000;
/** A database that recovers needs seconds. After a minute somebody must look. */
const MAX_WAIT_MS = 60_000;

/**
 * Repeats work of a start while the database does not answer. Otherwise a database that is slow for
 * a moment would end the start, and somebody would have to start again.
 */
export async function retryWhileBusy<T>(
  work: () => Promise<T>,
  onRetry: (error: Error) => void,
): Promise<T> {
  const end = performance.now() + MAX_WAIT_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (toAppError(error)?.code !== 'busy' || performance.now() > end) throw error;
      onRetry(error as Error);
    }
    await sleep(RETRY_MS);
  }
}
