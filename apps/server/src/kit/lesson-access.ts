import { messages, type NoAccess } from '@vitrine/contract/catalog';
import { accessOfIt, upsell, viewerCte, viewerValues, type CourseViewer } from './course-access.ts';
import type { TenantTransaction } from '../platform/database.ts';
import { orNotFound, refuse } from '../platform/app-error.ts';

/** For a WITH: the lesson `it` ($4) with its course's offer, and the viewer's access to it. */
export const lessonWithAccess = `${viewerCte}, it AS MATERIALIZED (
  SELECT l.*, c.title AS course_title, c.upsell_text, c.upsell_link
  FROM lessons l JOIN courses c ON c.id = l.course_id
  WHERE l.id = $4
), ${accessOfIt}`;

/** As JSON: what the viewer is offered where the lesson is locked, else null. */
export const noAccess = `CASE WHEN NOT it_access.open THEN json_build_object(
  'course', json_build_object('id', it.course_id, 'title', it.course_title),
  'upsell', ${upsell}) END`;

/** 403 with the offer, where the row of a lesson says that it is locked. */
export function requireOpenLesson({ no_access }: { no_access: NoAccess | null }) {
  if (no_access) throw refuse('no_access', messages.noAccess, 403, { data: no_access });
}

/** The lesson's course, if the viewer may open it: 403 where it is locked, 404 where it is hidden. */
export async function requireLesson(tx: TenantTransaction, viewer: CourseViewer, id: number) {
  const [lesson] = await tx.prepared<{ course_id: number; no_access: NoAccess | null }>(
    'catalog.lesson_access',
    `WITH ${lessonWithAccess}
     SELECT it.course_id, ${noAccess} AS no_access FROM it, it_access WHERE it_access.shown`,
    [...viewerValues(tx, viewer), id],
  );
  requireOpenLesson(orNotFound(lesson));
  return orNotFound(lesson);
}
