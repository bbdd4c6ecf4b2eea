import {
  courseStates,
  limits,
  type CourseOrder,
  type CourseState,
  type MyCourses,
} from '@vitrine/contract/me';
import { defaultTimeZone } from '@vitrine/contract/reminders';
import * as z from 'zod/mini';
import {
  courseAccess,
  isOpen,
  seesLesson,
  viewerCte,
  viewerValues,
  type CourseViewer,
} from '../../kit/access/course-access.ts';
import { isoUtc } from '../../kit/rows/iso-utc.ts';
import { cursorPage, microsecondsSql } from '../../kit/rows/pagination.ts';
import { titleOrder } from '../../kit/rows/title-order.ts';
import { containsPattern } from '../../kit/search-text.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { watchedSeconds } from './watched-seconds.ts';

const progressOf = (lesson: string) =>
  `LEFT JOIN lesson_progress at ON at.member_id = :memberId AND at.lesson_id = ${lesson}.id`;

/** A row of `numbered` as JSON. */
const lessonJson = `json_build_object('id', n.id, 'module_id', n.module_id, 'title', n.title,
  'position', n.position, 'seconds', n.seconds, 'duration_seconds', n.duration_seconds)`;

/** Counts the rows of `counted` in a state. */
const count = (state: CourseState) => `'${state}', count(*) FILTER (WHERE state = '${state}')`;

/** The last seven days and the time watched since the member joined, as JSON. */
const weekJson = `(
  SELECT json_build_object(
    'days', (
      SELECT json_agg((
        SELECT coalesce(sum(w.seconds), 0) FROM watched_hours w
        WHERE w.member_id = :memberId
          AND w.hour >= (here.today - ago)::timestamp AT TIME ZONE here.zone
          AND w.hour < (here.today - ago + 1)::timestamp AT TIME ZONE here.zone) ORDER BY ago DESC)
      FROM generate_series(0, 6) AS ago),
    'today', here.today,
    'total', ${watchedSeconds(':memberId')},
    'since', ${isoUtc('own.created_at')})
  FROM members own
  CROSS JOIN LATERAL (SELECT coalesce(own.time_zone, '${defaultTimeZone}') AS zone) AS its
  CROSS JOIN LATERAL (SELECT its.zone, (now() AT TIME ZONE its.zone)::date AS today) AS here
  WHERE own.id = :memberId)`;

