import { messages } from '@vitrine/contract/messages';
import { sql } from 'kysely';
import { notFound, refuse } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { DB } from '../../platform/database.types.ts';
import { lockUntilCommit } from './named-locks.ts';

/** Every table with a `position`, the column that orders a list. */
type OrderedTable = {
  [Table in keyof DB]: DB[Table] extends { id: unknown; position: number } ? Table : never;
}[keyof DB];

/**
 * Locks a list until the transaction ends: another request that adds, removes or orders waits.
 * `within` is the id of the parent if one table holds several lists (the modules of a course).
 */
export const lockList = (tx: TenantTransaction, table: OrderedTable, within = 0) =>
  lockUntilCommit(tx, `${table}:${within}`);

interface ListToOrder {
  table: OrderedTable;
  /** All ids of the list, in their new order. */
  ids: number[];
  /** The column and value that select the list within its table: `{ course_id: 7 }`. */
  within?: Record<string, number>;
  /** Reads the list for the 409 of a client that ordered an outdated one. */
  current: () => Promise<unknown>;
}

/**
 * Stores the order of a list. An unknown id is 404. A duplicate or missing id is 409, with the
 * current list in `data` (contract, Everywhere). Positions count from 1.
 */
export async function reorder(
  tx: TenantTransaction,
  { table, ids, within = {}, current }: ListToOrder,
) {
  await lockList(tx, table, Object.values(within)[0]);
  const list = Object.entries(within).map(
    ([column, value]) => sql`AND ${sql.ref(column)} = ${value}`,
  );
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM ${sql.table(table)} WHERE tenant_id = ${tx.tenantId} ${sql.join(list, sql` `)}
  `.execute(tx.db);
  const currentIds = new Set(rows.map(({ id }) => id));
  if (ids.some((id) => !currentIds.has(id))) throw notFound();
  if (new Set(ids).size !== ids.length || ids.length !== currentIds.size)
    throw refuse('stale_order', messages.staleOrder, 409, { data: await current() });
  await sql`
    UPDATE ${sql.table(table)} AS item SET position = new_order.position
    FROM unnest(${ids}::bigint[]) WITH ORDINALITY AS new_order (id, position)
    WHERE item.tenant_id = ${tx.tenantId} AND item.id = new_order.id`.execute(tx.db);
}
