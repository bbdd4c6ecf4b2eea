import { sql } from 'kysely';
import type { TenantTransaction } from '../../platform/database.ts';
import { productKey, type Person, type Products } from './people.ts';

/** Active ones; of two with the same title the older. */
export async function namedProducts({ db }: TenantTransaction): Promise<Products> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'title'])
    .where('status', '=', 'active')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map(({ id, title }) => [productKey(title), id]));
}

interface NewMember {
  id: number;
  name: string;
  email: string;
}

/**
 * Makes members of those who are not yet, and adds the products to all of them: what somebody holds
 * already stays.
 *
 * @returns the new ones
 */
export async function addPeople(
  { db, tenantId }: TenantTransaction,
  people: Person[],
): Promise<NewMember[]> {
  const { rows } = await sql<NewMember>`
    INSERT INTO members (name, email)
    SELECT * FROM unnest(${people.map(({ name }) => name)}::text[], ${people.map(({ email }) => email)}::text[])
    ON CONFLICT (tenant_id, lower(email)) DO NOTHING
    RETURNING id, name, email`.execute(db);
  const grants = people.flatMap(({ email, product_ids }) =>
    product_ids.map((product_id) => ({ email, product_id })),
  );
  await sql`
    INSERT INTO member_products (member_id, product_id)
    SELECT m.id, wanted.product_id
    FROM unnest(${grants.map(({ email }) => email)}::text[], ${grants.map(({ product_id }) => product_id)}::bigint[])
      AS wanted (email, product_id)
    JOIN members m ON m.tenant_id = ${tenantId} AND lower(m.email) = lower(wanted.email)
    ON CONFLICT DO NOTHING`.execute(db);
  return rows;
}