const myCourses = statement({
  name: 'me.courses',
  sql: `WITH ${viewerCte},
    held AS (
      SELECT c.id, c.title, c.cover, p.last_lesson_id, p.touched_at, e.completed_at,
        greatest(c.created_at, (
          SELECT min(mp.granted_at) FROM course_products cp
          JOIN products pr ON pr.id = cp.product_id AND pr.status = 'active'
          JOIN member_products mp ON mp.product_id = cp.product_id AND mp.member_id = :memberId
          WHERE cp.course_id = c.id)) AS held_since
      FROM courses c
      ${courseAccess('c.id')}
      LEFT JOIN course_progress p ON p.member_id = :memberId AND p.course_id = c.id
      LEFT JOIN course_completions e ON e.member_id = :memberId AND e.course_id = c.id
      WHERE c.published AND ${isOpen}
        AND (:q = '' OR f_unaccent(c.title) LIKE (SELECT f_unaccent(:pattern)))),
    counted AS MATERIALIZED (
      SELECT held.*, every.*,
        CASE WHEN every.lessons > 0 AND every.done = every.lessons THEN 'finished'
          WHEN held.touched_at IS NOT NULL THEN 'begun' ELSE 'new' END AS state
      FROM held CROSS JOIN LATERAL (
        SELECT count(*) AS lessons, count(at.finished_at) AS done,
          coalesce(sum(l.duration_seconds), 0) AS seconds,
          coalesce(sum(greatest(l.duration_seconds - coalesce(at.seconds, 0), 0))
            FILTER (WHERE at.finished_at IS NULL), 0) AS seconds_left
        FROM modules m JOIN lessons l ON l.module_id = m.id
        ${progressOf('l')}
        WHERE m.course_id = held.id AND ${seesLesson('l', 'm')}) AS every),
    placed AS (
      SELECT counted.*,
        CASE WHEN :order = 'seen' THEN array_position(:states::text[], state) ELSE 1 END AS place,
        CASE :order
          -- The later the letter, the smaller.
          WHEN 'title' THEN
            1000000 - row_number() OVER (ORDER BY ${titleOrder('title')}, title, id DESC)
          WHEN 'new' THEN ${microsecondsSql('held_since')}
          ELSE ${microsecondsSql('coalesce(touched_at, held_since)')}
        END AS sort_key
      FROM counted),
    page AS MATERIALIZED (
      SELECT * FROM placed
      WHERE (:state = '' OR state = :state)
        AND (place, -sort_key, -id) > (:place::integer, :sortKey::bigint, :id::bigint)
      ORDER BY place, sort_key DESC, id DESC
      LIMIT ${limits.courses + 1}),
    numbered AS MATERIALIZED (
      SELECT l.course_id, l.id, l.module_id, l.title, l.duration_seconds,
        coalesce(at.seconds, 0) AS seconds, at.finished_at IS NOT NULL AS finished,
        row_number() OVER (
          PARTITION BY l.course_id ORDER BY m.position, m.id, l.position, l.id) AS position
      FROM page
      JOIN modules m ON m.course_id = page.id
      JOIN lessons l ON l.module_id = m.id
      ${progressOf('l')}
      WHERE ${seesLesson('l', 'm')})
    SELECT
      (SELECT json_build_object('all', count(*), ${courseStates.map(count).join(', ')})
       FROM counted) AS counts,
      CASE WHEN :isFirst::boolean THEN ${weekJson} END AS week,
      coalesce((SELECT json_agg(json_build_object(
          'id', page.id, 'title', page.title, 'cover', page.cover, 'lessons', page.lessons,
          'done', page.done, 'seconds', page.seconds, 'seconds_left', page.seconds_left,
          'state', page.state,
          'last_lesson', (SELECT ${lessonJson} FROM numbered n
            WHERE n.course_id = page.id AND n.id = page.last_lesson_id),
          'next_lesson', (SELECT ${lessonJson} FROM numbered n
            WHERE n.course_id = page.id AND NOT n.finished
            -- Read once a course: joined, all rows were read again for each lesson.
            ORDER BY n.position >= (SELECT last.position FROM numbered last
              WHERE last.course_id = page.id AND last.id = page.last_lesson_id) DESC, n.position
            LIMIT 1),
          'held_since', ${isoUtc('page.held_since')},
          'completed_at', ${isoUtc('page.completed_at')},
          'cursor', concat_ws('.', page.place, page.sort_key, page.id))
        ORDER BY page.place, page.sort_key DESC, page.id DESC) FROM page), '[]') AS courses`,
  row: z.object({
    counts: z.custom<MyCourses['counts']>(),
    week: z.custom<MyCourses['week']>(),
    courses: z.array(z.custom<MyCourses['data'][number] & { cursor: string }>()),
  }),
});

interface CourseListOptions {
  state?: CourseState | undefined;
  order?: CourseOrder | undefined;
  q: string;
  cursor?: string | undefined;
}

/** A page of the courses that open to the reader. Drafts are not among them, not even for staff. */
export async function listMyCourses(
  tx: TenantTransaction,
  viewer: CourseViewer,
  { state, order, q, cursor }: CourseListOptions,
): Promise<MyCourses> {
  const [row] = await tx.run(myCourses, {
    ...viewerValues(viewer),
    ...afterCursor(cursor),
    isFirst: cursor === undefined,
    state: state ?? '',
    order: order ?? 'seen',
    states: courseStates,
    q,
    pattern: containsPattern(q),
  });
  const { counts, week, courses } = row!;
  const page = cursorPage(courses, limits.courses, (last) => last.cursor);
  return {
    data: page.data.map(({ cursor: _, ...course }) => course),
    next_cursor: page.next_cursor,
    counts,
    week,
  };
}

/** A cursor names the last course of the page before: the place of its state, its sort key, its id. */
function afterCursor(cursor: string | undefined) {
  const [group, sortKey, id] = cursor?.split('.') ?? [];
  return { place: Number(group ?? 0), sortKey: -Number(sortKey ?? 0), id: -Number(id ?? 0) };
}
