import type { TenantReader } from '../platform/database.ts';
import type { School } from '../platform/schools.ts';
import { isStaff, type Member } from '../platform/session.ts';

/**
 * Which courses a reader may open, and which they may know of: the one place that says so, as
 * pieces of SQL for every statement that reads courses, modules or lessons. (Rows of cards, which
 * visitors see too, ask it of each card's course alone: kit/showcase/door.ts.)
 */
export interface CourseViewer {
  id: number;
  /** Staff open all of them. */
  staff: boolean;
  /** Whether the school shows, locked, what the reader's products do not open (Vitrine). */
  seesBlocked: boolean;
}

export const courseViewer = ({
  member,
  school,
}: {
  member: Member;
  school: School;
}): CourseViewer => ({
  id: member.id,
  staff: isStaff(member),
  seesBlocked: school.settings.show_blocked_content,
});

/** A reader's statements begin with these: $1 school, $2 member, $3 staff, $4 blocked is shown. */
export const valuesOf = ({ tenantId }: TenantReader, { id, staff, seesBlocked }: CourseViewer) => [
  tenantId,
  id,
  staff,
  seesBlocked,
];

// One thing: a statement begins WITH it AS MATERIALIZED (one row that names its course_id), access.
// Materialized, because a planner that is let will ask for every course before it looks for the one.

/**
 * May the reader open the course of `it`? Asked of that course alone: a function whose argument is
 * itself a question (`platform/question.ts`) is not made part of the plan, and planned at each call.
 */
export const access = `access AS MATERIALIZED (
  SELECT $3::boolean OR EXISTS (
    SELECT FROM course_products cp
    JOIN products pr ON pr.tenant_id = cp.tenant_id AND pr.id = cp.product_id AND pr.status = 'active'
    JOIN member_products mp
      ON mp.tenant_id = cp.tenant_id AND mp.product_id = cp.product_id AND mp.member_id = $2
    WHERE cp.tenant_id = $1 AND cp.course_id = it.course_id) AS open
  FROM it)`;

/** May the reader know of it? A course that no product opens is the staff's only. */
export const isShown = `(access.open OR ($4::boolean AND EXISTS (
  SELECT FROM course_products cp WHERE cp.tenant_id = $1 AND cp.course_id = it.course_id)))`;

/** As JSON: what to tell whoever stands before the lock of `it`. */
export const upsell = `json_build_object(
  'text', it.upsell_text,
  'link', it.upsell_link,
  'products', (
    SELECT coalesce(json_agg(json_build_object('id', pr.id, 'title', pr.title)
                             ORDER BY f_unaccent(pr.title), pr.id), '[]')
    FROM course_products cp
    JOIN products pr ON pr.tenant_id = cp.tenant_id AND pr.id = cp.product_id AND pr.status = 'active'
    WHERE cp.tenant_id = $1 AND cp.course_id = it.course_id))`;

// Lists: of each course `c`, asked once for all of them.

const isOpenInList = `($3::boolean OR c.id IN (
  SELECT opened.course_id FROM courses_open_to($2::bigint) AS opened (course_id)))`;

export const isShownInList = `(${isOpenInList} OR ($4::boolean AND EXISTS (
  SELECT FROM course_products cp WHERE cp.tenant_id = $1 AND cp.course_id = c.id)))`;
