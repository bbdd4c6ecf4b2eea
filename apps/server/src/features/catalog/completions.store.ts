import type { Progress } from '@vitrine/contract/catalog';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { CourseViewer } from '../../kit/course-access.ts';
import { awardPointsSql } from '../../kit/points.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';

const addCompletions = statement({
  name: 'catalog.ends',
  sql: `WITH it AS (
       SELECT module_id, course_id FROM lessons WHERE tenant_id = :tenantId AND id = :lessonId
     ), lessons_left AS (
       SELECT l.module_id FROM it
       JOIN lessons l ON l.tenant_id = :tenantId AND l.course_id = it.course_id AND l.published
       JOIN modules m ON m.tenant_id = :tenantId AND m.id = l.module_id AND m.published
       LEFT JOIN lesson_progress p
         ON p.tenant_id = :tenantId AND p.member_id = :memberId AND p.lesson_id = l.id
       WHERE p.finished_at IS NULL
     ), module AS (
       INSERT INTO module_completions (member_id, module_id)
       SELECT :memberId, module_id FROM it
       WHERE NOT EXISTS (SELECT FROM lessons_left WHERE lessons_left.module_id = it.module_id)
       ON CONFLICT DO NOTHING RETURNING module_id AS id
     ), course AS (
       INSERT INTO course_completions (member_id, course_id)
       SELECT :memberId, course_id FROM it WHERE NOT EXISTS (SELECT FROM lessons_left)
       ON CONFLICT DO NOTHING RETURNING course_id AS id
     )
     SELECT 'module' AS what, ${awardPointsSql('finish_module', { kind: 'module', id: 'id' })} AS points
     FROM module
     UNION ALL
     SELECT 'course', ${awardPointsSql('finish_course', { kind: 'course', id: 'id' })} FROM course`,
  row: z.object({ what: z.enum(['module', 'course']), points: z.number() }),
});

/**
 * Keeps what the lesson, finished just now, brought to its end, each once: of two devices that
 * finish the last two lessons at the same time, the second one sees both, and one of them tells.
 */
export async function findEnds(
  tx: TenantTransaction,
  { id: memberId }: CourseViewer,
  lessonId: number,
): Promise<{ completed: Progress['completed']; points: number }> {
  // By member: they are in one lesson at a time, and nobody else waits.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${tx.tenantId}:ends:${memberId}`}, 0))`.execute(
    tx.db,
  );
  const ended = await tx.run(addCompletions, { memberId, lessonId });
  return {
    completed: ended.map(({ what }) => what),
    points: ended.reduce((sum, { points }) => sum + points, 0),
  };
}
