import { productUseKinds, type ProductUses } from '@vitrine/contract/products';
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
  /** `id`, `title` and `last` of the things that a product is bound to. */
  sql: string;
}

interface BoundThings {
  /** The table of the things, or a selection of it. */
  things: string;
  /** The column of their title. */
  title: 'title' | 'name';
  /** Only active products keep such a thing open: an inactive one opens nothing. */
  activeOnly?: true;
}

/** Things that the rows of `{kind}_products` bind to products. */
const boundBy = (kind: Kind, { things, title, activeOnly }: BoundThings): ProductUse => {
  const table = `${kind}_products`;
  const key = `${kind}_id`;
  return {
    kind,
    table,
    sql: `
      SELECT thing.id, thing.${title} AS title, NOT EXISTS (
        SELECT FROM ${table} other
        ${activeOnly ? `JOIN products p ON p.id = other.product_id AND p.status = 'active'` : ''}
        WHERE other.${key} = thing.id
          AND other.product_id <> :productId
      ) AS last
      FROM ${table} bound
      JOIN ${things} thing ON thing.id = bound.${key}
      WHERE bound.product_id = :productId`,
  };
};

/** Every table that refers to products, members' aside. A test finds one that is missing here. */
export const productUses: readonly ProductUse[] = [
  boundBy('course', { things: 'courses', title: 'title', activeOnly: true }),
  {
    kind: 'marquee',
    table: 'marquees',
    sql: `
      SELECT m.id, m.text AS title, true AS last FROM marquees m
      WHERE m.product_id = :productId`,
  },
  boundBy('quiz', { things: 'quizzes', title: 'name' }),
  boundBy('community', { things: 'communities', title: 'title', activeOnly: true }),
  boundBy('channel', { things: 'channels', title: 'title', activeOnly: true }),
  boundBy('level', { things: 'levels', title: 'name', activeOnly: true }),
  boundBy('reward', {
    things: '(SELECT * FROM rewards WHERE removed_at IS NULL)',
    title: 'name',
  }),
  {
    kind: 'delivery',
    table: 'rewards',
    sql: `
      SELECT r.id, r.name AS title, true AS last FROM rewards r
      WHERE r.deliverable_product = :productId
        AND r.removed_at IS NULL`,
  },
  {
    kind: 'points',
    table: 'points_products',
    sql: `
      SELECT p.id, p.title, NOT EXISTS (
        SELECT FROM points_products other
        WHERE other.product_id <> :productId
      ) AS last
      FROM points_products pp JOIN products p ON p.id = pp.product_id
      WHERE pp.product_id = :productId`,
  },
  boundBy('live', { things: 'lives', title: 'title', activeOnly: true }),
];

const usesOfProduct = statement({
  name: 'products.uses',
  sql: `
    SELECT
      ${holdersOf('p.id')} AS members,
      (SELECT coalesce(json_agg(json_build_object(
         'kind', thing.kind, 'id', thing.id, 'title', thing.title, 'last', thing.last
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
        last: z.boolean(),
      }),
    ),
  }),
});

/** Reads what deleting a product affects. */
export async function readProductUses(tx: TenantTransaction, id: number): Promise<ProductUses> {
  const [uses] = await tx.run(usesOfProduct, { productId: id });
  return orNotFound(uses);
}
