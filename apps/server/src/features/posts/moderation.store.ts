import { DAY_MS } from '@vitrine/contract/durations';
import {
  limits,
  messages,
  type ListedSilence,
  type Post,
  type Report,
} from '@vitrine/contract/posts';
import { messages as common } from '@vitrine/contract/messages';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { authorJson } from '../../kit/author-json.ts';
import type { CourseViewer } from '../../kit/course-access.ts';
import { claimedFiles, releaseFiles } from '../../kit/claim-files.ts';
import { isoUtc } from '../../kit/iso-utc.ts';
import { countAgainstLimit } from '../../kit/member-rate.ts';
import { enqueue } from '../../platform/jobs.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { constraint, invalid, notFound, orNotFound, refuse } from '../../platform/app-error.ts';
import { statement } from '../../platform/statement.ts';
import { postJson } from './post-json.ts';
import { notifyOfRemoval, notifyOfSilence } from './posts.notifications.ts';
import { beforeId, RESTORABLE_SINCE } from './posts.reader.ts';
import { requirePost } from './posts.store.ts';

constraint('post_reports_once', () => refuse('already_reported', messages.alreadyReported, 409));

const PAGE = 20;
/** Posts that one job deletes at most. */
const PURGE_BATCH = 500;
const MAX_REPORTERS = 20;

const restorableSince = sql.raw<Date>(RESTORABLE_SINCE);

// A cursor names a timestamp in microseconds, as the database stores it.
const microseconds = (timestamp: string) => `(extract(epoch FROM ${timestamp}) * 1000000)::bigint`;
const timestampOf = (count: string) =>
  `'epoch'::timestamptz + ${count}::bigint * interval '1 microsecond'`;

// Pins, closed comments, removal -------------------------------------------------------------------

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
  const runAt = new Date(Date.now() + (limits.restoreDays + 1) * DAY_MS);
  const key = `purge-posts:${runAt.toISOString().slice(0, 10)}`;
  await enqueue(tx, 'purge-posts', {}, { key, runAt });
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
  sql: `SELECT ${postJson} AS post, ${microseconds('p.removed_at')} AS at FROM posts p
    WHERE p.removed_at > ${RESTORABLE_SINCE} AND (:after::bigint IS NULL
      OR (p.removed_at, p.id) < (${timestampOf(':after')}, :id::bigint))
    ORDER BY p.removed_at DESC, p.id DESC LIMIT ${PAGE + 1}`,
  row: z.object({ post: z.custom<Post>(), at: z.number() }),
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
  const shown = rows.slice(0, PAGE);
  const last = rows.length > PAGE ? shown.at(-1)! : null;
  return {
    data: shown.map(({ post }) => post),
    next_cursor: last && `${last.at}-${last.post.id}`,
  };
}

/** Deletes posts whose 30 days are over. */
export async function purgePosts(tx: TenantTransaction) {
  const rows = await tx.db
    .selectFrom('posts')
    .select('id')
    .where('removed_at', '<', restorableSince)
    .orderBy('id')
    .limit(PURGE_BATCH)
    .execute();
  for (const { id } of rows) {
    const claimed = await claimedFiles(tx, 'community_files', { post_id: id });
    await tx.db.deleteFrom('posts').where('id', '=', id).execute();
    await releaseFiles(tx, 'community_files', claimed);
  }
  return rows.length;
}

// Reports ------------------------------------------------------------------------------------------

interface NewReport {
  postId: number;
  commentId: number | null;
  reason: string;
}

