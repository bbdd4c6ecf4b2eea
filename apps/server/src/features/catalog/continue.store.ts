import type { Continue } from '@vitrine/contract/catalog';
import { isOpenInList, type Reader } from '../../kit/course-access.ts';
import type { Scope } from '../../platform/database.ts';
import { coursePercent, withProgress } from './lesson-list.ts';

/**
 * The lesson to go on with in each course begun and still open, newest first: the last one
 * touched, or the next unfinished one where that is done. A course finished whole is left out.
 *
 * Each course is looked at for itself (OFFSET 0), in order, only until there are enough.
 */
export function continueWatching(
  school: Scope,
  reader: Reader,
  limit: number,
): Promise<Continue[]> {
  return school.prepared<Continue>(
    'catalog.continue',
    `WITH last AS MATERIALIZED (
       SELECT DISTINCT ON (p.course_id) p.course_id, p.lesson_id, p.updated_at
       FROM lesson_progress p
       WHERE p.tenant_id = $1 AND p.member_id = $2
       ORDER BY p.course_id, p.updated_at DESC, p.lesson_id
     )
     SELECT last.course_id, next.module_id, next.lesson_id, next.title,
            coalesce(next.cover, course.cover) AS cover,
            ${coursePercent('last.course_id')} AS percent, next.seconds
     FROM (SELECT * FROM last ORDER BY updated_at DESC, course_id) AS last
     CROSS JOIN LATERAL (
       SELECT c.cover FROM courses c
       WHERE c.tenant_id = $1 AND c.id = last.course_id AND ${isOpenInList} OFFSET 0
     ) AS course
     CROSS JOIN LATERAL (
       SELECT m.position AS module_position, m.id AS module_id, l.position, l.id
       FROM lessons l JOIN modules m ON m.tenant_id = l.tenant_id AND m.id = l.module_id
       WHERE l.tenant_id = $1 AND l.id = last.lesson_id OFFSET 0
     ) AS here
     CROSS JOIN LATERAL (
       SELECT l.module_id, l.id AS lesson_id, l.title, coalesce(l.cover, m.cover) AS cover,
              coalesce(p.seconds, 0) AS seconds
       FROM lessons l
       JOIN modules m ON m.tenant_id = l.tenant_id AND m.id = l.module_id
       ${withProgress}
       WHERE l.tenant_id = $1 AND l.course_id = last.course_id AND p.finished_at IS NULL
       ORDER BY l.id = here.id DESC,
         (m.position, m.id, l.position, l.id)
           > (here.module_position, here.module_id, here.position, here.id) DESC,
         m.position, m.id, l.position, l.id
       LIMIT 1
     ) AS next
     ORDER BY last.updated_at DESC, last.course_id
     LIMIT $4`,
    [school.tenantId, reader.id, reader.staff, limit],
  );
}
