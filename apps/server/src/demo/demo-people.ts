import { MemberInput } from '@vitrine/contract/members';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { addMember } from '../features/members/members.store.ts';
import type { TenantTransaction } from '../platform/database.ts';

const both = ['Plano Luz', 'Plano Estúdio'];

export const people = {
  ana: { name: 'Ana Beltrão', roles: ['instructor'], products: [] },
  duda: {
    name: 'Maria Eduarda de Albuquerque Cavalcanti Nogueira dos Santos',
    roles: ['student'],
    products: both,
  },
  osvaldo: { name: 'Seu Osvaldo', roles: ['student'], products: ['Plano Luz'] },
  taina: { name: 'Tainá Ribeiro Prado', roles: ['student'], products: both },
  kaue: { name: 'Kauê Fontes', roles: ['student'], products: ['Plano Luz'] },
  julia: { name: 'Júlia & Bento', roles: ['student'], products: ['Plano Estúdio'] },
} as const;
export type Who = keyof typeof people;
export type Members = ReadonlyMap<Who, number>;

export const viewerOf = (members: Members, who: Who) => ({
  id: members.get(who)!,
  staff: people[who].roles[0] !== 'student',
});

/** They came two months ago, and were in yesterday. */
export async function addDemoPeople(
  tx: TenantTransaction,
  products: ReadonlyMap<string, number>,
): Promise<Members> {
  const members = new Map<Who, number>();
  for (const [who, { name, roles, products: held }] of Object.entries(people)) {
    const input = z.parse(MemberInput, {
      name,
      email: `${who}@example.com`,
      roles,
      product_ids: held.map((title) => products.get(title)),
    });
    members.set(who as Who, (await addMember(tx, input, null)).id);
  }
  await tx.db
    .updateTable('members')
    .set({ created_at: sql<Date>`now() - interval '60 days'` })
    .execute();
  await tx.db
    .updateTable('members')
    .set({ last_seen_at: sql<Date>`now() - interval '1 day'` })
    .where('id', 'in', [...members.values()])
    .execute();
  return members;
}
