import { limits, messages, type Report } from '@vitrine/contract/posts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { CourseViewer } from '../../kit/access/course-access.ts';
import { countAgainstLimit } from '../../kit/member-rate.ts';
import { authorJson } from '../../kit/person-json.ts';
import { isoUtc } from '../../kit/rows/iso-utc.ts';
import { beforeId, cursorPage } from '../../kit/rows/pagination.ts';
import { constraint, orNotFound, refuse } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { requirePost } from './posts.store.ts';
import { requireCommunity } from './require-community.ts';

constraint('post_reports_once', () => refuse('already_reported', messages.alreadyReported, 409));

const PAGE = 20;
const MAX_REPORTERS = 20;

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
export const reports = statement({
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
        SELECT json_agg(json_build_object('id', m.id,
          'name', CASE WHEN m.erase_at IS NULL THEN m.name END,
          'photo_url', CASE WHEN m.erase_at IS NULL THEN m.photo_url END, 'reason', r.reason, 'created_at', ${isoUtc('r.created_at')}) ORDER BY r.id DESC)
        FROM (SELECT * FROM post_reports every
              WHERE every.post_id = t.post_id
                AND every.comment_id IS NOT DISTINCT FROM t.comment_id
              ORDER BY every.id DESC LIMIT ${MAX_REPORTERS}) AS r
        JOIN members m ON m.id = r.member_id),
      'thing', json_build_object(
        'content', coalesce(k.content, p.content),
        'title', CASE WHEN k.id IS NULL THEN p.title ELSE '' END,
        'author', ${authorJson('who.author_id')},
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
        WHERE m.id = who.author_id)
    ) AS report
    FROM things t
    JOIN posts p ON p.id = t.post_id
    JOIN channels ch ON ch.id = p.channel_id
    LEFT JOIN post_comments k ON k.id = t.comment_id
    CROSS JOIN LATERAL (
      -- No coalesce: row-level security would prevent the index, and each row read all members.
      SELECT CASE WHEN k.id IS NULL THEN p.member_id ELSE k.member_id END AS author_id) AS who
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
  const reported = rows.map(({ report }) => report);
  return cursorPage(reported, PAGE, ({ id }) => String(id));
}

/** Counts the things with open reports. */
export async function countOpen({ db }: TenantTransaction) {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT (post_id, comment_id)) AS count FROM post_reports r
    WHERE answer IS NULL AND ${sql.raw(isUndecided('r'))}`.execute(db);
  return rows[0]!.count;
}
