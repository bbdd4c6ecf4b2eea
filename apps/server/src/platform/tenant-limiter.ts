import type pg from 'pg';
import { busy } from './app-error.ts';

/**
 * Limits the requests that wait for a connection, in all and per school. `enter` throws 503 instead
 * of a long wait, and one busy school cannot fill the queue of the others. It answers a function:
 * call it when the request is done.
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
