import { codeOf, sqlState } from './sql-state.ts';

const MAX_TRIES = 3;

/**
 * Begins work again that PostgreSQL has ended to resolve a deadlock. The others that waited go first
 * meanwhile. A rollback must undo all that the work has done.
 */
export async function retryDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work();
    } catch (error) {
      if (codeOf(error) !== sqlState.deadlockDetected || tries === MAX_TRIES) throw error;
    }
}
