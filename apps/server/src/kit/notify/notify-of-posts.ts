import type { NotificationEvent } from '@vitrine/contract/notifications';
import type { TenantReader } from '../../platform/database.ts';
import { bulkPriority, chainPriority, enqueue, task } from '../../platform/jobs.ts';
import { statement } from '../../platform/statement.ts';
import { mayEnterChannel } from '../access/community-access.ts';
import {
  batchRow,
  MEMBERS_PER_JOB,
  notifiedRow,
  notifyBrowsersSql,
  writeNotificationsSql,
} from './notification-sql.ts';

const inChannelOfPost = mayEnterChannel.replaceAll(':channelId', 'target.channel_id');

const postCte = `target AS MATERIALIZED (
  SELECT p.id, p.community_id, p.channel_id FROM posts p
  WHERE p.id = :postId)`;

const aboutPost = statement({
  name: 'notify.about-post',
  sql: `WITH ${postCte},
    candidates AS (
      SELECT m.id AS member_id, :event::text AS event, :subject::text AS subject, target.community_id,
        :actorId::bigint AS actor_id, target.id AS post_id, :commentId::bigint AS comment_id,
        NULL::bigint AS lesson_comment_id, NULL::bigint AS thing_id, 0 AS rank
      FROM target
      JOIN members m ON m.id = ANY (:to::bigint[])
      WHERE m.id IS DISTINCT FROM :actorId::bigint AND ${inChannelOfPost}),
    ${writeNotificationsSql({ raises: ':raises::boolean' })}
    SELECT ${notifyBrowsersSql}`,
  row: notifiedRow,
});

interface AboutPost {
  event: Extract<NotificationEvent, `post${string}` | `comment${string}` | 'reply'>;
  postId: number;
  commentId?: number;
  /** The member who did it, who gets no notification. Null if the school did it. */
  actorId: number | null;
  /** A few members. Null is a member who has left. */
  to: readonly (number | null)[];
  /** A member has one row per subject. */
  subject: string;
  /** True for likes: an existing row becomes unread again, and the newest. */
  raises?: boolean;
}

/**
 * Notifies a few members about a post or its comments, in the transaction of the change:
 * `notifyAboutPost(tx, { event: 'comment', postId, commentId, actorId, to: [author], subject })`.
 */
export async function notifyAboutPost(
  writer: TenantReader,
  { to, commentId, raises = false, ...about }: AboutPost,
) {
  const receivers = to.filter((id) => id !== null && id !== about.actorId);
  if (!receivers.length) return;
  await writer.run(aboutPost, { ...about, commentId: commentId ?? null, to: receivers, raises });
}

/** CTE `candidates` of `rows` with member, event, subject and thing, after the channel `target`. */
const candidatesOfChannel = (rows: string) => `candidates AS (
    SELECT m.id AS member_id, r.event, r.subject, target.community_id, :memberId::bigint AS actor_id,
      r.post_id, r.comment_id, NULL::bigint AS lesson_comment_id, NULL::bigint AS thing_id, r.rank
    FROM (${rows}) AS r (member_id, event, subject, post_id, comment_id, rank)
    CROSS JOIN target
    JOIN members m ON m.id = r.member_id
    WHERE m.id <> :memberId::bigint AND ${inChannelOfPost})`;

/**
 * CTEs for the statement that adds a post, after its channel `target` and `added`. They notify the
 * mentioned members. `notifyBrowsersSql` belongs into the SELECT.
 */
export const mentionNotifications = `${candidatesOfChannel(`
      SELECT mentioned.id, 'post_mention', 'post:' || added.id, added.id, NULL::bigint, 0
      FROM added CROSS JOIN unnest(:mentions::bigint[]) AS mentioned (id)`)},
    ${writeNotificationsSql({ events: ['post_mention'] })}`;
