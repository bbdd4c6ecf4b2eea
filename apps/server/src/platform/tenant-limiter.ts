import type pg from 'pg';
import { busy } from './app-error.ts';

/**
 * Bounded queues, and a fair share per school: whoever would wait too long is told so early, and
 * one busy school cannot fill the queue of all the others.
 */
export function tenantLimiter(pool: pg.Pool, poolSize: number) {
  const inside = new Map<number, number>();
  const longestQueue = poolSize * 30;
  const share = poolSize * 8;
  return {
    enter(tenantId: number) {
      const own = inside.get(tenantId) ?? 0;
      if (pool.waitingCount >= longestQueue || (pool.waitingCount > poolSize && own >= share))
        throw busy();
      inside.set(tenantId, own + 1);
      return () => {
        const left = inside.get(tenantId)! - 1;
        if (left) inside.set(tenantId, left);
        else inside.delete(tenantId);
      };
    },
  };
}
