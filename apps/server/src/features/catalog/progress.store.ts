import type { Progress, ProgressInput } from '@vitrine/contract/catalog';
import type { CourseViewer } from '../../kit/course-access.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { orNotFound } from '../../platform/app-error.ts';
import { findEnds } from './completions.store.ts';
import { coursePercent } from './lesson-list.ts';
import { requireLesson } from '../../kit/lesson-access.ts';

/**
 * Remembers where the reader stands. One row a person and lesson, however many calls race: the last
 * position wins, and a lesson is finished from the first time it was said until it is taken back.
 */
export async function saveProgress(
  tx: TenantTransaction,
  viewer: CourseViewer,
  lessonId: number,
  { seconds, finished }: ProgressInput,
): Promise<Progress> {
  const { course_id } = await requireLesson(tx, viewer, lessonId);
  const { tenantId, prepared } = tx;
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
    [tenantId, viewer.id, lessonId, seconds ?? null, finished ?? null],
  );
  const [course] = await prepared<{ course_progress: number }>(
    'catalog.course_progress',
    `SELECT ${coursePercent('$3::bigint')} AS course_progress`,
    [tenantId, viewer.id, course_id],
  );
  const completed = finished ? await findEnds(tx, viewer, lessonId) : [];
  return { ...orNotFound(saved), ...orNotFound(course), completed };
}
