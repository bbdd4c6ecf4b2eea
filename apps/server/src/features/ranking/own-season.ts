import { WAY_STEPS, type OwnSeason } from '@vitrine/contract/ranking';
import * as z from 'zod/mini';
import { courseAccess, isOpen, seesLesson, viewerCte } from '../../kit/access/course-access.ts';
import { isRankingShown } from '../../kit/gamification-settings.ts';
import { isoUtc } from '../../kit/rows/iso-utc.ts';
import { viewerQuery } from '../../platform/viewer-query.ts';
import { thisWeek } from './ranking-sql.ts';

/** A viewer continues in the course touched last that has an unfinished lesson. */
const RECENT_COURSES = 5;

/**
 * One statement: the viewer's own rows of the ledger by the index `point_entries_of_season`, and the
 * lessons of a few courses.
 */
export const ownSeasonQuery = viewerQuery({
  name: 'ranking.own-season',
  sql: `WITH ${viewerCte},
    earned AS MATERIALIZED (
      SELECT (e.at AT TIME ZONE 'UTC')::date AS day, sum(e.points) AS points
      FROM point_entries e
      WHERE e.member_id = :memberId::bigint AND e.points <> 0 AND e.season_id = (
        SELECT run.id FROM point_seasons run WHERE run.ended_at IS NULL)
        AND (:period::text IS NULL OR e.at >= (SELECT this.week FROM ${thisWeek} AS this)::timestamp
          AT TIME ZONE 'UTC')
      GROUP BY day),
    span AS MATERIALIZED (
      SELECT its.first, its.today, (its.today - its.first) / ${WAY_STEPS} + 1 AS days
      FROM (SELECT min(day) AS first, (now() AT TIME ZONE 'UTC')::date AS today FROM earned) AS its
      WHERE its.first IS NOT NULL),
    steps AS (
      SELECT step.n, least(span.first + (step.n + 1) * span.days - 1, span.today) AS last_day,
        sum(sum(earned.points)) OVER (ORDER BY step.n) AS score
      FROM span
      CROSS JOIN generate_series(0, (span.today - span.first) / span.days) AS step (n)
      LEFT JOIN earned ON (earned.day - span.first) / span.days = step.n
      GROUP BY step.n, span.first, span.today, span.days),
    begun AS MATERIALIZED (
      SELECT p.course_id, p.last_lesson_id, p.touched_at FROM course_progress p
      WHERE p.member_id = :memberId::bigint
      ORDER BY p.touched_at DESC, p.course_id LIMIT ${RECENT_COURSES}),
    numbered AS MATERIALIZED (
      SELECT begun.touched_at, l.course_id, l.id, l.title, l.id = begun.last_lesson_id AS is_last,
        row_number() OVER (
          PARTITION BY l.course_id ORDER BY m.position, m.id, l.position, l.id) AS position,
        at.finished_at IS NOT NULL AS finished
      FROM begun
      ${courseAccess('begun.course_id')}
      JOIN modules m ON m.course_id = begun.course_id
      JOIN lessons l ON l.module_id = m.id
      LEFT JOIN lesson_progress at ON at.member_id = :memberId::bigint AND at.lesson_id = l.id
      WHERE ${isOpen} AND ${seesLesson('l', 'm')})
    SELECT
      ${isRankingShown} AS shown,
      coalesce((SELECT json_agg(json_build_object(
          'at', ${isoUtc("steps.last_day::timestamp AT TIME ZONE 'UTC'")}, 'score', steps.score)
        ORDER BY steps.n) FROM steps), '[]') AS way,
      CASE WHEN may_score(:memberId::bigint) THEN coalesce(
        (SELECT r.points FROM points_rules r WHERE r.action = 'finish_class'), 0)
        ELSE 0 END AS lesson_points,
      (SELECT count(*) FROM numbered WHERE NOT finished) AS lessons_left,
      (SELECT json_build_object('id', n.id, 'course_id', n.course_id, 'title', n.title)
        FROM numbered n
        LEFT JOIN numbered last ON last.course_id = n.course_id AND last.is_last
        WHERE NOT n.finished
        ORDER BY n.touched_at DESC, n.course_id, n.position >= last.position DESC, n.position
        LIMIT 1) AS lesson`,
  row: z.object({
    shown: z.boolean(),
    way: z.custom<OwnSeason['way']>(),
    lesson_points: z.number(),
    lessons_left: z.number(),
    lesson: z.nullable(z.custom<NonNullable<OwnSeason['lesson']>>()),
  }),
});
