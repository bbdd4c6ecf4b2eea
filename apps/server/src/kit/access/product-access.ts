import { sql } from 'kysely';
import { notFound } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';

/** The tables that say which products unlock a thing, or which a member has. */
type ProductLink =
  | { table: 'course_products'; column: 'course_id' }
  | { table: 'community_products'; column: 'community_id' }
  | { table: 'channel_products'; column: 'channel_id' }
  | { table: 'member_products'; column: 'member_id' }
  | { table: 'quiz_products'; column: 'quiz_id' }
  | { table: 'live_products'; column: 'live_id' }
  | { table: 'reward_products'; column: 'reward_id' };

/** Replaces the products of one thing. An unknown id is 404, and nothing changes (contract, Everywhere). */
export async function setProducts(
  tx: TenantTransaction,
  { table, column }: ProductLink,
  id: number,
  productIds: number[],
) {
  await requireProducts(tx, productIds);
  const { db } = tx;
  await sql`
    DELETE FROM ${sql.table(table)}
    WHERE ${sql.ref(column)} = ${id}
      AND product_id <> ALL (${productIds}::bigint[])`.execute(db);
  await sql`
    INSERT INTO ${sql.table(table)} (${sql.ref(column)}, product_id)
    SELECT ${id}, unnest(${productIds}::bigint[])
    ON CONFLICT DO NOTHING`.execute(db);
}

/** Throws 404 if one of the ids is no product of this school. */
export async function requireProducts({ db }: TenantTransaction, ids: number[]) {
  if (!ids.length) return;
  const { foundCount } = await db
    .selectFrom('products')
    .select(({ fn }) => fn.countAll<number>().as('foundCount'))
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow();
  if (foundCount !== new Set(ids).size) throw notFound();
}
