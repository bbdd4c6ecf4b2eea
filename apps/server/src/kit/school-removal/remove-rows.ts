import type pg from 'pg';
import { codeOf, sqlState } from '../../platform/sql-state.ts';
import { readTables } from '../backup/owner-client.ts';

/** A batch may fire triggers and check foreign keys for each of its rows. */
const BATCH_SIZE = 1_000;

/**
 * Deletes all rows of a school in short transactions, but its row in `tenants`. `client` signs in as
 * the owner of the tables, without an open transaction. A killed removal is repeated from the start.
 *
 * @returns the number of deleted rows, without those that foreign keys deleted
 */
export async function removeRows(client: pg.Client, tenantId: number): Promise<number> {
  await client.query("SELECT set_config('app.tenant', $1, false)", [String(tenantId)]);
  const tables = await childrenFirst(client);
  let total = 0;
  for (;;) {
    let deleted = 0;
    for (const table of tables) deleted += await removeRowsOf(client, table, tenantId);
    total += deleted;
    // Triggers and requests that are still open may have added rows behind the loop.
    if (!deleted) return total;
  }
}

/** The tables of schools. Each stands before those that it refers to, as far as there are no cycles. */
async function childrenFirst(client: pg.Client): Promise<string[]> {
  const tables = (await readTables(client)).filter(({ of_school }) => of_school);
  const { rows: keys } = await client.query<{ child: string; parent: string }>(
    `SELECT DISTINCT c.relname AS child, p.relname AS parent FROM pg_constraint k
     JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class p ON p.oid = k.confrelid
     WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace`,
  );
  const children = Map.groupBy(keys, ({ parent }) => `public.${parent}`);
  const ordered = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const { child } of children.get(name) ?? []) visit(`public.${child}`);
    ordered.add(name);
  };
  for (const { name } of tables) visit(name);
  const sqlOf = new Map(tables.map(({ name, sql }) => [name, sql]));
  return [...ordered].flatMap((name) => sqlOf.get(name) ?? []);
}

/** Deletes the rows of one table in short transactions. `client` has the school's `app.tenant`. */
export async function removeRowsOf(
  client: pg.Client,
  table: string,
  tenantId: number,
): Promise<number> {
  let total = 0;
  for (;;) {
    const deleted = await removeBatch(client, table, tenantId);
    total += deleted;
    if (!deleted) return total;
  }
}

async function removeBatch(client: pg.Client, table: string, tenantId: number): Promise<number> {
  for (;;)
    try {
      const { rowCount } = await client.query(
        `DELETE FROM ${table} WHERE tenant_id = $1 AND ctid = ANY (ARRAY(
           SELECT ctid FROM ${table} WHERE tenant_id = $1 LIMIT ${BATCH_SIZE}))`,
        [tenantId],
      );
      return rowCount ?? 0;
    } catch (error) {
      // A request or a job of the school has the rows in another order. It ends soon.
      if (codeOf(error) !== sqlState.deadlockDetected) throw error;
    }
}
