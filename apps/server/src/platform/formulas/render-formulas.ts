import { join } from 'node:path';
import { fairQueue, type Owner } from '../fair-queue.ts';
import {
  LimitExceeded,
  workerProcess,
  type WorkerLimits,
} from '../worker-process/worker-process.ts';
import { mayHoldFormulas } from './find-formulas.ts';
import type { FormulaCalls } from './formula-worker.ts';

const WORKER_LIMITS: WorkerLimits = { seconds: 10, memoryBytes: 512 * 1_048_576 };
const rendering = fairQueue({
  concurrency: 2,
  maxQueued: 128,
  maxQueuedPerSchool: 32,
  maxQueuedPerAccount: 8,
});
const worker = join(import.meta.dirname, 'formula-worker.ts');

/**
 * Renders the formulas of clean HTML, `\(…\)` and `$$…$$`. A process of its own keeps a hostile
 * formula from the server. Call it when the text is saved, outside a transaction, and store the
 * result.
 *
 * @returns null if the text has no formula or its formulas take too long: show the text as it is
 */
export async function renderFormulas(
  owner: Owner,
  clean: string,
  limits = WORKER_LIMITS,
): Promise<string | null> {
  if (!mayHoldFormulas(clean)) return null;
  return rendering(owner, async () => {
    const { call, end } = workerProcess<FormulaCalls>(worker, limits);
    try {
      return (await call('render', clean)).html;
    } catch (error) {
      if (error instanceof LimitExceeded) return null;
      throw error;
    } finally {
      end();
    }
  });
}
