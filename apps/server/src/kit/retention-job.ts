import { DAY_MS } from '@vitrine/contract/durations';
import type { TenantTransaction } from '../platform/database.ts';
import { enqueue } from '../platform/jobs.ts';

/** The next run. Each school has its own time of day, so that not all schools are swept at once. */
export function nextRetention(tenantId: number, now = Date.now()) {
  const offset = (tenantId * 7_919_000) % DAY_MS;
  const today = Math.floor(now / DAY_MS) * DAY_MS + offset;
  return new Date(today > now ? today : today + DAY_MS);
}

/** Enqueues one job per school. A new job replaces the waiting one. */
export const enqueueRetention = (tx: TenantTransaction, runAt = nextRetention(tx.tenantId)) =>
  enqueue(tx, 'apply-retention', {}, { key: 'apply-retention', runAt, priority: 20 });
