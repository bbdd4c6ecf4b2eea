import {
  preferenceOfEvent,
  type NotificationEvent,
  type PreferenceKind,
} from '@vitrine/contract/notifications';
import * as z from 'zod/mini';
import { mayEnterChannel } from './community-access.ts';
import { opensLesson } from './course-access.ts';
import { memberEntersLive } from './live-access.ts';
import { bulkPriority, enqueue, task } from '../platform/jobs.ts';
import type { TenantTransaction } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

// Writes all notifications but those of the two triggers of migration 0081. Features call it in the
// transaction of the change. A member who may not see the thing gets no row. Listing checks it
// again.

type Writer = Pick<TenantTransaction, 'run'>;

type Channel = 'platform' | 'email';

/** Condition: the member's preferences `np` allow the event of a candidate `c` on this channel. */
function wantsChannelSql(channel: Channel, events: readonly NotificationEvent[]) {
  const switches = events
    .map((event): [string, PreferenceKind | null] => [event, preferenceOfEvent[event]])
    .filter(([, kind]) => kind !== null)
    .map(([event, kind]) => `WHEN '${event}' THEN np.${kind}_${channel}`);
  // The default, without a row or without a switch, is the bell and no e-mail.
  const otherwise = channel === 'platform';
  return switches.length
    ? `coalesce(CASE c.event ${switches.join(' ')} END, ${otherwise})`
    : otherwise;
}

const columns = `member_id, event, subject, community_id, actor_id, post_id, comment_id,
  lesson_comment_id, thing_id, shown, by_email, to_push`;

interface WriteOptions {
  /** The candidates' events. A plan with a switch for each event takes longer to start. */
  events?: readonly NotificationEvent[];
  /** Condition: an existing row becomes unread and the newest. Without it, the row stays unchanged. */
  raises?: string;
  /** True if no two candidates are the same member. */
  uniqueMembers?: boolean;
}

const allEvents = Object.keys(preferenceOfEvent) as NotificationEvent[];

/**
 * CTEs after `candidates`, which has the columns of a notification. They write the notifications
 * that the receivers' preferences allow. The last actor of a row does not raise it.
 */
const writeNotificationsSql = ({
  events = allEvents,
  raises,
  uniqueMembers: once = false,
}: WriteOptions) => `allowed AS (
    SELECT c.*, preference.shown, preference.by_email,
      preference.shown AND EXISTS (SELECT FROM push_subscriptions ps
        WHERE ps.member_id = c.member_id OFFSET 0) AS to_push
    FROM candidates c
    -- Looks up by key: a plan made while the table was small would read the whole school's rows.
    LEFT JOIN LATERAL (SELECT * FROM notification_preferences
      WHERE member_id = c.member_id OFFSET 0) AS np ON true
    CROSS JOIN LATERAL (SELECT ${wantsChannelSql('platform', events)} AS shown,
      ${wantsChannelSql('email', events)} AS by_email) AS preference),
  written AS (
    INSERT INTO notifications AS n (${columns})
    ${
      once
        ? `SELECT ${columns} FROM allowed WHERE shown OR by_email`
        : // Each member gets one notification of a subject: the candidate with the lowest rank.
          `SELECT DISTINCT ON (member_id) ${columns} FROM allowed WHERE shown OR by_email
            ORDER BY member_id, rank`
    }
    ON CONFLICT (tenant_id, member_id, subject) ${
      raises
        ? `DO UPDATE
      SET event = excluded.event, actor_id = excluded.actor_id, read = false,
        shown = excluded.shown, by_email = excluded.by_email, at = clock_timestamp(),
        -- A mail is sent once until the row is read.
        mailed_at = CASE WHEN n.read THEN NULL ELSE n.mailed_at END,
        to_push = excluded.to_push AND (n.read OR n.to_push)
      WHERE ${raises}
        AND (excluded.actor_id IS NULL OR n.actor_id IS DISTINCT FROM excluded.actor_id)`
        : 'DO NOTHING'
    }
    RETURNING n.id, n.by_email, n.to_push)`;

/** One job handles the mails of one window together, five to ten minutes later. */
const MAIL_WINDOW_SECONDS = 300;
const mailWindow = `floor(extract(epoch FROM clock_timestamp()) / ${MAIL_WINDOW_SECONDS})::bigint`;

