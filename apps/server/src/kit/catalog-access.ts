import { messages, type NoAccess } from '@vitrine/contract/catalog';
import type { Scope } from '../platform/database.ts';
import { found, refuse } from '../platform/refusals.ts';
import type { School } from '../platform/schools.ts';
import { isStaff, type Member } from '../platform/session.ts';

/** Who reads the catalog: a student what their products open, staff all of it. */
export interface Reader {
  id: number;
  staff: boolean;
  /** Whether the school shows, locked, what the reader's products do not open (Vitrine). */
  seesBlocked: boolean;
}

export const readerOf = ({ member, school }: { member: Member; school: School }): Reader => ({
  id: member.id,
  staff: isStaff(member),
  seesBlocked: school.settings.show_blocked_content,
});

/** A reader's statements begin with these: $1 school, $2 member, $3 staff, $4 blocked is shown. */
export const valuesOf = ({ tenantId }: Scope, { id, staff, seesBlocked }: Reader) => [
  tenantId,
  id,
  staff,
  seesBlocked,
];

/** Of a course `c`: may the reader open it? */
export const isOpen = `($3::boolean OR c.id IN (
  SELECT opened.course_id FROM courses_open_to($2::bigint) AS opened (course_id)))`;

/** Of a course `c`: may the reader know of it? One that no product opens is the staff's only. */
export const isShown = `(${isOpen} OR ($4::boolean AND EXISTS (
  SELECT FROM course_products cp WHERE cp.tenant_id = c.tenant_id AND cp.course_id = c.id)))`;

/** Of a course `c`, as JSON: what to tell whoever stands before the lock. */
export const upsell = `json_build_object(
  'text', c.upsell_text,
  'link', c.upsell_link,
  'products', (
    SELECT coalesce(json_agg(json_build_object('id', pr.id, 'title', pr.title)
                             ORDER BY f_unaccent(pr.title), pr.id), '[]')
    FROM course_products cp
    JOIN products pr ON pr.tenant_id = cp.tenant_id AND pr.id = cp.product_id AND pr.status = 'active'
    WHERE cp.tenant_id = c.tenant_id AND cp.course_id = c.id))`;

/** Of a course `c`, as JSON, where the reader stands before the lock; else null. */
export const noAccess = `CASE WHEN NOT ${isOpen} THEN json_build_object(
  'course', json_build_object('id', c.id, 'title', c.title), 'upsell', ${upsell}) END`;

/** 403 with the way in, where a lesson's row says that it is closed. */
export function refuseClosed({ no_access }: { no_access: NoAccess | null }) {
  if (no_access) throw refuse('no_access', messages.noAccess, 403, { data: no_access });
}

/** The lesson's course, if the reader may go in: else 403 with the way, or 404 where it is hidden. */
export async function enterLesson(school: Scope, reader: Reader, id: number) {
  const [lesson] = await school.prepared<{ course_id: number; no_access: NoAccess | null }>(
    'catalog.enter',
    `SELECT l.course_id, ${noAccess} AS no_access
     FROM lessons l
     JOIN courses c ON c.tenant_id = l.tenant_id AND c.id = l.course_id
     WHERE l.tenant_id = $1 AND l.id = $5 AND ${isShown}`,
    [...valuesOf(school, reader), id],
  );
  refuseClosed(found(lesson));
  return found(lesson);
}
