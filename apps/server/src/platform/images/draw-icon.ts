import { join } from 'node:path';
import { fairQueue } from '../fair-queue.ts';
import { workerProcess, type WorkerLimits } from '../worker-process/worker-process.ts';
import type { IconCalls, IconRequest } from './icon-worker.ts';

const WORKER_LIMITS: WorkerLimits = { seconds: 5, memoryBytes: 256 * 1_048_576 };
const drawing = fairQueue({
  concurrency: 1,
  maxQueued: 64,
  maxQueuedPerSchool: 8,
  maxQueuedPerAccount: 8,
});

const worker = join(import.meta.dirname, 'icon-worker.ts');

/** Draws a square PNG in a separate process. A school waits for one icon of each other school. */
export const drawIcon = (tenantId: number, request: IconRequest): Promise<Buffer> =>
  drawing({ tenantId, account: 'icon' }, async () => {
    const process = workerProcess<IconCalls>(worker, WORKER_LIMITS);
    try {
      return Buffer.from(await process.call('draw', request));
    } finally {
      process.end();
    }
  });
