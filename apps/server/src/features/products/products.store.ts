import {
  messages,
  type ListedProduct,
  type Product,
  type ProductInput,
  type ProductPatch,
} from '@vitrine/contract/products';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { notifyOfLevel } from '../../kit/notify/notify-of-level.ts';
import { definedColumns } from '../../kit/rows/defined-columns.ts';
import { titleOrder } from '../../kit/rows/title-order.ts';
import { orNotFound, notFound, refuse } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { holdersOf } from './product-holders.ts';

const columns = ['id', 'title', 'status'] as const;

/** All products of the school, each with the number of members who hold it. */
export const listProducts = ({ db }: TenantTransaction): Promise<ListedProduct[]> =>
  db
    .selectFrom('products')
    .select(columns)
    .select(sql<number>`${sql.raw(holdersOf('products.id'))}`.as('members_count'))
    .select(
      sql<ListedProduct['courses']>`coalesce((
        SELECT jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title) ORDER BY c.id)
        FROM course_products cp JOIN courses c ON c.id = cp.course_id
        WHERE cp.product_id = products.id), '[]')`.as('courses'),
    )
    .orderBy(sql.raw(titleOrder('title')))
    .orderBy('id')
    .$castTo<ListedProduct>()
    .execute();

/** Adds a product. Nobody holds it yet, and it opens nothing. */
export const addProduct = (
  { db }: TenantTransaction,
  { title, status }: z.output<typeof ProductInput>,
): Promise<Product> =>
  db
    .insertInto('products')
    .values({ title, status })
    .returning(columns)
    .$castTo<Product>()
    .executeTakeFirstOrThrow();

/**
 * Changes a product. One that is active again may raise its holders to a level, which notifies them.
 * Throws 404 for an unknown id.
 */
export async function changeProduct(
  tx: TenantTransaction,
  id: number,
  { title, status }: z.output<typeof ProductPatch>,
): Promise<Product> {
  const before = orNotFound(
    await tx.db
      .selectFrom('products')
      .select('status')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst(),
  );
  const changed = await tx.db
    .updateTable('products')
    .set(definedColumns({ title, status }))
    .where('id', '=', id)
    .returning(columns)
    .$castTo<Product>()
    .executeTakeFirstOrThrow();
  if (before.status !== 'active' && changed.status === 'active') await notifyOfLevelsBy(tx, id);
  return changed;
}

async function notifyOfLevelsBy(tx: TenantTransaction, productId: number) {
  const levels = await tx.db
    .selectFrom('level_products')
    .select('level_id')
    .where('product_id', '=', productId)
    .execute();
  for (const { level_id: levelId } of levels) await notifyOfLevel(tx, { levelId });
}

/**
 * 409 while a member holds it. The lock blocks a concurrent grant. An account that waits for its
 * erasure holds up nobody: it loses the product.
 */
export async function removeProduct({ db }: TenantTransaction, id: number) {
  const product = await db
    .selectFrom('products')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!product) throw notFound();
  const { count } = await db
    .selectFrom('products')
    .select(sql<number>`${sql.raw(holdersOf('products.id'))}`.as('count'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (count) throw refuse('product_held', messages.held, 409, { values: { count } });
  await db.deleteFrom('member_products').where('product_id', '=', id).execute();
  await db.deleteFrom('products').where('id', '=', id).execute();
}