/** Adds a report, once per member and thing (contract, Communities). */
export async function addReport(
  tx: TenantTransaction,
  viewer: CourseViewer,
  { postId, commentId, reason }: NewReport,
) {
  const { channel } = await requirePost(tx, viewer, postId);
  if (commentId !== null)
    orNotFound(
      await tx.db
        .selectFrom('post_comments')
        .select('id')
        .where('id', '=', commentId)
        .where('post_id', '=', postId)
        .where('removed_at', 'is', null)
        .executeTakeFirst(),
    );
  await countAgainstLimit(tx, {
    memberId: viewer.id,
    act: 'report',
    perMinute: limits.perMinute.report,
    message: messages.tooFast,
  });
  return tx.db
    .insertInto('post_reports')
    .values({
      community_id: channel.community_id,
      post_id: postId,
      comment_id: commentId,
      member_id: viewer.id,
      reason,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** A reported post, or one of its comments. */
type ReportTarget = { post_id: number; comment_id: number | null };

/** Answers all open reports of a post or of a comment. The reporters are not notified. */
export async function answerReports(
  { db }: TenantTransaction,
  viewer: CourseViewer,
  { post_id, comment_id }: ReportTarget,
  answer: 'kept' | 'removed',
) {
  await db
    .updateTable('post_reports')
    .set({ answer, answered_at: sql`now()`, answered_by: viewer.id })
    .where('post_id', '=', post_id)
    .where('comment_id', comment_id === null ? 'is' : '=', comment_id)
    .where('answer', 'is', null)
    .execute();
}

/** Keeps the reported post or comment. Throws 404 for an unknown report. */
export async function keepReported(tx: TenantTransaction, viewer: CourseViewer, id: number) {
  const target = await tx.db
    .selectFrom('post_reports')
    .select(['post_id', 'comment_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  await answerReports(tx, viewer, orNotFound(target), 'kept');
}

/**
 * As SQL: true where a report can still be answered. A removed post or comment leaves nothing to
 * decide, until the post is restored.
 */
const isUndecided = (r: string) => `EXISTS (
    SELECT FROM posts p WHERE p.id = ${r}.post_id AND p.removed_at IS NULL)
  AND (${r}.comment_id IS NULL OR EXISTS (
    SELECT FROM post_comments k WHERE k.id = ${r}.comment_id AND k.removed_at IS NULL))`;

/** One row per thing, with its latest report. */
const reports = statement({
  name: 'posts.reports',
  sql: `WITH things AS MATERIALIZED (
      SELECT max(r.id) AS id, r.community_id, r.post_id, r.comment_id, count(*) AS count,
        max(r.answer) AS answer
      FROM post_reports r
      WHERE (:communityId::bigint IS NULL OR r.community_id = :communityId)
        AND (r.answer IS NULL) = :isOpen::boolean AND (NOT :isOpen::boolean OR ${isUndecided('r')})
      GROUP BY r.community_id, r.post_id, r.comment_id
      HAVING max(r.id) < :beforeId::bigint
      ORDER BY max(r.id) DESC LIMIT ${PAGE + 1})
    SELECT json_build_object(
      'id', t.id, 'community_id', t.community_id, 'post_id', t.post_id, 'comment_id', t.comment_id,
      'count', t.count, 'answer', t.answer,
      'reason', (SELECT r.reason FROM post_reports r WHERE r.id = t.id),
      'created_at', (SELECT ${isoUtc('r.created_at')} FROM post_reports r
        WHERE r.id = t.id),
      'reporters', (
        SELECT json_agg(json_build_object('id', m.id, 'name', m.name, 'photo_url', m.photo_url,
          'reason', r.reason, 'created_at', ${isoUtc('r.created_at')}) ORDER BY r.id DESC)
        FROM (SELECT * FROM post_reports every
              WHERE every.post_id = t.post_id
                AND every.comment_id IS NOT DISTINCT FROM t.comment_id
              ORDER BY every.id DESC LIMIT ${MAX_REPORTERS}) AS r
        JOIN members m ON m.id = r.member_id),
      'thing', json_build_object(
        'content', coalesce(k.content, p.content),
        'title', CASE WHEN k.id IS NULL THEN p.title ELSE '' END,
        'author', ${authorJson('coalesce(k.member_id, CASE WHEN k.id IS NULL THEN p.member_id END)')},
        'channel', json_build_object('id', ch.id, 'title', ch.title),
        'attachments', CASE WHEN k.id IS NULL THEN p.attachments ELSE '[]'::jsonb END,
        'likes', coalesce(k.likes, p.likes), 'comments', coalesce(k.replies, p.comments),
        'created_at', ${isoUtc('coalesce(k.created_at, p.created_at)')},
        'removed', p.removed_at IS NOT NULL OR k.removed_at IS NOT NULL),
      'history', (
        SELECT json_build_object(
          'member_since', ${isoUtc('m.created_at')},
          'posts', (SELECT count(*) FROM posts every
            WHERE every.member_id = m.id AND every.community_id = t.community_id),
          'removed', (SELECT count(*) FROM posts every
            WHERE every.member_id = m.id AND every.community_id = t.community_id
              AND every.removed_at IS NOT NULL),
          'silenced', q.member_id IS NOT NULL AND (q.until IS NULL OR q.until > now()),
          'silenced_until', ${isoUtc('q.until')})
        FROM members m
        LEFT JOIN community_silences q ON q.community_id = t.community_id AND q.member_id = m.id
        WHERE m.id = coalesce(k.member_id, CASE WHEN k.id IS NULL THEN p.member_id END))
    ) AS report
    FROM things t
    JOIN posts p ON p.id = t.post_id
    JOIN channels ch ON ch.id = p.channel_id
    LEFT JOIN post_comments k ON k.id = t.comment_id
    ORDER BY t.id DESC`,
  row: z.object({ report: z.custom<Report>() }),
});

interface ReportOptions {
  communityId: number | null;
  cursor?: string | undefined;
  state: 'open' | 'answered';
}

/**
 * One page of reported things, the latest report first: one row for each thing, however many
 * members reported it. All communities where `communityId` is null.
 */
export async function listReports(
  tx: TenantTransaction,
  { communityId, cursor, state }: ReportOptions,
) {
  if (communityId !== null) await requireCommunity(tx, communityId);
  const rows = await tx.run(reports, {
    communityId,
    isOpen: state === 'open',
    beforeId: beforeId(cursor),
  });
  const data = rows.slice(0, PAGE).map(({ report }) => report);
  return { data, next_cursor: rows.length > PAGE ? String(data.at(-1)!.id) : null };
}

/** Counts the things with open reports. */
export async function countOpen({ db }: TenantTransaction) {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT (post_id, comment_id)) AS count FROM post_reports r
    WHERE answer IS NULL AND ${sql.raw(isUndecided('r'))}`.execute(db);
  return rows[0]!.count;
}

async function requireCommunity({ db }: TenantTransaction, id: number) {
  orNotFound(
    await db.selectFrom('communities').select('id').where('id', '=', id).executeTakeFirst(),
  );
}

// Silences -----------------------------------------------------------------------------------------

/** ISO 8601 writes later years with a sign, which not every parser accepts. */
const MAX_YEAR = 9999;

interface NewSilence {
  communityId: number;
  memberId: number;
  until: string | null;
  reason: string;
}

/** Silences a member: they can read but not write, until `until` or for good. 409 for staff. */
export async function silence(
  tx: TenantTransaction,
  viewer: CourseViewer,
  { communityId, memberId, until, reason }: NewSilence,
) {
  await requireCommunity(tx, communityId);
  const { staff } = orNotFound(
    await tx.db
      .selectFrom('members')
      .select(sql<boolean>`is_staff(roles)`.as('staff'))
      .where('id', '=', memberId)
      .executeTakeFirst(),
  );
  if (staff) throw refuse('staff_silence', messages.staffSilence, 409);
  const end = until === null ? null : new Date(until);
  if (end && !(end.getTime() > Date.now())) throw invalid({ until: [messages.pastUntil] });
  if (end && end.getUTCFullYear() > MAX_YEAR) throw invalid({ until: [common.invalid] });
  const silenceColumns = { until: end, reason, created_at: new Date(), created_by: viewer.id };
  await tx.db
    .insertInto('community_silences')
    .values({ community_id: communityId, member_id: memberId, ...silenceColumns })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'community_id', 'member_id']).doUpdateSet(silenceColumns),
    )
    .execute();
  await notifyOfSilence(tx, communityId, memberId);
  return { member_id: memberId, until: end, reason };
}

/** Ends a silence. Throws 404 if the person is not silenced in this community. */
export async function unsilence(tx: TenantTransaction, communityId: number, memberId: number) {
  await requireCommunity(tx, communityId);
  const ended = await tx.db
    .deleteFrom('community_silences')
    .where('community_id', '=', communityId)
    .where('member_id', '=', memberId)
    .returning('member_id')
    .executeTakeFirst();
  if (!ended) throw notFound();
}

const isRunning = '(q.until IS NULL OR q.until > now())';

const silences = statement({
  name: 'posts.silences',
  sql: `SELECT q.community_id || '-' || q.member_id AS id, q.member_id, q.until, q.reason,
      q.community_id, c.title AS community, m.name, m.photo_url, q.created_at,
      ${microseconds('q.created_at')} AS at
    FROM community_silences q
    JOIN members m ON m.id = q.member_id
    JOIN communities c ON c.id = q.community_id
    WHERE ${isRunning} AND (:after::bigint IS NULL
      OR (q.created_at, q.community_id, q.member_id)
        < (${timestampOf(':after')},
          :community::bigint, :member::bigint))
    ORDER BY q.created_at DESC, q.community_id DESC, q.member_id DESC LIMIT ${PAGE + 1}`,
  row: z.object({
    id: z.string(),
    member_id: z.number(),
    until: z.nullable(z.custom<Date>()),
    reason: z.string(),
    community_id: z.number(),
    community: z.string(),
    name: z.string(),
    photo_url: z.nullable(z.string()),
    created_at: z.custom<Date>(),
    at: z.number(),
  }),
});

/** Lists the silenced members, latest first. */
export async function listSilences(tx: TenantTransaction, cursor: string | undefined) {
  const [after, community, member] = cursor?.split('-') ?? [];
  const rows = await tx.run(silences, {
    after: after === undefined ? null : Number(after),
    community: Number(community ?? 0),
    member: Number(member ?? 0),
  });
  const shown = rows.slice(0, PAGE);
  const last = rows.length > PAGE ? shown.at(-1)! : null;
  const { rows: counted } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM community_silences q WHERE ${sql.raw(isRunning)}`.execute(tx.db);
  return {
    data: shown.map(({ at: _, ...one }): ListedSilence => one),
    next_cursor: last && `${last.at}-${last.id}`,
    total: counted[0]!.total,
  };
}
