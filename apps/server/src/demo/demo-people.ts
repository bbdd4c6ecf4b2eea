import { MemberInput } from '@vitrine/contract/members';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { addMember } from '../features/members/members.store.ts';
import type { TenantTransaction } from '../platform/database.ts';

const both = ['Plano Luz', 'Plano Estúdio'];
const light = ['Plano Luz'];
const studio = ['Plano Estúdio'];

/** `days`: the number of days since the member joined. */
export const people = {
  ana: { name: 'Ana Beltrão', roles: ['instructor'], products: [], days: 90 },
  duda: {
    name: 'Maria Eduarda de Albuquerque Cavalcanti Nogueira dos Santos',
    roles: ['student'],
    products: both,
    days: 62,
  },
  osvaldo: { name: 'Seu Osvaldo', roles: ['student'], products: light, days: 48 },
  taina: { name: 'Tainá Ribeiro Prado', roles: ['student'], products: both, days: 57 },
  kaue: { name: 'Kauê Fontes', roles: ['student'], products: light, days: 15 },
  julia: { name: 'Júlia & Bento', roles: ['student'], products: studio, days: 33 },
  beatriz: { name: 'Beatriz Yamamoto', roles: ['student'], products: both, days: 41 },
  rafael: { name: 'Rafael Quintino', roles: ['student'], products: light, days: 29 },
  lourdes: { name: 'Lourdes Amaral', roles: ['student'], products: light, days: 26 },
  caio: { name: 'Caio Teles', roles: ['student'], products: studio, days: 22 },
} as const;
export type Who = keyof typeof people;
export type Members = ReadonlyMap<Who, number>;

export const viewerOf = (members: Members, who: Who) => ({
  id: members.get(who)!,
  staff: people[who].roles[0] !== 'student',
});

/** Adds the members. They joined one after the other, and their last visit was yesterday. */
export async function addDemoPeople(
  tx: TenantTransaction,
  products: ReadonlyMap<string, number>,
): Promise<Members> {
  const members = new Map<Who, number>();
  for (const [who, { name, roles, products: held, days }] of Object.entries(people)) {
    const input = z.parse(MemberInput, {
      name,
      email: `${who}@example.com`,
      roles,
      product_ids: held.map((title) => products.get(title)),
    });
    const { id } = await addMember(tx, input, null);
    members.set(who as Who, id);
    const came = sql<Date>`now() - ${days} * interval '1 day'`;
    await tx.db
      .updateTable('members')
      .set({ created_at: came, last_seen_at: sql<Date>`now() - interval '1 day'` })
      .where('id', '=', id)
      .execute();
    await tx.db
      .updateTable('member_products')
      .set({ granted_at: came })
      .where('member_id', '=', id)
      .execute();
  }
  return members;
}
