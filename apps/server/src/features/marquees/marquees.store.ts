import { messages, type Marquee, type MarqueeInput } from '@vitrine/contract/marquees';
import { sql } from 'kysely';
import { constraint, orNotFound, refuse } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';

const columns = [
  'id',
  'text',
  'product_id',
  'timer',
  'url',
  sql<'horizontal'>`'horizontal'`.as('type'),
  'tenant_id',
] as const;

// The message stands under `data` too, where the specification's client reads it (B section 7).
constraint('marquees_tenant_id_product_id_key', () =>
  refuse('product_taken', messages.taken, 409, { data: messages.taken }),
);

/** All marquees of the school, in the order of their creation. */
export const listMarquees = ({ db }: TenantTransaction): Promise<Marquee[]> =>
  db.selectFrom('marquees').select(columns).orderBy('id').execute();

/** Throws 409 if the product already has a marquee (B section 5). */
export const addMarquee = ({ db }: TenantTransaction, input: MarqueeInput): Promise<Marquee> =>
  db.insertInto('marquees').values(rowOf(input)).returning(columns).executeTakeFirstOrThrow();

/** Throws 404 for an unknown id, and 409 if the product has another marquee. */
export async function changeMarquee(
  { db }: TenantTransaction,
  id: number,
  input: MarqueeInput,
): Promise<Marquee> {
  const changed = await db
    .updateTable('marquees')
    .set(rowOf(input))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  return orNotFound(changed);
}

/** Throws 404 for an unknown id. */
export async function removeMarquee({ db }: TenantTransaction, id: number) {
  orNotFound(
    await db.deleteFrom('marquees').where('id', '=', id).returning('id').executeTakeFirst(),
  );
}

const rowOf = ({ text, product_id, timer, url }: MarqueeInput) => ({
  text,
  product_id,
  timer,
  url,
});
