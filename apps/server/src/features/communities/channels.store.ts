import {
  limits,
  messages,
  type Channel,
  type ChannelInput,
  type ChannelPatch,
} from '@vitrine/contract/communities';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { channelAccess, communityAccess, readerCte } from '../../kit/access/community-access.ts';
import { viewerValues, type CourseViewer } from '../../kit/access/course-access.ts';
import { requireProducts, setProducts } from '../../kit/access/product-access.ts';
import { channelJson } from '../../kit/community-json.ts';
import { claimedFiles, releaseFiles } from '../../kit/files/claim-files.ts';
import { allowLongStatement } from '../../kit/long-removal.ts';
import { definedColumns } from '../../kit/rows/defined-columns.ts';
import { lockRows } from '../../kit/rows/lock-rows.ts';
import { lockList, reorder } from '../../kit/rows/ordering.ts';
import { lockVersion, nextVersion } from '../../kit/rows/versions.ts';
import { orNotFound, refuse } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';

const products = { table: 'channel_products', column: 'channel_id' } as const;

const channelById = statement({
  name: 'communities.channel',
  sql: `WITH ${readerCte}
    SELECT ${channelJson} AS channel
    FROM channels ch
    JOIN communities c ON c.id = ch.community_id
    ${communityAccess('c')} ${channelAccess('ch', 'c')}
    WHERE ch.id = :channelId`,
  row: z.object({ channel: z.custom<Channel>() }),
});

async function readChannel(tx: TenantTransaction, viewer: CourseViewer, id: number) {
  const [row] = await tx.run(channelById, { ...viewerValues(viewer), channelId: id });
  return orNotFound(row).channel;
}

/**
 * Adds a channel at the end of its community. Throws 404 for an unknown community or product, 409
 * at the limit.
 */
export async function addChannel(
  tx: TenantTransaction,
  viewer: CourseViewer,
  communityId: number,
  { title, description, product_ids }: ChannelInput,
): Promise<Channel> {
  await lockList(tx, 'channels', communityId);
  orNotFound(
    await tx.db
      .selectFrom('communities')
      .select('id')
      .where('id', '=', communityId)
      .forKeyShare()
      .executeTakeFirst(),
  );
  await requireProducts(tx, product_ids);
  const { count, last } = await tx.db
    .selectFrom('channels')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('position').as('last')])
    .where('community_id', '=', communityId)
    .executeTakeFirstOrThrow();
  if (count >= limits.channels) throw refuse('channels_full', messages.tooManyChannels, 409);
  const { id } = await tx.db
    .insertInto('channels')
    .values({
      community_id: communityId,
      title,
      description: description ?? '',
      position: (last ?? 0) + 1,
      restricted: product_ids.length > 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setProducts(tx, products, id, product_ids);
  return readChannel(tx, viewer, id);
}

/**
 * Changes a channel. `order` moves it within its community: its new place, from 1. Throws 409 with
 * the current channel if `version` is out of date, 404 if there is none.
 */
export async function changeChannel(
  tx: TenantTransaction,
  viewer: CourseViewer,
  id: number,
  { title, description, product_ids, order, version }: ChannelPatch,
): Promise<Channel> {
  // Before the row: two moves at once would each hold their row and wait for the other's.
  if (order !== undefined) await lockListOf(tx, id);
  await lockVersion(tx, {
    table: 'channels',
    id,
    version,
    current: () => readChannel(tx, viewer, id),
  });
  if (product_ids) await setProducts(tx, products, id, product_ids);
  await tx.db
    .updateTable('channels')
    .set({
      ...definedColumns({ title, description, restricted: product_ids && product_ids.length > 0 }),
      version: nextVersion,
    })
    .where('id', '=', id)
    .execute();
  if (order !== undefined) await moveTo(tx, id, order);
  return readChannel(tx, viewer, id);
}

/** Locks the list of a channel's community. */
async function lockListOf(tx: TenantTransaction, id: number) {
  const row = await tx.db
    .selectFrom('channels')
    .select('community_id')
    .where('id', '=', id)
    .executeTakeFirst();
  await lockList(tx, 'channels', orNotFound(row).community_id);
}

/** Moves a channel to a place, from 1. Its list must be locked. */
async function moveTo(tx: TenantTransaction, id: number, place: number) {
  const { community_id } = await tx.db
    .selectFrom('channels')
    .select('community_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const rows = await tx.db
    .selectFrom('channels')
    .select('id')
    .where('community_id', '=', community_id)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const ids = rows.map((row) => row.id).filter((other) => other !== id);
  ids.splice(place - 1, 0, id);
  await reorder(tx, { table: 'channels', ids, within: { community_id }, current: async () => ids });
}

/** Removes a channel with its posts. */
export async function removeChannel(tx: TenantTransaction, id: number) {
  await lockListOf(tx, id);
  await allowLongStatement(tx);
  await lockRows(tx, 'channels', { id });
  await lockRows(tx, 'posts', { channel_id: id });
  const before = await claimedFiles(tx, 'community_files', { channel_id: id });
  orNotFound(
    await sql<{ id: number }>`DELETE FROM channels WHERE id = ${id} RETURNING id`
      .execute(tx.db)
      .then(({ rows }) => rows[0]),
  );
  await releaseFiles(tx, 'community_files', before);
}
