import { sql } from 'kysely';
import type { TenantTransaction } from '../platform/database.ts';

/** The age of the school, in days. */
const SCHOOL_DAYS = 95;
/** Everything older than this counts as read. */
const READ_HOURS = 48;

/**
 * Dates back the consequences of study, posts and comments: points, completed modules, levels,
 * rewards and notifications. Otherwise all of them would be a minute old.
 */
export async function settleTimes({ db }: TenantTransaction, ownerId: number) {
  const statements = [
    // A passed quiz finished its lesson.
    sql`UPDATE lesson_progress p SET finished_at = a.finished_at, updated_at = a.finished_at
      FROM lessons l JOIN quiz_attempts a ON a.quiz_id = l.quiz_id AND a.passed
      WHERE l.quiz_required AND p.lesson_id = l.id AND p.member_id = a.member_id`,
    sql`UPDATE module_completions e SET completed_at = (
        SELECT max(p.finished_at) FROM lesson_progress p
        WHERE p.member_id = e.member_id AND p.module_id = e.module_id)`,
    sql`UPDATE course_completions e SET completed_at = (
        SELECT max(p.finished_at) FROM lesson_progress p
        WHERE p.member_id = e.member_id AND p.course_id = e.course_id)`,
    sql`UPDATE lesson_likes l SET created_at = coalesce((
        SELECT p.updated_at FROM lesson_progress p
        WHERE p.member_id = l.member_id AND p.lesson_id = l.lesson_id), l.created_at)`,
    // The newest course is three days old; the others are as old as the school.
    sql`UPDATE courses c SET created_at = now() - interval '1 day' *
        CASE WHEN c.id = (SELECT max(id) FROM courses) THEN 3 ELSE ${SCHOOL_DAYS} END`,
    sql`UPDATE members SET created_at = now() - ${SCHOOL_DAYS} * interval '1 day'
      WHERE id = ${ownerId}`,
    sql`UPDATE point_seasons SET started_at = now() - ${SCHOOL_DAYS} * interval '1 day'`,
    ledger,
    sortedLedger,
    // A trigger counts Monday's scores when a member leaves or rejoins the ranking (migration
    // 0092).
    sql`UPDATE point_scores SET listed = false WHERE listed`,
    scores,
    sql`UPDATE point_scores s SET listed = true FROM members m
      WHERE m.id = s.member_id AND m.in_ranking AND NOT is_staff(m.roles)`,
    // A reward dates from the passed quiz, or from the ledger entry that reached the score.
    sql`UPDATE reward_earnings e SET earned_at = times.at,
        seen_at = CASE WHEN times.at < now() - ${READ_HOURS} * interval '1 hour' THEN times.at END
      FROM (
        SELECT r.id, s.member_id, coalesce(
          (SELECT min(a.finished_at) FROM quiz_attempts a
            WHERE a.quiz_id = r.quiz_id AND a.member_id = s.member_id AND a.passed),
          (SELECT min(sum.at) FROM ${sums} WHERE sum.member_id = s.member_id
            AND sum.score >= r.needed_score)) AS at
        FROM rewards r CROSS JOIN point_scores s) AS times
      WHERE times.id = e.reward_id AND times.member_id = e.member_id AND times.at IS NOT NULL`,
    // Members study more on some days than on others.
    sql`INSERT INTO watched_hours (member_id, hour, seconds)
      SELECT m.id, date_trunc('hour', now()) - ago * interval '1 day',
        90 + (m.id * 7 + ago * ago * 13) % 11 * 30
      FROM members m CROSS JOIN generate_series(0, 13) AS ago
      WHERE (m.id + ago) % 5 > 0
        AND EXISTS (SELECT FROM lesson_progress p WHERE p.member_id = m.id)
      ON CONFLICT (tenant_id, member_id, hour) DO UPDATE SET seconds = excluded.seconds`,
    notifications,
    // Hides notifications from before the member joined. A post's job would write a deleted row
    // anew.
    sql`UPDATE notifications n SET shown = false FROM members m
      WHERE m.id = n.member_id AND n.at < m.created_at`,
    // Only a level that was reached in the last days is still to be celebrated.
    sql`UPDATE level_reaches r SET reached_at = n.at,
        seen_at = CASE WHEN n.at < now() - ${READ_HOURS} * interval '1 hour' THEN n.at END
      FROM notifications n
      WHERE n.event = 'level' AND n.member_id = r.member_id AND n.thing_id = r.level_id`,
    sql`UPDATE notifications SET read = at < now() - ${READ_HOURS} * interval '1 hour'`,
    // Newer posts stay unread for everybody.
    sql`INSERT INTO channel_reads (channel_id, member_id, post_id)
      SELECT p.channel_id, m.id, max(p.id) FROM posts p CROSS JOIN members m
      WHERE p.created_at < now() - ${READ_HOURS} * interval '1 hour'
      GROUP BY p.channel_id, m.id
      ON CONFLICT DO NOTHING`,
  ];
  for (const statement of statements) await statement.execute(db);
}