/**
 * A value for the SELECT after the notifications were written. It notifies every server once, for
 * event streams, and enqueues the jobs that send mails and pushes.
 */
export const notifyBrowsersSql = `(SELECT CASE WHEN min(w.id) IS NOT NULL THEN pg_notify('events', json_build_object(
    'tenant', :tenantId::bigint, 'kind', 'notification', 'id', min(w.id), 'last', max(w.id))::text)
  END::text || CASE WHEN bool_or(w.by_email) THEN enqueue_job('mail-notifications',
    json_build_object('tenantId', :tenantId::bigint),
    format('%s:notification-mails:%s', :tenantId::bigint, ${mailWindow}),
    to_timestamp((${mailWindow} + 2) * ${MAIL_WINDOW_SECONDS}), 8, NULL, 10)::text ELSE '' END
    || CASE WHEN bool_or(w.to_push) THEN enqueue_job('push-notifications',
    json_build_object('tenantId', :tenantId::bigint, 'turn', 0), format('%s:push', :tenantId::bigint),
    clock_timestamp(), 4, NULL, ${bulkPriority(0)})::text ELSE '' END
  FROM written w) AS notified`;

// Communities -------------------------------------------------------------------------------------

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
  row: z.object({ notified: z.nullable(z.string()) }),
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
 * `notify(tx, { event: 'comment', postId, commentId, actorId, to: [author], subject })`.
 */
