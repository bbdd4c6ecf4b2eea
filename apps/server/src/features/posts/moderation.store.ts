import { DAY_MS } from '@vitrine/contract/durations';
import { limits, messages } from '@vitrine/contract/posts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { CourseViewer } from '../../kit/access/course-access.ts';
import { claimedFiles, releaseFiles } from '../../kit/files/claim-files.ts';
import { allowLongStatement } from '../../kit/long-removal.ts';
import { cursorPage, microsecondsSql, timestampOfSql } from '../../kit/rows/pagination.ts';
import { orNotFound, refuse } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { enqueueOnceADay } from '../../platform/jobs.ts';
import { statement } from '../../platform/statement.ts';
import { postJson, type PostWithoutUrls } from './post-json.ts';
import { notifyOfRemoval } from './posts.notifications.ts';
import { RESTORABLE_SINCE } from './posts.reader.ts';
import { answerReports } from './reports.store.ts';

const PAGE = 20;
/** Posts that one job deletes at most. */
const PURGE_BATCH = 500;

const restorableSince = sql.raw<Date>(RESTORABLE_SINCE);

/**
 * Pins a post. 409 if the channel has three pinned ones. Locks the channel's row while it counts
 * them.
 */
export async function pinPost(tx: TenantTransaction, id: number) {
  const { channel_id, pinned_at } = await findShown(tx, id);
  if (pinned_at) return;
  await sql`SELECT FROM channels WHERE id = ${channel_id} FOR NO KEY UPDATE`.execute(tx.db);
  const { count } = await tx.db
    .selectFrom('posts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('channel_id', '=', channel_id)
    .where('pinned_at', 'is not', null)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (count >= limits.pinned) throw refuse('pins_full', messages.pinsFull, 409);
  await tx.db
    .updateTable('posts')
    .set({ pinned_at: sql`now()` })
    .where('id', '=', id)
    .where('channel_id', '=', channel_id)
    // A post that was pinned after its removal would come back as a fourth.
    .where('removed_at', 'is', null)
    .execute();
}

/** Throws 404 for a removed post. One that is not pinned stays as it is. */
export async function unpinPost(tx: TenantTransaction, id: number) {
  await findShown(tx, id);
  await tx.db.updateTable('posts').set({ pinned_at: null }).where('id', '=', id).execute();
}

/** Closes or opens the comments of a post: staff may write on. Throws 404 for a removed post. */
export async function closeComments(tx: TenantTransaction, id: number, closed: boolean) {
  await findShown(tx, id);
  await tx.db.updateTable('posts').set({ comments_closed: closed }).where('id', '=', id).execute();
}

/** Throws 404 for an unknown or removed post. */
const findShown = async ({ db }: TenantTransaction, id: number) =>
  orNotFound(
    await db
      .selectFrom('posts')
      .select(['channel_id', 'pinned_at'])
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .executeTakeFirst(),
  );

/** Removes a post and answers its reports. Staff may restore it for 30 days. */
export async function removeAsStaff(
  tx: TenantTransaction,
  viewer: CourseViewer,
  id: number,
  reason: string,
) {
  const removed = await tx.db
    .updateTable('posts')
    .set({
      removed_at: sql`now()`,
      removed_by: viewer.id,
      removed_reason: reason,
      pinned_at: null,
    })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  orNotFound(removed);
  await answerReports(tx, viewer, { post_id: id, comment_id: null }, 'removed');
  await notifyOfRemoval(tx, viewer, id, 'post_removed');
  await enqueueOnceADay(tx, 'purge-posts', (limits.restoreDays + 1) * DAY_MS);
}

/** Restores a post. 404 where it was not removed, or more than 30 days ago. */
export async function restorePost(tx: TenantTransaction, viewer: CourseViewer, id: number) {
  const restored = await tx.db
    .updateTable('posts')
    .set({ removed_at: null, removed_by: null, removed_reason: null })
    .where('id', '=', id)
    .where('removed_at', '>', restorableSince)
    .returning('id')
    .executeTakeFirst();
  orNotFound(restored);
  // Its answered reports would go on to say that the team removed it.
  await tx.db
    .updateTable('post_reports')
    .set({ answer: 'kept', answered_at: sql`now()`, answered_by: viewer.id })
    .where('post_id', '=', id)
    .where('comment_id', 'is', null)
    .where('answer', '=', 'removed')
    .execute();
  await notifyOfRemoval(tx, viewer, id, 'post_restored');
}

const removedPosts = statement({
  name: 'posts.removed',
  sql: `SELECT ${postJson} AS post, ${microsecondsSql('p.removed_at')} AS at FROM posts p
    WHERE p.removed_at > ${RESTORABLE_SINCE} AND (:after::bigint IS NULL
      OR (p.removed_at, p.id) < (${timestampOfSql(':after')}, :id::bigint))
    ORDER BY p.removed_at DESC, p.id DESC LIMIT ${PAGE + 1}`,
  row: z.object({ post: z.custom<PostWithoutUrls>(), at: z.number() }),
});

/** Lists removed posts that staff can restore. */
export async function listRemoved(
  tx: TenantTransaction,
  viewer: CourseViewer,
  cursor: string | undefined,
) {
  const [after, id] = cursor?.split('-') ?? [];
  const rows = await tx.run(removedPosts, {
    memberId: viewer.id,
    after: after === undefined ? null : Number(after),
    id: Number(id ?? 0),
  });
  const { data, next_cursor } = cursorPage(rows, PAGE, ({ at, post }) => `${at}-${post.id}`);
  return { data: data.map(({ post }) => post), next_cursor };
}

/** Deletes posts whose 30 days are over. */
export async function purgePosts(tx: TenantTransaction) {
  const rows = await tx.db
    .selectFrom('posts')
    .select('id')
    .where('removed_at', '<', restorableSince)
    .orderBy('id')
    .limit(PURGE_BATCH)
    // A post that is being restored stays.
    .forUpdate()
    .execute();
  if (!rows.length) return 0;
  const ids = rows.map(({ id }) => id);
  await allowLongStatement(tx);
  const claimed = await claimedFiles(tx, 'community_files', { post_id: ids });
  await tx.db.deleteFrom('posts').where('id', 'in', ids).execute();
  await releaseFiles(tx, 'community_files', claimed);
  return ids.length;
}
