import { communities, limits, messages } from '@vitrine/contract/communities';
import { messages as common } from '@vitrine/contract/messages';
import { sql } from 'kysely';
import { claimedFiles, releaseFiles } from '../../kit/files/claim-files.ts';
import { wireObject } from '../../kit/http/answers.ts';
import { allowLongStatement } from '../../kit/long-removal.ts';
import { lockRows } from '../../kit/rows/lock-rows.ts';
import { lockList, reorder } from '../../kit/rows/ordering.ts';
import { notFound, orNotFound, refuse } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { editor, indexCommunities } from './communities.reader.ts';

/** The products that open a community, for `setProducts`. */
export const communityProducts = { table: 'community_products', column: 'community_id' } as const;

/**
 * Inserts a community at the end of the list, and returns its id. The first one is the main one
 * (contract, decision 2). Throws 409 at the limit of a school.
 */
export async function insertCommunity(tx: TenantTransaction, title: string): Promise<number> {
  await lockList(tx, 'communities');
  const { count } = await tx.db
    .selectFrom('communities')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= limits.perSchool) throw refuse('communities_full', messages.tooMany, 409);
  const { id } = await tx.db
    .insertInto('communities')
    .values({
      title,
      position: sql<number>`(SELECT coalesce(max(position), 0) + 1 FROM communities)`,
      principal: sql<boolean>`NOT EXISTS (SELECT FROM communities WHERE principal)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Activates or deactivates a community. Only staff enter an inactive one. Throws 404 if there is
 * none.
 */
export async function setActive({ db }: TenantTransaction, id: number, active: boolean) {
  const row = await db
    .updateTable('communities')
    .set({ active })
    .where('id', '=', id)
    .returning(['id', 'active'])
    .executeTakeFirst();
  return orNotFound(row);
}

/**
 * Saves the whole order. Throws 409 with the current list if a community is missing or two have the
 * same place, 404 for one of another school.
 */
export async function orderCommunities(
  tx: TenantTransaction,
  order: { id: number; order: number }[],
) {
  // As the call answers it: flags as 0 and 1.
  const current = async () => wireObject(communities.index, await indexCommunities(tx, editor));
  const places = new Set(order.map(({ order }) => order));
  const communityIds = new Set((await indexCommunities(tx, editor)).map(({ id }) => id));
  if (order.some(({ id }) => !communityIds.has(id))) throw notFound();
  if (places.size !== order.length)
    throw refuse('stale_order', common.staleOrder, 409, { data: await current() });
  const ids = order.toSorted((a, b) => a.order - b.order).map(({ id }) => id);
  await reorder(tx, { table: 'communities', ids, current });
}

/**
 * Removes a community with all that is in it. If it was the main one, the next in order becomes it.
 */
export async function removeCommunity(tx: TenantTransaction, id: number) {
  await lockList(tx, 'communities');
  await allowLongStatement(tx);
  await lockRows(tx, 'communities', { id });
  await lockRows(tx, 'channels', { community_id: id });
  await lockRows(tx, 'posts', { community_id: id });
  const before = await claimedFiles(tx, 'community_files', { community_id: id });
  const removed = orNotFound(
    await tx.db
      .deleteFrom('communities')
      .where('id', '=', id)
      .returning(['principal', 'position'])
      .executeTakeFirst(),
  );
  if (removed.principal)
    await sql`
      UPDATE communities SET principal = true WHERE id = (
        SELECT id FROM communities
        ORDER BY position <= ${removed.position}, position, id LIMIT 1)`.execute(tx.db);
  await releaseFiles(tx, 'community_files', before);
}
