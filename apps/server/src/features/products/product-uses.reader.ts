import { otherProducts, productUseKinds, type ProductUses } from '@vitrine/contract/products';
import * as z from 'zod/mini';
import { titleOrder } from '../../kit/rows/title-order.ts';
import { orNotFound } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { holdersOf } from './product-holders.ts';

type Kind = (typeof productUseKinds)[number];

interface ProductUse {
  kind: Kind;
  /** The table that refers to products. */
  table: string;
  /** `id`, `title` and `others` of the things that a product is bound to. */
  sql: string;
}

interface BoundThings {
  /** The table of the things, or a selection of it. */
  things: string;
  /** The column of their title. */
  title: 'title' | 'name';
}

/** As SQL: `others` of the bound things that a condition selects. 'active' sorts before 'inactive'. */
const others = (table: string, condition: string) => `(
  SELECT coalesce(min(p.status), 'none')
  FROM ${table} other JOIN products p ON p.id = other.product_id
  WHERE ${condition}
    AND other.product_id <> :productId) AS others`;

/** Things that the rows of `{kind}_products` bind to products. */
const boundBy = (kind: Kind, { things, title }: BoundThings): ProductUse => {
  const table = `${kind}_products`;
  const key = `${kind}_id`;
  return {
    kind,
    table,
    sql: `
      SELECT thing.id, thing.${title} AS title, ${others(table, `other.${key} = thing.id`)}
      FROM ${table} bound
      JOIN ${things} thing ON thing.id = bound.${key}
      WHERE bound.product_id = :productId`,
  };
};

/** Every table that refers to products, members' aside. A test finds one that is missing here. */
export const productUses: readonly ProductUse[] = [
  boundBy('course', { things: 'courses', title: 'title' }),
  {
    kind: 'marquee',
    table: 'marquees',
    sql: `
      SELECT m.id, m.text AS title, 'none' AS others FROM marquees m
      WHERE m.product_id = :productId`,
  },
  boundBy('quiz', { things: 'quizzes', title: 'name' }),
  boundBy('community', { things: 'communities', title: 'title' }),
  boundBy('channel', { things: 'channels', title: 'title' }),
  boundBy('level', { things: 'levels', title: 'name' }),
  boundBy('reward', {
    things: '(SELECT * FROM rewards WHERE removed_at IS NULL)',
    title: 'name',
  }),
  {
    kind: 'delivery',
    table: 'rewards',
    sql: `
      SELECT r.id, r.name AS title, 'none' AS others FROM rewards r
      WHERE r.deliverable_product = :productId
        AND r.removed_at IS NULL`,
  },
  {
    kind: 'points',
    table: 'points_products',
    sql: `
      SELECT product.id, product.title, ${others('points_products', 'true')}
      FROM points_products pp JOIN products product ON product.id = pp.product_id
      WHERE pp.product_id = :productId`,
  },
  boundBy('live', { things: 'lives', title: 'title' }),
];

const usesOfProduct = statement({
  name: 'products.uses',
  sql: `
    SELECT
      ${holdersOf('p.id')} AS members,
      (SELECT coalesce(json_agg(json_build_object(
         'kind', thing.kind, 'id', thing.id, 'title', thing.title, 'others', thing.others
       ) ORDER BY thing.place, ${titleOrder('thing.title')}, thing.id), '[]')
       FROM (${productUses
         .map(
           ({ kind, sql }, place) =>
             `SELECT ${place} AS place, '${kind}' AS kind, * FROM (${sql}) AS of`,
         )
         .join(' UNION ALL ')}) AS thing) AS things
    FROM products p WHERE p.id = :productId`,
  row: z.object({
    members: z.int(),
    things: z.array(
      z.object({
        kind: z.enum(productUseKinds),
        id: z.int(),
        title: z.string(),
        others: z.enum(otherProducts),
      }),
    ),
  }),
});

/** Reads what deleting a product affects. */
export async function readProductUses(tx: TenantTransaction, id: number): Promise<ProductUses> {
  const [uses] = await tx.run(usesOfProduct, { productId: id });
  return orNotFound(uses);
}
