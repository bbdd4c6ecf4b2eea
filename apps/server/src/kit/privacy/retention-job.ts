import { DAY_MS } from '@vitrine/contract/durations';
import type { Database, TenantTransaction } from '../../platform/database.ts';
import { enqueue, enqueueForSchools } from '../../platform/jobs.ts';

/** The next run. Each school has its own time of day, so that not all schools are swept at once. */
export function nextRetention(tenantId: number) {
  const now = Date.now();
  const offset = (tenantId * 7_919_000) % DAY_MS;
  const today = Math.floor(now / DAY_MS) * DAY_MS + offset;
  return new Date(today > now ? today : today + DAY_MS);
}

const NAME = 'apply-retention';
const options = { key: NAME, priority: 20 };

/** Enqueues the job of a school. A new job replaces the waiting one. */
export const enqueueRetention = (tx: TenantTransaction, runAt = nextRetention(tx.tenantId)) =>
  enqueue(tx, NAME, {}, { ...options, runAt });

/** Enqueues the jobs of many schools, in one statement. A waiting job stays as it is. */
export const enqueueRetentionOf = (database: Database, tenantIds: number[]) =>
  enqueueForSchools(
    database,
    NAME,
    tenantIds.map((tenantId) => ({ tenantId, runAt: nextRetention(tenantId) })),
    options,
  );
