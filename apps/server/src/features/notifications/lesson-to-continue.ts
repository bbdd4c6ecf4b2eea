import { lessonHref } from '@vitrine/contract/urls';
import * as z from 'zod/mini';
import { opensLesson, viewerValues, type CourseViewer } from '../../kit/access/course-access.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';

/** The lesson that a digest offers to continue. */
export interface LessonToContinue {
  title: string;
  /** In seconds. 0 without a video or before its start. */
  position: number;
  /** In seconds. Null where the lesson has none. */
  duration: number | null;
  /** The lesson's path. */
  url: string;
}

const latest = statement({
  name: 'lesson-to-continue',
  sql: `SELECT l.id, l.course_id AS "courseId", l.title,
      (c.lessons -> l.id::text ->> 1)::integer AS position, l.duration_seconds AS duration
    FROM course_progress c
    JOIN lessons l ON l.id = c.last_lesson_id
    WHERE c.member_id = :memberId AND c.lessons -> l.id::text ->> 2 = '0' AND ${opensLesson('l')}
    ORDER BY c.touched_at DESC LIMIT 1`,
  row: z.object({
    id: z.number(),
    courseId: z.number(),
    title: z.string(),
    position: z.number(),
    duration: z.nullable(z.number()),
  }),
});

/**
 * The lesson that a member left last and may still open. Null where all begun lessons are finished.
 */
export async function lessonToContinue(
  tx: TenantTransaction,
  viewer: CourseViewer,
): Promise<LessonToContinue | null> {
  const [row] = await tx.run(latest, viewerValues(viewer));
  if (!row) return null;
  const { id, courseId, ...facts } = row;
  return { ...facts, url: lessonHref(courseId, row.title, id) };
}
