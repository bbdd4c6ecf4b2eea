import { firstName } from '@vitrine/contract/names';
import * as z from 'zod/mini';
import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';

const SENT_NAMES = 20;
/** Maximum number of members to draw them from: a product may have a million. */
const MAX_HOLDERS = 1000;

const names = statement({
  name: 'catalog.marquee-names',
  sql: `SELECT ARRAY(
    SELECT m.name::text
    FROM (
      SELECT member_id FROM (
        SELECT member_id FROM member_products
        WHERE product_id = :productId LIMIT ${MAX_HOLDERS}) AS holders
      ORDER BY random() LIMIT ${SENT_NAMES}) AS drawn
    JOIN members m ON m.id = drawn.member_id
      AND NOT is_staff(m.roles) AND m.erase_at IS NULL) AS names`,
  row: z.object({ names: z.array(z.string()) }),
});

/** Draws first names of students who hold the product, for the marquee. Each comes once. */
export const drawNames = async (reader: TenantReader, productId: number) => [
  ...new Set((await reader.run(names, { productId }))[0]!.names.map(firstName)),
];