/** For the SELECT of the statement that adds a post: enqueues jobs that notify all other readers. */
export const enqueuePostNotificationsSql = `CASE WHEN added.id IS NOT NULL THEN enqueue_job('notify-of-post',
  json_build_object('postId', added.id, 'after', 0, 'turn', 0, 'tenantId', :tenantId::bigint),
  NULL, now(), 8, NULL, ${bulkPriority(0)})::text END AS enqueued`;

/**
 * CTEs for the statement that adds a comment, after `target`, `added`, `post` and, for a reply, `head`,
 * the comment that it answers. Each member is notified once: as author of `head`, else as author of
 * the post, else as mentioned. `notifyBrowsersSql` belongs into the SELECT.
 */
export function commentNotifications({ replies, names }: { replies: boolean; names: boolean }) {
  const receivers = [
    ...(replies ? [`SELECT head.member_id, 'reply', 0 FROM head`] : []),
    `SELECT post.member_id, 'comment', 1 FROM post`,
    ...(names
      ? [
          `SELECT mentioned.id, 'comment_mention', 2 FROM unnest(:mentions::bigint[]) AS mentioned (id)`,
        ]
      : []),
  ];
  return `${candidatesOfChannel(`
      SELECT r.id, r.event, 'comment:' || added.id, added.post_id, added.id, r.rank
      FROM added CROSS JOIN (${receivers.join(' UNION ALL ')}) AS r (id, event, rank)`)},
    ${writeNotificationsSql({ events: ['reply', 'comment', 'comment_mention'], uniqueMembers: receivers.length === 1 })}`;
}

const aboutNewPost = statement({
  name: 'notify.about-new-post',
  sql: `WITH target AS MATERIALIZED (
      SELECT p.id, p.community_id, p.channel_id, p.member_id, p.created_at FROM posts p
      WHERE p.id = :postId AND p.removed_at IS NULL),
    batch AS MATERIALIZED (
      SELECT m.* FROM members m
      WHERE m.id > :after::bigint AND EXISTS (SELECT FROM target)
      ORDER BY m.id LIMIT ${MEMBERS_PER_JOB}),
    candidates AS (
      SELECT m.id AS member_id, 'post' AS event, 'post:' || target.id AS subject, target.community_id,
        target.member_id AS actor_id, target.id AS post_id, NULL::bigint AS comment_id,
        NULL::bigint AS lesson_comment_id, NULL::bigint AS thing_id, 0 AS rank
      FROM target CROSS JOIN batch m
      WHERE m.id IS DISTINCT FROM target.member_id AND m.created_at <= target.created_at
        AND ${inChannelOfPost}
        AND NOT EXISTS (SELECT FROM notification_mutes q
          WHERE q.member_id = m.id AND q.community_id = target.community_id)),
    ${writeNotificationsSql({ events: ['post'], uniqueMembers: true })}
    SELECT ${notifyBrowsersSql}, (SELECT max(b.id) FROM batch b) AS last, (SELECT count(*) FROM batch) AS looked_at`,
  row: batchRow,
});

/**
 * Notifies everybody who could read a post when it was new, so that the author does not wait.
 * `enqueuePostNotificationsSql` enqueues the first job. Each job handles the next members and enqueues
 * the next job, behind other schools' jobs.
 */
task<{ postId: number; after: number; turn: number }>(
  'notify-of-post',
  async ({ tenantId, payload, database }) => {
    const { postId, after, turn } = payload;
    await database.transaction(tenantId, async (tx) => {
      const last = await notifyReadersOfPost(tx, postId, after);
      if (last === null) return;
      const next = { postId, after: last, turn: turn + 1 };
      await enqueue(tx, 'notify-of-post', next, { priority: chainPriority(next.turn) });
    });
  },
);

/**
 * Notifies those who may read a post, `MEMBERS_PER_JOB` members at a time. A repetition changes
 * nothing.
 * @returns the id of the last member if there are more members; else null
 */
export async function notifyReadersOfPost(writer: TenantReader, postId: number, after = 0) {
  const [batch] = await writer.run(aboutNewPost, { postId, after });
  const { last, looked_at } = batch!;
  return looked_at === MEMBERS_PER_JOB ? last : null;
}
