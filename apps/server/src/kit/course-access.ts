import { isStaff, type Member } from '../platform/session.ts';

// Who may open a course, and who may know of it. Every statement that reads courses, modules or
// lessons is put together from these pieces of SQL. No other place decides it.

export interface CourseViewer {
  id: number;
  /** Staff open every course. */
  staff: boolean;
}

export const courseViewer = ({ member }: { member: Member }): CourseViewer => ({
  id: member.id,
  staff: isStaff(member),
});

/** What every statement about courses needs to know of its viewer. */
export const viewerValues = ({ id, staff }: CourseViewer) => ({ memberId: id, isStaff: staff });

/** For a WITH: `me`, a viewer who holds these products. */
export const viewerCteHolding = (products: string) => `me AS MATERIALIZED (
  SELECT s.show_blocked_content AS sees_blocked, s.font_primary, ${products} AS products
  FROM platform_settings s WHERE s.tenant_id = :tenantId)`;

/** For a WITH: `me`, the viewer with their active products. */
export const viewerCte = viewerCteHolding(`ARRAY(
    SELECT mp.product_id FROM member_products mp
    JOIN products p ON p.id = mp.product_id AND p.status = 'active'
    WHERE mp.member_id = :memberId::bigint
    ORDER BY mp.product_id)`);

/**
 * For a FROM, after `me`: the viewer's access to one course. `access.opens` is null where no product
 * opens the course at all. The index answers it by course, so the size of the school does not matter.
 */
export const courseAccess = (course: string) => `CROSS JOIN LATERAL (
  SELECT bool_or(cp.product_id = ANY ((SELECT products FROM me)::bigint[])) AS opens
  FROM course_products cp WHERE cp.course_id = ${course}) AS access`;

/** Of `access`: may the viewer open the course? */
const isOpen = `(:isStaff::boolean OR coalesce(access.opens, false))`;

/** Of `access`: is the course closed to the viewer? */
export const isLocked = `NOT ${isOpen}`;

/**
 * Of `access`: may the viewer know of the course? A closed one is known while the school shows
 * blocked content; one that no product opens is known to staff only.
 */
export const isShown = `(:isStaff::boolean OR access.opens
  OR (access.opens IS NOT NULL AND (SELECT sees_blocked FROM me)))`;

/**
 * For a WITH, after `me` and a row `it` that has a `course_id`: `it_access`, with `open` and `shown`.
 * Materialized, because the planner otherwise works out the access of every course first.
 */
export const accessOfIt = `it_access AS MATERIALIZED (
  SELECT ${isOpen} AS open, ${isShown} AS shown FROM it ${courseAccess('it.course_id')})`;

/**
 * The same as `isOpen`, asked of one course without `me`: for a write, which need not know more. A
 * plan without these rows takes PostgreSQL a third less to start.
 */
export const opensCourse = (course: string) => `(:isStaff::boolean OR EXISTS (
  SELECT FROM course_products cp
  JOIN member_products mp ON mp.member_id = :memberId::bigint AND mp.product_id = cp.product_id
  JOIN products p ON p.id = cp.product_id AND p.status = 'active'
  WHERE cp.course_id = ${course}))`;

/** For a FROM: the active products `pr` that open a course. */
export const openingProducts = (course: string) => `course_products cp
    JOIN products pr ON pr.id = cp.product_id AND pr.status = 'active' AND cp.course_id = ${course}`;

/** As JSON: the titles of the active products that open a course. */
export const openingTitles = (course: string) => `(
    SELECT coalesce(json_agg(pr.title ORDER BY pr.id), '[]') FROM ${openingProducts(course)})`;

/** As JSON: what a viewer who may not open the course of `it` is offered. */
export const upsell = `json_build_object(
  'text', it.upsell_text,
  'link', it.upsell_link,
  'products', (
    SELECT coalesce(json_agg(json_build_object('id', pr.id, 'title', pr.title)
                             ORDER BY f_unaccent(pr.title), pr.id), '[]')
    FROM ${openingProducts('it.course_id')}))`;
