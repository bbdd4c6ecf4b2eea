import type { Database } from '../../platform/database.ts';
import { slowTask } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { sliceOf } from './import-job.ts';
import {
  enqueueUndo,
  giveUpUndo,
  lockUndo,
  takeBack,
  updateUndo,
  type UndoPayload,
} from './undo-members.store.ts';

const BATCH_SIZE = 100;

/**
 * Registers the job that undoes an import of people. One transaction takes back a hundred rows, and
 * notes the last one: the next slice, or a restarted run, continues there.
 */
export function undoMembers({ database }: Platform) {
  slowTask<UndoPayload>(
    'undo-import',
    'imports',
    async ({ tenantId, payload, signal, lastTry }) => {
      const { id } = payload;
      try {
        if (await undoSlice(database, tenantId, { id, signal }))
          await database.transaction(tenantId, (tx) => enqueueUndo(tx, { id }));
      } catch (error) {
        if (lastTry) await database.transaction(tenantId, (tx) => giveUpUndo(tx, id));
        throw error;
      }
    },
    // One that was killed on its last try could not give up. One that gave up finds nothing to do.
    { retriedDaily: true },
  );
}

/** Works for one slice. Returns whether rows are left. */
async function undoSlice(
  database: Database,
  tenantId: number,
  { id, signal }: { id: number; signal: AbortSignal },
) {
  const isOver = sliceOf('members');
  for (let rows = 0; !isOver(rows); rows += BATCH_SIZE) {
    signal.throwIfAborted();
    const continues = await database.transaction(tenantId, async (tx) => {
      const after = await lockUndo(tx, id);
      if (after === null) return false;
      const next = await takeBack(tx, id, { after, count: BATCH_SIZE });
      await updateUndo(tx, id, next);
      return next !== null;
    });
    if (!continues) return false;
  }
  return true;
}
