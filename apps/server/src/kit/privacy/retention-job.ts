import { DAY_MS } from '@vitrine/contract/durations';
import { sql } from 'kysely';
import type { Database, TenantTransaction } from '../../platform/database.ts';
import { enqueue, enqueueForSchools } from '../../platform/jobs.ts';

/**
 * The next run after a moment of the database's clock. Each school has its own time of day, so that
 * not all schools are swept at once.
 */
export function nextRetention(tenantId: number, after: Date) {
  const now = after.getTime();
  const offset = (tenantId * 7_919_000) % DAY_MS;
  const today = Math.floor(now / DAY_MS) * DAY_MS + offset;
  return new Date(today > now ? today : today + DAY_MS);
}

/** The clock that makes jobs due. By a server's clock that is behind, the run of today would come again. */
async function readClock(db: TenantTransaction['db']) {
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(db);
  return rows[0]!.now;
}

const NAME = 'apply-retention';
const options = { key: NAME, priority: 20 };

/** Enqueues the next run of a school. A new job replaces the waiting one. */
export async function enqueueRetention(tx: TenantTransaction) {
  const runAt = nextRetention(tx.tenantId, await readClock(tx.db));
  await enqueue(tx, NAME, {}, { ...options, runAt });
}

/** Enqueues a run of a school before its time of day. */
export const enqueueRetentionIn = (tx: TenantTransaction, delayMs: number) =>
  enqueue(tx, NAME, {}, { ...options, delayMs });

/** Enqueues the jobs of many schools, in one statement. A waiting job stays as it is. */
export async function enqueueRetentionOf(database: Database, tenantIds: number[]) {
  const now = await readClock(database.platform);
  const jobs = tenantIds.map((tenantId) => ({ tenantId, runAt: nextRetention(tenantId, now) }));
  await enqueueForSchools(database, NAME, jobs, options);
}
