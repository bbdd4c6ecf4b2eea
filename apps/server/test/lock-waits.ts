import { sql, type RawBuilder } from 'kysely';
import { expect, vi } from 'vitest';
import type { TenantTransaction } from '../src/platform/database.ts';

/**
 * Waits until this many connections wait for a lock of the transaction, or for one that waits. A test
 * of a race holds a row, starts the requests that need it in order, and then ends the transaction.
 */
export const expectWaiting = ({ db }: TenantTransaction, count: number) =>
  vi.waitFor(
    async () => {
      const { rows } = await sql<{ count: number }>`
        WITH RECURSIVE chain AS (
          SELECT pg_backend_pid() AS pid
          UNION
          SELECT l.pid FROM pg_locks l JOIN chain ON chain.pid = ANY (pg_blocking_pids(l.pid))
          WHERE NOT l.granted)
        SELECT count(*)::int - 1 AS count FROM chain`.execute(db);
      expect(rows[0]!.count).toBe(count);
    },
    { timeout: 10_000 },
  );

/**
 * Expects that nobody else holds these rows: `sql`members WHERE id = ${id}``. A deadlock begins again
 * unseen, so a test of a lock order looks at what a request holds while it waits.
 */
export async function expectFree({ db }: TenantTransaction, rows: RawBuilder<unknown>) {
  const free = await sql`SELECT FROM ${rows} FOR UPDATE NOWAIT`.execute(db);
  expect(free.rows.length).toBeGreaterThan(0);
}
