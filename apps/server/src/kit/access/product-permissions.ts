import type { Permission } from '@vitrine/contract/gamification';
import { sql } from 'kysely';
import { notFound } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { titleOrder } from '../rows/title-order.ts';
import { requireProducts } from './product-access.ts';

/** A level or reward whose product rows are added and removed one by one (part B, sections 3 to 5). */
interface PermissionSubject<Column extends 'level_id' | 'reward_id'> {
  table: PermissionTable;
  column: Column;
  id: number;
}
type PermissionTable = 'level_products' | 'reward_products';
type SubjectPermission<Column extends string> = Permission & Record<Column, number>;

/** Sorted by the product's title. */
export async function listPermissions<Column extends 'level_id' | 'reward_id'>(
  { db }: TenantTransaction,
  { table, column, id }: PermissionSubject<Column>,
) {
  const { rows } = await sql<SubjectPermission<Column>>`
    SELECT lp.id, lp.${sql.ref(column)}, lp.product_id AS plan_id,
      json_build_object('title', p.title) AS plan
    FROM ${sql.table(table)} lp JOIN products p ON p.id = lp.product_id
    WHERE lp.${sql.ref(column)} = ${id}
    ORDER BY ${sql.raw(titleOrder('p.title'))}, lp.id`.execute(db);
  return rows;
}

/** Returns the rows of these products. An unknown product is 404, and nothing changes. */
export async function addPermissions<Column extends 'level_id' | 'reward_id'>(
  tx: TenantTransaction,
  subject: PermissionSubject<Column>,
  productIds: number[],
) {
  const { table, column, id } = subject;
  await requireProducts(tx, productIds);
  await sql`
    INSERT INTO ${sql.table(table)} (${sql.ref(column)}, product_id)
    SELECT ${id}, unnest(${productIds}::bigint[])
    ON CONFLICT DO NOTHING`.execute(tx.db);
  const all = await listPermissions(tx, subject);
  return all.filter(({ plan_id }) => productIds.includes(plan_id));
}

/** Removes a permission. Throws 404 for an unknown one. */
export async function removePermission(
  { db }: TenantTransaction,
  table: PermissionTable,
  permissionId: number,
) {
  const { numDeletedRows } = await db
    .deleteFrom(table)
    .where('id', '=', permissionId)
    .executeTakeFirstOrThrow();
  if (!numDeletedRows) throw notFound();
}
