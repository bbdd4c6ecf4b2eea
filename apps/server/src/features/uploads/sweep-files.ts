import { HOUR_MS } from '@vitrine/contract/durations';
import { limits } from '@vitrine/contract/uploads';
import { enqueueSweep } from '../../kit/file-rows.ts';
import { deleteRefused } from '../../kit/remove-files.ts';
import { bulkPriority, enqueue, task } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';

const BATCH_SIZE = 500;

/**
 * Registers the job that deletes files that nothing has used for a day. It marks them first, so
 * that nobody claims one meanwhile. The next round finishes an interrupted one.
 */
export function sweepFiles(platform: Platform) {
  task('sweep-files', async ({ tenantId, database }) => {
    const cutoff = new Date(Date.now() - limits.unusedHours * HOUR_MS);
    const swept = await database.transaction(tenantId, ({ db }) =>
      db
        // As a plain subquery, some plans would read it again and again: without its limit.
        .with(
          (cte) => cte('due').materialized(),
          (qb) =>
            qb
              .selectFrom('files')
              .select('id')
              .where('unused_since', '<', cutoff)
              .orderBy('unused_since')
              .limit(BATCH_SIZE)
              .forUpdate()
              .skipLocked(),
        )
        .updateTable('files')
        .set({ state: 'refused' })
        .where('id', 'in', (eb) => eb.selectFrom('due').select('due.id'))
        .returningAll()
        .execute(),
    );
    const allDeleted = await deleteRefused(platform, tenantId, swept);
    await database.transaction(tenantId, async (tx) => {
      const rows = await tx.db
        .selectFrom('files')
        .select('id')
        .where('unused_since', 'is not', null)
        .limit(1)
        .executeTakeFirst();
      // More are due: those of a large course count against the quota until they are deleted.
      if (allDeleted && swept.length === BATCH_SIZE)
        await enqueue(
          tx,
          'sweep-files',
          {},
          { key: 'sweep-files:more', priority: bulkPriority(0) },
        );
      else if (rows) await enqueueSweep(tx);
    });
  });
}
