import * as z from 'zod/mini';
import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { versionedCache } from '../versioned-cache.ts';

/** Viewers who may see the same: all of the staff, or all students with the same active products. */
export interface Audience {
  staff: boolean;
  /** Ids of active products. Empty for staff, who need none. */
  products: number[];
}

/** Cache key of an audience: members with the same products share it. */
export const audienceKey = ({ staff, products }: Audience) =>
  staff ? 'staff' : products.join(',');

/** The school's data that decides who may see what. */
export interface AccessFacts {
  seesBlocked: boolean;
  inactiveProducts: number[];
}

const accessFacts = statement({
  name: 'access-facts',
  sql: `SELECT s.show_blocked_content AS "seesBlocked", ARRAY(
      SELECT p.id FROM products p
      WHERE p.status <> 'active') AS "inactiveProducts"
    FROM platform_settings s`,
  row: z.object({ seesBlocked: z.boolean(), inactiveProducts: z.array(z.number()) }),
});

/** Reads the access facts of the reader’s school. */
export const readAccessFacts = async (reader: TenantReader): Promise<AccessFacts> =>
  (await reader.run(accessFacts))[0]!;

const MAX_BYTES = 2 * 1024 * 1024;

/** Caches the access facts of schools. */
export function accessFactsCache() {
  const cache = versionedCache<AccessFacts>({
    maxBytes: MAX_BYTES,
    bytes: ({ inactiveProducts }) => 300 + inactiveProducts.length * 8,
  });
  return (reader: TenantReader, version: number) =>
    cache(String(reader.tenantId), version, () => readAccessFacts(reader));
}

/** @param memberProducts the products that the viewer holds, active or not, in order */
export const audienceOf = (
  staff: boolean,
  memberProducts: number[],
  { inactiveProducts }: AccessFacts,
): Audience => ({
  staff,
  products: staff ? [] : memberProducts.filter((id) => !inactiveProducts.includes(id)),
});
