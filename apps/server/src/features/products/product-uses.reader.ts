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

/** An inactive product opens nothing: a thing that keeps only such ones loses its last one. */
const activeOnly = `JOIN products p ON p.id = other.product_id AND p.status = 'active'`;

/** Things of `owner`, bound to products by the rows of `table`. `kept` joins what keeps a thing open. */
const boundBy = (
  kind: Kind,
  table: string,
  owner: string,
  key: string,
  title: string,
  kept = '',
) => ({
  kind,
  table,
  sql: `
      SELECT thing.id, ${title} AS title, NOT EXISTS (
        SELECT FROM ${table} other ${kept}
        WHERE other.${key} = thing.id
          AND other.product_id <> :productId
      ) AS last
      FROM ${table} bound
      JOIN ${owner} thing ON thing.id = bound.${key}
      WHERE bound.product_id = :productId`,
});

/** Every table that refers to products, members' aside. A test finds one that is missing here. */
export const productUses: readonly ProductUse[] = [
  boundBy('course', 'course_products', 'courses', 'course_id', 'thing.title', activeOnly),
  {
    kind: 'marquee',
    table: 'marquees',
    sql: `
      SELECT m.id, m.text AS title, true AS last FROM marquees m
      WHERE m.product_id = :productId`,
  },
  {
    kind: 'quiz',
    table: 'quiz_products',
    sql: `
      SELECT q.id, q.name AS title, NOT EXISTS (
        SELECT FROM quiz_products other
        WHERE other.quiz_id = q.id
          AND other.product_id <> :productId
      ) AS last
      FROM quiz_products qp JOIN quizzes q ON q.id = qp.quiz_id
      WHERE qp.product_id = :productId`,
  },
  boundBy(
    'community',
    'community_products',
    'communities',
    'community_id',
    'thing.title',
    activeOnly,
  ),
  boundBy('channel', 'channel_products', 'channels', 'channel_id', 'thing.title'),
  boundBy('level', 'level_products', 'levels', 'level_id', 'thing.name', activeOnly),
  boundBy(
    'reward',
    'reward_products',
    '(SELECT * FROM rewards WHERE removed_at IS NULL)',
    'reward_id',
    'thing.name',
  ),
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
  boundBy('live', 'live_products', 'lives', 'live_id', 'thing.title', activeOnly),
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
  const [uses] = await tx.run(usesOfProduct, { tenantId: tx.tenantId, productId: id });
  return orNotFound(uses);
}
