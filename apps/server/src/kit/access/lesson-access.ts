import type { NoAccess } from '@vitrine/contract/catalog';
import { messages } from '@vitrine/contract/catalog-limits';
import * as z from 'zod/mini';
import { orNotFound, refuse } from '../../platform/app-error.ts';
import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import {
  accessOfLesson,
  opensLesson,
  seesLesson,
  upsell,
  viewerCte,
  viewerValues,
  type CourseViewer,
} from './course-access.ts';

/**
 * CTEs after `viewer_access`: the lesson `target` with its course's offer, and the viewer's access,
 * `target_access`.
 */
export const lessonWithAccess = `target AS MATERIALIZED (
  SELECT l.*, c.title AS course_title, c.upsell_text, c.upsell_link, c.offer
  FROM lessons l
  JOIN modules m ON m.id = l.module_id
  JOIN courses c ON c.id = l.course_id
  WHERE l.id = :lessonId AND ${seesLesson('l', 'm')}
), ${accessOfLesson}`;

/** CTE for a write: tells whether the viewer may open the lesson. `requireLesson` gives the reason. */
export const lessonToWriteTo = `target AS MATERIALIZED (
  SELECT l.id, l.course_id, ${opensLesson('l')} AS open
  FROM lessons l WHERE l.id = :lessonId)`;

/** As JSON: the offer to the viewer if the lesson is locked, else null. */
export const noAccess = `CASE WHEN NOT target_access.open THEN json_build_object(
  'course', json_build_object('id', target.course_id, 'title', target.course_title),
  'upsell', ${upsell}) END`;

/** Throws 403 with the offer if the row of a lesson says that it is locked. */
export function requireOpenLesson({ no_access }: { no_access: NoAccess | null }) {
  if (no_access) throw refuse('no_access', messages.noAccess, 403, { data: no_access });
}

const courseOfLesson = statement({
  name: 'catalog.lesson-access',
  sql: `WITH ${viewerCte}, ${lessonWithAccess}
    SELECT target.course_id, ${noAccess} AS no_access FROM target, target_access WHERE target_access.shown`,
  row: z.object({ course_id: z.number(), no_access: z.nullable(z.custom<NoAccess>()) }),
});

/** Tells whether the viewer may open the lesson now, without a reason. */
export async function mayOpenLesson(reader: TenantReader, viewer: CourseViewer, id: number) {
  const [lesson] = await reader.run(courseOfLesson, { ...viewerValues(viewer), lessonId: id });
  return lesson?.no_access === null;
}

/** Returns the lesson's course if the viewer may open it. Throws 403 if locked, 404 if hidden. */
export async function requireLesson(reader: TenantReader, viewer: CourseViewer, id: number) {
  const [lesson] = await reader.run(courseOfLesson, { ...viewerValues(viewer), lessonId: id });
  requireOpenLesson(orNotFound(lesson));
  return orNotFound(lesson);
}
