import { HOUR_MS } from '@vitrine/contract/durations';
import { limits } from '@vitrine/contract/uploads';
import { enqueueMoreSweep, enqueueSweep, refuseDue } from '../../kit/files/files.store.ts';
import { deleteRefused } from '../../kit/files/remove-files.ts';
import { task } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';

const BATCH_SIZE = 500;

/**
 * Registers the job that deletes files that nothing has used for a day. It marks them first, so
 * that nobody claims one meanwhile. The next round finishes an interrupted one.
 */
export function sweepFiles(platform: Platform) {
  task('sweep-files', async ({ tenantId, database }) => {
    const cutoff = new Date(Date.now() - limits.unusedHours * HOUR_MS);
    const swept = await database.transaction(tenantId, (tx) => refuseDue(tx, cutoff, BATCH_SIZE));
    const allDeleted = await deleteRefused(platform, tenantId, swept);
    await database.transaction(tenantId, async (tx) => {
      const next = await tx.db
        .selectFrom('files')
        .select('unused_since')
        .where('unused_since', 'is not', null)
        .orderBy('unused_since')
        .limit(1)
        .executeTakeFirst();
      // More are due: those of a large course count against the quota until they are deleted.
      if (allDeleted && next && next.unused_since! < cutoff) await enqueueMoreSweep(tx);
      else if (next) await enqueueSweep(tx);
    });
  });
}