/** Dates each ledger entry by the action that it scores. */
const ledger = sql`
  UPDATE point_entries e SET at = coalesce(
    CASE e.object_kind
      WHEN 'lesson' THEN (
        SELECT coalesce(p.finished_at, p.updated_at) FROM lesson_progress p
        WHERE p.member_id = e.member_id AND p.lesson_id = e.object_id)
      WHEN 'module' THEN (
        SELECT c.completed_at FROM module_completions c
        WHERE c.member_id = e.member_id AND c.module_id = e.object_id)
      WHEN 'course' THEN (
        SELECT c.completed_at FROM course_completions c
        WHERE c.member_id = e.member_id AND c.course_id = e.object_id)
      WHEN 'lesson_comment' THEN (
        SELECT c.created_at FROM lesson_comments c WHERE c.id = e.object_id)
      WHEN 'post_comment' THEN (
        SELECT c.created_at FROM post_comments c WHERE c.id = e.object_id)
      WHEN 'post' THEN CASE e.action
        WHEN 'like' THEN (
          SELECT l.created_at FROM post_likes l
          WHERE l.member_id = e.member_id AND l.post_id = e.object_id)
        ELSE (SELECT p.created_at FROM posts p WHERE p.id = e.object_id) END
    END, e.at)`;

const columns = sql`season_id, member_id, action, object_kind, object_id, points, at, reason, period,
  bonus_of, thing_kind, thing_id, thing_title, thing_url, note, taken_back`;

/** Pages of the ledger are sorted by id, so ids must grow with time. */
const sortedLedger = sql`
  WITH deleted AS (DELETE FROM point_entries RETURNING *)
  INSERT INTO point_entries (${columns}) SELECT ${columns} FROM deleted ORDER BY at, id`;

/** FROM item `sum`: a member's score after each ledger entry. */
const sums = sql`(
  SELECT e.member_id, e.at, sum(e.points) OVER (PARTITION BY e.member_id ORDER BY e.at, e.id) AS score
  FROM point_entries e) AS sum`;

/** Sets Monday's scores, because the ranking shows who has moved up since then. */
const scores = sql`
  UPDATE point_scores s SET reached_at = latest.at, week = latest.week,
    week_score = coalesce(monday.score, 0)
  FROM (
    SELECT member_id, max(at) AS at, date_trunc('week', now() AT TIME ZONE 'UTC')::date AS week
    FROM point_entries GROUP BY member_id) AS latest
  LEFT JOIN LATERAL (
    SELECT sum(e.points) AS score FROM point_entries e
    WHERE e.member_id = latest.member_id AND e.at < latest.week AT TIME ZONE 'UTC') AS monday ON true
  WHERE s.member_id = latest.member_id`;

const notifications = sql`
  UPDATE notifications n SET at = coalesce(
    CASE n.event
      WHEN 'post' THEN (SELECT p.created_at FROM posts p WHERE p.id = n.post_id)
      WHEN 'post_like' THEN (
        SELECT max(l.created_at) FROM post_likes l WHERE l.post_id = n.post_id)
      WHEN 'reward' THEN (
        SELECT e.earned_at FROM reward_earnings e
        WHERE e.member_id = n.member_id AND e.reward_id = n.thing_id)
      WHEN 'level' THEN (
        SELECT min(sum.at) FROM ${sums} JOIN levels l ON l.id = n.thing_id
        WHERE sum.member_id = n.member_id AND sum.score >= l.needed_score)
    END,
    (SELECT c.created_at FROM post_comments c WHERE c.id = n.comment_id),
    (SELECT c.created_at FROM lesson_comments c WHERE c.id = n.lesson_comment_id), n.at)`;
