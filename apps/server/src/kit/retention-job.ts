import { enqueue } from '../platform/jobs.ts';
import type { TenantTransaction } from '../platform/database.ts';

const DAY_MS = 86_400_000;

/** A school's own moment of the day, so that not all schools are swept at once. */
export function nextRetention(tenantId: number, now = Date.now()) {
  const offset = (tenantId * 7_919_000) % DAY_MS;
  const today = Math.floor(now / DAY_MS) * DAY_MS + offset;
  return new Date(today > now ? today : today + DAY_MS);
}

/** One job a school: a later one takes the place of the one that waits. */
export const enqueueRetention = (tx: TenantTransaction, runAt = nextRetention(tx.tenantId)) =>
  enqueue(tx, 'apply-retention', {}, { key: 'apply-retention', runAt, priority: 20 });
