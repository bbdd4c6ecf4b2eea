import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { opensLesson } from '../access/course-access.ts';
import { forMember } from '../for-member.ts';
import { notifiedRow, notifyBrowsersSql, writeNotificationsSql } from './notification-sql.ts';

const memberOpensLesson = forMember(opensLesson('l'));

const candidatesOfLesson = (rows: string) => `candidates AS (
    SELECT m.id AS member_id, r.event, r.subject, 0::bigint AS community_id,
      :memberId::bigint AS actor_id, NULL::bigint AS post_id, NULL::bigint AS comment_id,
      r.lesson_comment_id, NULL::bigint AS thing_id, r.rank
    FROM (${rows}) AS r (member_id, event, subject, lesson_comment_id, lesson_id, rank)
    JOIN members m ON m.id = r.member_id
    JOIN lessons l ON l.id = r.lesson_id
    WHERE m.id <> :memberId::bigint AND ${memberOpensLesson})`;

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
  row: notifiedRow,
});

/** Notifies the author of a lesson's comment of a like. */
export async function notifyOfLessonLike(
  writer: TenantReader,
  memberId: number,
  commentId: number,
) {
  await writer.run(aboutLessonLike, { memberId, commentId });
}
