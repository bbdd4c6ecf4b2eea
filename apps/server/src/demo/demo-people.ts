import { MemberInput } from '@vitrine/contract/members';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { addMember } from '../features/members/members.store.ts';
import type { TenantTransaction } from '../platform/database.ts';

const allProducts = ['Plano Luz', 'Plano Estúdio'];
const light = ['Plano Luz'];
const studio = ['Plano Estúdio'];

/** `days`: the number of days since the member joined. */
export const people = {
  ana: { name: 'Ana Beltrão', roles: ['instructor'], products: [], days: 90 },
  duda: {
    name: 'Maria Eduarda de Albuquerque Cavalcanti Nogueira dos Santos',
    roles: ['student'],
    products: allProducts,
    days: 62,
  },
  osvaldo: { name: 'Seu Osvaldo', roles: ['student'], products: light, days: 48 },
  taina: { name: 'Tainá Ribeiro Prado', roles: ['student'], products: allProducts, days: 57 },
  kaue: { name: 'Kauê Fontes', roles: ['student'], products: light, days: 15 },
  julia: { name: 'Júlia & Bento', roles: ['student'], products: studio, days: 33 },
  beatriz: { name: 'Beatriz Yamamoto', roles: ['student'], products: allProducts, days: 41 },
  rafael: { name: 'Rafael Quintino', roles: ['student'], products: light, days: 29 },
  lourdes: { name: 'Lourdes Amaral', roles: ['student'], products: light, days: 26 },
  caio: { name: 'Caio Teles', roles: ['student'], products: studio, days: 22 },
} as const;
/** The key of a person of the demo school. */
export type PersonKey = keyof typeof people;
/** The members of the demo school, as ids by their key. */
export type Members = ReadonlyMap<PersonKey, number>;

/** A person of the demo school as the viewer that a store function takes. */
export const viewerOf = (members: Members, person: PersonKey) => ({
  id: members.get(person)!,
  staff: people[person].roles[0] !== 'student',
});

/** Adds the members. They joined one after the other, and their last visit was yesterday. */
export async function addDemoPeople(
  tx: TenantTransaction,
  products: ReadonlyMap<string, number>,
): Promise<Members> {
  const members = new Map<PersonKey, number>();
  for (const [key, { name, roles, products: productNames, days }] of Object.entries(people)) {
    const input = z.parse(MemberInput, {
      name,
      email: `${key}@example.com`,
      roles,
      product_ids: productNames.map((title) => products.get(title)),
    });
    const { id } = await addMember(tx, input, null);
    members.set(key as PersonKey, id);
    const joinedAt = sql<Date>`now() - ${days} * interval '1 day'`;
    await tx.db
      .updateTable('members')
      .set({ created_at: joinedAt, last_seen_at: sql<Date>`now() - interval '1 day'` })
      .where('id', '=', id)
      .execute();
    await tx.db
      .updateTable('member_products')
      .set({ granted_at: joinedAt })
      .where('member_id', '=', id)
      .execute();
  }
  return members;
}
