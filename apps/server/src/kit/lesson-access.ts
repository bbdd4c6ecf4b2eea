import { messages, type NoAccess } from '@vitrine/contract/catalog';
import { access, isShown, upsell, valuesOf, type CourseViewer } from './course-access.ts';
import type { TenantTransaction } from '../platform/database.ts';
import { orNotFound, refuse } from '../platform/app-error.ts';

/** A lesson ($5) with what its lock needs to say: the `it` of a statement. */
export const lessonWithAccess = `it AS MATERIALIZED (
  SELECT l.*, c.title AS course_title, c.upsell_text, c.upsell_link
  FROM lessons l JOIN courses c ON c.tenant_id = l.tenant_id AND c.id = l.course_id
  WHERE l.tenant_id = $1 AND l.id = $5)`;

/** As JSON, where the reader stands before the lock; else null. */
export const noAccess = `CASE WHEN NOT access.open THEN json_build_object(
  'course', json_build_object('id', it.course_id, 'title', it.course_title),
  'upsell', ${upsell}) END`;

/** 403 with the way in, where a lesson's row says that it is closed. */
export function requireOpenLesson({ no_access }: { no_access: NoAccess | null }) {
  if (no_access) throw refuse('no_access', messages.noAccess, 403, { data: no_access });
}

/** The lesson's course, if the reader may go in: else 403 with the way, or 404 where it is hidden. */
export async function requireLesson(tx: TenantTransaction, viewer: CourseViewer, id: number) {
  const [lesson] = await tx.prepared<{ course_id: number; no_access: NoAccess | null }>(
    'catalog.enter',
    `WITH ${lessonWithAccess}, ${access}
     SELECT it.course_id, ${noAccess} AS no_access FROM it, access WHERE ${isShown}`,
    [...valuesOf(tx, viewer), id],
  );
  requireOpenLesson(orNotFound(lesson));
  return orNotFound(lesson);
}
