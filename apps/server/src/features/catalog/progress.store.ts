import type { Continue, Progress, ProgressInput } from '@vitrine/contract/catalog';
import type { Scope } from '../../platform/database.ts';
import { found } from '../../platform/refusals.ts';
import { withProgress } from './lesson-list.ts';
import { enterLesson, isOpen, type Reader } from '../../kit/catalog-access.ts';

/** Of a course: the reader's ($2) finished lessons of all, in whole percent. */
const coursePercent = (course: string) => `whole_percent(
  (SELECT count(*) FROM lesson_progress done WHERE done.tenant_id = $1 AND done.member_id = $2
     AND done.course_id = ${course} AND done.finished_at IS NOT NULL),
  (SELECT count(*) FROM lessons every WHERE every.tenant_id = $1 AND every.course_id = ${course}))`;

/**
 * Remembers where the reader stands. One row a person and lesson, however many calls race: the last
 * position wins, and a lesson is finished from the first time it was said until it is taken back.
 */
export async function saveProgress(
  school: Scope,
  reader: Reader,
  lessonId: number,
  { seconds, finished }: ProgressInput,
): Promise<Progress> {
  const { course_id } = await enterLesson(school, reader, lessonId);
  const { tenantId, prepared } = school;
  // The lesson's key is held, so that a move to another module waits and takes the row along.
  const [saved] = await prepared<{ seconds: number; finished: boolean }>(
    'catalog.progress',
    `INSERT INTO lesson_progress (member_id, lesson_id, module_id, course_id, seconds, finished_at, updated_at)
     SELECT $2, l.id, l.module_id, l.course_id, coalesce($4::integer, 0),
            CASE WHEN $5::boolean THEN now() END, clock_timestamp()
     FROM lessons l WHERE l.tenant_id = $1 AND l.id = $3
     FOR KEY SHARE OF l
     ON CONFLICT (tenant_id, member_id, lesson_id) DO UPDATE SET
       seconds = coalesce($4, lesson_progress.seconds),
       finished_at = CASE
         WHEN $5 THEN coalesce(lesson_progress.finished_at, now())
         WHEN NOT $5 THEN NULL
         ELSE lesson_progress.finished_at
       END,
       updated_at = clock_timestamp()
     RETURNING seconds, finished_at IS NOT NULL AS finished`,
    [tenantId, reader.id, lessonId, seconds ?? null, finished ?? null],
  );
  const [course] = await prepared<{ course_progress: number }>(
    'catalog.course_progress',
    `SELECT ${coursePercent('$3::bigint')} AS course_progress`,
    [tenantId, reader.id, course_id],
  );
  return { ...found(saved), ...found(course) };
}

/**
 * The lesson to go on with in each course begun and still open, newest first: the last one
 * touched, or the next unfinished one where that is done. A course finished whole is left out.
 */
export function continueWatching(
  school: Scope,
  reader: Reader,
  limit: number,
): Promise<Continue[]> {
  return school.prepared<Continue>(
    'catalog.continue',
    `WITH last AS (
       SELECT DISTINCT ON (p.course_id) p.course_id, p.lesson_id, p.updated_at
       FROM lesson_progress p
       WHERE p.tenant_id = $1 AND p.member_id = $2
       ORDER BY p.course_id, p.updated_at DESC, p.lesson_id
     )
     SELECT c.id AS course_id, next.module_id, next.lesson_id, next.title,
            coalesce(next.cover, c.cover) AS cover, ${coursePercent('c.id')} AS percent, next.seconds
     FROM last
     JOIN courses c ON c.tenant_id = $1 AND c.id = last.course_id AND ${isOpen}
     JOIN lessons here ON here.tenant_id = $1 AND here.id = last.lesson_id
     JOIN modules its ON its.tenant_id = $1 AND its.id = here.module_id
     CROSS JOIN LATERAL (
       SELECT l.module_id, l.id AS lesson_id, l.title, coalesce(l.cover, m.cover) AS cover,
              coalesce(p.seconds, 0) AS seconds
       FROM lessons l
       JOIN modules m ON m.tenant_id = l.tenant_id AND m.id = l.module_id
       ${withProgress}
       WHERE l.tenant_id = $1 AND l.course_id = c.id AND p.finished_at IS NULL
       ORDER BY l.id = here.id DESC,
         (m.position, m.id, l.position, l.id)
           > (its.position, its.id, here.position, here.id) DESC,
         m.position, m.id, l.position, l.id
       LIMIT 1
     ) AS next
     ORDER BY last.updated_at DESC, c.id
     LIMIT $4`,
    [school.tenantId, reader.id, reader.staff, limit],
  );
}
