import { messages } from '@vitrine/contract/messages';
import { sql } from 'kysely';
import type { TenantTransaction } from '../platform/database.ts';
import { notFound, refuse } from '../platform/app-error.ts';

/** The tables that hold a list in an order of its own, by `position`. */
type OrderedTable =
  | 'custom_links'
  | 'modules'
  | 'lessons'
  | 'carousels'
  | 'carousel_items'
  | 'banners';

/**
 * Takes the list for this transaction: who adds, removes or orders waits for whoever does so now.
 * `within` parts the lists that one table holds (the modules of a course).
 */
export async function lockList(
  { db, tenantId }: TenantTransaction,
  table: OrderedTable,
  within = 0,
) {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${tenantId}:${table}:${within}`}, 0))`.execute(
    db,
  );
}

interface ListToOrder {
  table: OrderedTable;
  /** The ids as they shall stand: a permutation of the present ones. */
  ids: number[];
  /** The part of the table that is the list: `{ course_id: 7 }`. */
  within?: Record<string, number>;
  /** The list as it stands, for whoever ordered an old one. */
  current: () => Promise<unknown>;
}

/**
 * Puts a list in order. A foreign or unknown id is 404; a duplicate or a gap is 409, with the
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
  const present = new Set(rows.map(({ id }) => id));
  if (ids.some((id) => !present.has(id))) throw notFound();
  if (new Set(ids).size !== ids.length || ids.length !== present.size)
    throw refuse('stale_order', messages.staleOrder, 409, { data: await current() });
  await sql`
    UPDATE ${sql.table(table)} AS it SET position = wanted.position
    FROM unnest(${ids}::bigint[]) WITH ORDINALITY AS wanted (id, position)
    WHERE it.tenant_id = ${tx.tenantId} AND it.id = wanted.id`.execute(tx.db);
}
