import type { Progress } from '@vitrine/contract/catalog';
import { sql } from 'kysely';
import type { CourseViewer } from '../../kit/course-access.ts';
import { utc } from '../../kit/utc.ts';
import type { TenantTransaction } from '../../platform/database.ts';

/** When the reader ($2) came to the end of the course of `it`. */
export const courseCompleted = `(SELECT completed_at FROM course_completions e
  WHERE e.member_id = $2 AND e.course_id = it.course_id)`;

/** When the reader ($2) came to the end of the module `m`. */
export const moduleCompleted = `(SELECT ${utc('completed_at')} FROM module_completions e
  WHERE e.member_id = $2 AND e.module_id = m.id)`;

/**
 * Keeps what the lesson, finished just now, brought to its end, each once: of two devices that
 * finish the last two lessons at the same time, the second one sees both, and one of them tells.
 */
export async function findEnds(
  { db, tenantId, prepared }: TenantTransaction,
  { id: memberId }: CourseViewer,
  lessonId: number,
): Promise<Progress['completed']> {
  // By member: they are in one lesson at a time, and nobody else waits.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${tenantId}:ends:${memberId}`}, 0))`.execute(
    db,
  );
  const ended = await prepared<{ what: 'module' | 'course' }>(
    'catalog.ends',
    `WITH it AS (
       SELECT module_id, course_id FROM lessons WHERE tenant_id = $1 AND id = $3
     ), lessons_left AS (
       SELECT l.module_id FROM it
       JOIN lessons l ON l.tenant_id = $1 AND l.course_id = it.course_id
       LEFT JOIN lesson_progress p
         ON p.tenant_id = $1 AND p.member_id = $2 AND p.lesson_id = l.id
       WHERE p.finished_at IS NULL
     ), module AS (
       INSERT INTO module_completions (member_id, module_id)
       SELECT $2, module_id FROM it
       WHERE NOT EXISTS (SELECT FROM lessons_left WHERE lessons_left.module_id = it.module_id)
       ON CONFLICT DO NOTHING RETURNING 'module'::text AS what
     ), course AS (
       INSERT INTO course_completions (member_id, course_id)
       SELECT $2, course_id FROM it WHERE NOT EXISTS (SELECT FROM lessons_left)
       ON CONFLICT DO NOTHING RETURNING 'course'::text AS what
     )
     SELECT what FROM module UNION ALL SELECT what FROM course`,
    [tenantId, memberId, lessonId],
  );
  return ended.map(({ what }) => what);
}