export async function notify(tx: Writer, { to, commentId, raises = false, ...about }: AboutPost) {
  const receivers = to.filter((id) => id !== null && id !== about.actorId);
  if (!receivers.length) return;
  await tx.run(aboutPost, { ...about, commentId: commentId ?? null, to: receivers, raises });
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

/** Members per transaction of the job. */
const MEMBERS_PER_JOB = 2_000;

const aboutNewPost = statement({
  name: 'notify.about-new-post',
  sql: `WITH target AS MATERIALIZED (
      SELECT p.id, p.community_id, p.channel_id, p.member_id FROM posts p
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
      WHERE m.id IS DISTINCT FROM target.member_id AND ${inChannelOfPost}
        AND NOT EXISTS (SELECT FROM notification_mutes q
          WHERE q.member_id = m.id AND q.community_id = target.community_id)),
    ${writeNotificationsSql({ events: ['post'], uniqueMembers: true })}
    SELECT ${notifyBrowsersSql}, (SELECT max(b.id) FROM batch b) AS last, (SELECT count(*) FROM batch) AS looked_at`,
  row: z.object({
    notified: z.nullable(z.string()),
    last: z.nullable(z.number()),
    looked_at: z.number(),
  }),
});

/**
 * Notifies everybody who may read a new post. Jobs do it, so that the author does not wait. Each
 * job handles the next members and enqueues the next job, behind other schools' jobs.
 */
const notifyOfNewPost = (tx: TenantTransaction, postId: number, turn = 0, after = 0) =>
  enqueue(tx, 'notify-of-post', { postId, after, turn }, { priority: bulkPriority(turn * 20) });

task('notify-of-post', async ({ tenantId, payload, database }) => {
  const { postId, after, turn } = payload as { postId: number; after: number; turn: number };
  await database.transaction(tenantId, async (tx) => {
    const last = await notifyReadersOfPost(tx, postId, after);
    if (last !== null) await notifyOfNewPost(tx, postId, turn + 1, last);
  });
});

/**
 * Notifies those who may read a post, `MEMBERS_PER_JOB` members at a time. A repetition changes
 * nothing.
 * @returns the id of the last member if there are more members; else null
 */
export async function notifyReadersOfPost(tx: Writer, postId: number, after = 0) {
  const [batch] = await tx.run(aboutNewPost, { postId, after });
  const { last, looked_at } = batch!;
  return looked_at === MEMBERS_PER_JOB ? last : null;
}

// Lessons -----------------------------------------------------------------------------------------

const mayOpenLesson = opensLesson('l')
  .replaceAll(':isStaff::boolean', 'is_staff(m.roles)')
  .replaceAll(':memberId::bigint', 'm.id');

const candidatesOfLesson = (rows: string) => `candidates AS (
    SELECT m.id AS member_id, r.event, r.subject, 0::bigint AS community_id,
      :memberId::bigint AS actor_id, NULL::bigint AS post_id, NULL::bigint AS comment_id,
      r.lesson_comment_id, NULL::bigint AS thing_id, r.rank
    FROM (${rows}) AS r (member_id, event, subject, lesson_comment_id, lesson_id, rank)
    JOIN members m ON m.id = r.member_id
    JOIN lessons l ON l.id = r.lesson_id
    WHERE m.id <> :memberId::bigint AND ${mayOpenLesson})`;

const staffToAsk = `FROM added JOIN members s ON is_staff(s.roles)
      WHERE NOT :isStaff::boolean`;

/**
 * CTEs for the statement that begins a thread of a lesson, after `added` with `id`. They notify the
 * staff of a student's comment (contract, Notifications). Staff may open every lesson, so access is
 * not checked. `notifyBrowsersSql` belongs into the SELECT.
 */
export const doubtNotifications = `candidates AS (
      SELECT s.id AS member_id, 'doubt_asked' AS event, 'doubt:' || added.id AS subject,
        0::bigint AS community_id, :memberId::bigint AS actor_id, NULL::bigint AS post_id,
        NULL::bigint AS comment_id, added.id AS lesson_comment_id, NULL::bigint AS thing_id
      ${staffToAsk} AND s.id <> :memberId::bigint),
    ${writeNotificationsSql({ events: ['doubt_asked'], uniqueMembers: true })}`;

/** The same for a reply, after `added` with `parent_id`. It also notifies the author of the thread. */
export const doubtReplyNotifications = `${candidatesOfLesson(`
      SELECT head.member_id, 'doubt_answered', 'doubt:' || added.id, added.id, :lessonId::bigint, 0
      FROM added JOIN lesson_comments head
        ON head.id = added.parent_id
      WHERE head.member_id IS NOT NULL
      UNION ALL
      SELECT s.id, 'doubt_asked', 'doubt:' || added.id, added.id, :lessonId::bigint, 1
      ${staffToAsk} AND s.id IS DISTINCT FROM (
        SELECT head.member_id FROM lesson_comments head
        WHERE head.id = added.parent_id)`)},
    ${writeNotificationsSql({ events: ['doubt_answered', 'doubt_asked'] })}`;

const aboutLessonLike = statement({
  name: 'notify.about-lesson-like',
  sql: `WITH ${candidatesOfLesson(`
      SELECT lc.member_id, 'doubt_like', 'like:doubt:' || lc.id, lc.id, lc.lesson_id, 0
      FROM lesson_comments lc
      WHERE lc.id = :commentId AND lc.member_id IS NOT NULL`)},
    ${writeNotificationsSql({ events: ['doubt_like'], raises: 'true', uniqueMembers: true })}
    SELECT ${notifyBrowsersSql}`,
  row: z.object({ notified: z.nullable(z.string()) }),
});

/** Notifies the author of a lesson's comment of a like. */
export async function notifyOfLessonLike(tx: Writer, memberId: number, commentId: number) {
  await tx.run(aboutLessonLike, { memberId, commentId });
}

// Levels ------------------------------------------------------------------------------------------

const aboutLevel = statement({
  name: 'notify.about-level',
  sql: `WITH batch AS MATERIALIZED (
      SELECT s.member_id, s.score FROM point_scores s
      WHERE s.member_id > :after::bigint AND s.season_id = (
        SELECT run.id FROM point_seasons run
        WHERE run.ended_at IS NULL)
      ORDER BY s.member_id LIMIT ${MEMBERS_PER_JOB}),
    reached AS (
      -- Marked as seen: the member did nothing for it just now, so the app does not celebrate it.
      INSERT INTO level_reaches (member_id, level_id, seen_at)
      SELECT b.member_id, :levelId, clock_timestamp() FROM batch b
      WHERE level_of(b.member_id, b.score) = :levelId::bigint
        -- Members above a restored level had passed it before.
        OR :putBack::boolean AND EXISTS (SELECT FROM levels l
          JOIN level_products lp ON lp.level_id = l.id
          JOIN products p ON p.id = lp.product_id AND p.status = 'active'
          JOIN member_products mp ON mp.product_id = lp.product_id AND mp.member_id = b.member_id
          WHERE l.id = :levelId::bigint AND l.needed_score <= b.score)
      ORDER BY b.member_id
      ON CONFLICT DO NOTHING RETURNING member_id),
    written AS (
      INSERT INTO notifications (member_id, event, subject, thing_id)
      SELECT r.member_id, 'level', 'level:' || :levelId::bigint, :levelId FROM reached r
      WHERE NOT :putBack::boolean
      ON CONFLICT DO NOTHING RETURNING id, by_email, to_push)
    SELECT ${notifyBrowsersSql}, (SELECT max(b.member_id) FROM batch b) AS last,
      (SELECT count(*) FROM batch) AS looked_at`,
  row: z.object({
    notified: z.nullable(z.string()),
    last: z.nullable(z.number()),
    looked_at: z.number(),
  }),
});

interface LevelNotification {
  levelId: number;
  /** True if a removed level is restored: its holders were notified before. */
  putBack?: boolean;
  after?: number;
  turn?: number;
}

/**
 * Notifies members whom a changed threshold or product may have moved up to this level, once each.
 * Jobs do it, each for the next members, so that the save does not wait.
 */
export const notifyOfLevel = (
  tx: TenantTransaction,
  { levelId, putBack = false, after = 0, turn = 0 }: LevelNotification,
) =>
  enqueue(
    tx,
    'notify-of-level',
    { levelId, putBack, after, turn },
    {
      priority: bulkPriority(turn * 20),
      ...(after === 0 && { key: `notify-of-level:${levelId}` }),
    },
  );

task('notify-of-level', async ({ tenantId, payload, database }) => {
  const { levelId, putBack = false, after = 0, turn = 0 } = payload as unknown as LevelNotification;
  await database.transaction(tenantId, async (tx) => {
    const [batch] = await tx.run(aboutLevel, { levelId, putBack, after });
    const { last, looked_at } = batch!;
    if (last !== null && looked_at === MEMBERS_PER_JOB)
      await notifyOfLevel(tx, { levelId, putBack, after: last, turn: turn + 1 });
  });
});

// Lives -------------------------------------------------------------------------------------------

const aboutLive = statement({
  name: 'notify.about-live',
  sql: `WITH candidates AS (
      SELECT m.id AS member_id, 'live' AS event, 'live:' || l.id AS subject,
        0::bigint AS community_id, NULL::bigint AS actor_id, NULL::bigint AS post_id,
        NULL::bigint AS comment_id, NULL::bigint AS lesson_comment_id, l.id AS thing_id, 0 AS rank
      FROM lives l
      JOIN members m ON m.id = ANY (:to::bigint[])
      WHERE l.id = :liveId AND ${memberEntersLive}),
    ${writeNotificationsSql({ events: ['live'], raises: 'true', uniqueMembers: true })}
    SELECT ${notifyBrowsersSql}`,
  row: z.object({ notified: z.nullable(z.string()) }),
});

/** Notifies these members that a live starts soon. */
export async function notifyOfLive(tx: Writer, liveId: number, to: number[]) {
  await tx.run(aboutLive, { liveId, to });
}

// The member alone --------------------------------------------------------------------------------

const aboutMember = statement({
  name: 'notify.about-member',
  sql: `WITH candidates AS (
      SELECT m.id AS member_id, :event::text AS event, :subject::text AS subject,
        :communityId::bigint AS community_id, :actorId::bigint AS actor_id, NULL::bigint AS post_id,
        NULL::bigint AS comment_id, NULL::bigint AS lesson_comment_id, :thingId::bigint AS thing_id,
        0 AS rank
      FROM members m
      WHERE m.id = :memberId AND m.id IS DISTINCT FROM :actorId::bigint),
    ${writeNotificationsSql({ raises: 'true', uniqueMembers: true })}
    SELECT ${notifyBrowsersSql}`,
  row: z.object({ notified: z.nullable(z.string()) }),
});

interface AboutMember {
  event: 'points' | 'silenced';
  memberId: number;
  subject: string;
  communityId?: number;
  thingId?: number;
}

/** Notifies a member of what was done to them. It names no actor: the school did it. */
export async function notifyMember(
  tx: Writer,
  { communityId = 0, thingId, ...about }: AboutMember,
) {
  await tx.run(aboutMember, { ...about, communityId, thingId: thingId ?? null, actorId: null });
}
