import { limits, type ProfileCourse } from '@vitrine/contract/quizzes';
import * as z from 'zod/mini';
import {
  courseAccess,
  isShown,
  seesLesson,
  seesModule,
  viewerCte,
  viewerValues,
  type CourseViewer,
} from '../../kit/access/course-access.ts';
import { orNotFound } from '../../platform/app-error.ts';
import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';

// The quiz names the courses that fit a profile. Its current profiles count, not the frozen ones.

const profileCourses = statement({
  name: 'quizzes.profile-courses',
  sql: `WITH ${viewerCte}, attempt AS MATERIALIZED (
      SELECT a.quiz_id, a.profile FROM quiz_attempts a
      WHERE a.id = :attemptId AND a.member_id = :memberId::bigint),
    chosen AS MATERIALIZED (
      SELECT course.id::bigint AS course_id, course.place
      FROM attempt JOIN quizzes q ON q.id = attempt.quiz_id
      CROSS JOIN LATERAL jsonb_array_elements(q.profiles) AS profile (value)
      CROSS JOIN LATERAL jsonb_array_elements_text(
        coalesce(profile.value -> 'course_ids', '[]')) WITH ORDINALITY AS course (id, place)
      WHERE profile.value ->> 'key' = attempt.profile LIMIT ${limits.profileCourses})
    SELECT (
      SELECT coalesce(json_agg(json_build_object('id', c.id, 'title', c.title, 'cover', c.cover,
        'modules', (SELECT count(*) FROM modules m WHERE m.course_id = c.id AND ${seesModule('m')}),
        'seconds', (SELECT coalesce(sum(l.duration_seconds), 0)
          FROM modules m JOIN lessons l ON l.module_id = m.id
          WHERE m.course_id = c.id AND ${seesLesson('l', 'm')})) ORDER BY chosen.place), '[]')
      FROM chosen JOIN courses c ON c.id = chosen.course_id ${courseAccess('c.id')}
      WHERE ${isShown}) AS courses
    FROM attempt`,
  row: z.object({ courses: z.custom<ProfileCourse[]>() }),
});

/**
 * Lists the courses that fit the profile of the viewer's attempt. Throws 404 for any other attempt.
 */
export async function listProfileCourses(
  reader: TenantReader,
  viewer: CourseViewer,
  attemptId: number,
): Promise<ProfileCourse[]> {
  const [row] = await reader.run(profileCourses, { ...viewerValues(viewer), attemptId });
  return orNotFound(row).courses;
}
