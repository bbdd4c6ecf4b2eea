import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { toAppError } from './app-error.ts';
import { codeOf, sqlState } from './sql-state.ts';

const RETRY_MS = 1_000;
/** A database that starts or recovers needs seconds. After a minute somebody must look. */
const MAX_WAIT_MS = 60_000;

/**
 * Repeats work while the database does not answer: it starts, restarts, is silent, has no connection
 * left, or somebody holds a lock. Otherwise its bad moment would end a start, and somebody would have
 * to start again.
 */
export async function retryWhileBusy<T>(
  work: () => Promise<T>,
  log?: Pick<Logger, 'warn'>,
  maxWaitMs = MAX_WAIT_MS,
): Promise<T> {
  const end = performance.now() + maxWaitMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error as Error) || performance.now() > end) throw error;
      log?.warn({ err: error }, `${troubleOf(error as Error)}; trying again`);
    }
    await sleep(RETRY_MS);
  }
}

/** The error of a migration names its file. The database's own error is its cause. */
const causesOf = (error: Error) => [error, error.cause];

const isBusy = (error: Error) =>
  causesOf(error).some((one) => one instanceof Error && toAppError(one)?.code === 'busy');

/** An operator looks for who holds a lock elsewhere than for a database that is away. */
const troubleOf = (error: Error) =>
  causesOf(error).some((one) => codeOf(one) === sqlState.lockNotAvailable)
    ? 'another connection to the database holds a lock'
    : 'the database does not answer';
