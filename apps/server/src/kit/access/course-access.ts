import { isStaff, type Member } from '../../platform/session.ts';
import { titleOrder } from '../rows/title-order.ts';

// Decides who may open a course, and who may see that it exists. No other place does.
// Every statement that reads courses, modules or lessons is built from this SQL.

/** The member whose access to courses is checked. `id` is the member's. */
export interface CourseViewer {
  id: number;
  /** Staff open every course. */
  staff: boolean;
}

/** The viewer of a call, for the functions of this file. */
export const courseViewer = ({ member }: { member: Member }): CourseViewer => ({
  id: member.id,
  staff: isStaff(member),
});

/** The values that every statement about courses needs. */
export const viewerValues = ({ id, staff }: CourseViewer) => ({ memberId: id, isStaff: staff });

/** CTE `viewer_access`: a viewer who holds these products. */
export const viewerCteHolding = (products: string) => `viewer_access AS MATERIALIZED (
  SELECT s.show_blocked_content AS sees_blocked, s.font_primary, ${products} AS products
  FROM platform_settings s)`;

/** CTE `viewer_access`: the viewer with their active products. */
export const viewerCte = viewerCteHolding(`ARRAY(
    SELECT mp.product_id FROM member_products mp
    JOIN products p ON p.id = mp.product_id AND p.status = 'active'
    WHERE mp.member_id = :memberId::bigint
    ORDER BY mp.product_id)`);

/**
 * FROM item after `viewer_access`: the viewer's access to one course. `access.opens` is null if no
 * product opens the course at all. It reads an index by course, so the size of the school does not matter.
 */
export const courseAccess = (course: string) => `CROSS JOIN LATERAL (
  SELECT bool_or(cp.product_id = ANY ((SELECT products FROM viewer_access)::bigint[])) AS opens,
    (SELECT its_course.published FROM courses its_course
     WHERE its_course.id = ${course}) AS published
  FROM course_products cp WHERE cp.course_id = ${course}) AS access`;

/** Condition on `access`: the viewer may open the course. */
export const isOpen = `(:isStaff::boolean OR coalesce(access.published AND access.opens, false))`;

/** Condition on `access`: the viewer may not open the course. */
export const isLocked = `NOT ${isOpen}`;

/**
 * Condition on `access`: the viewer may see that the course exists. Students see a locked course
 * while the school shows blocked content. Only staff see drafts and courses that no product opens.
 */
export const isShown = `(:isStaff::boolean OR (access.published AND (access.opens
  OR (access.opens IS NOT NULL AND (SELECT sees_blocked FROM viewer_access)))))`;

/** Condition on `access`: the course's sample lessons are open to everybody. */
const hasSamples = `coalesce(access.published AND access.opens IS NOT NULL, false)`;

/** Condition: the viewer may see a module `m` of a course that they see. */
export const seesModule = (m: string) => `(:isStaff::boolean OR ${m}.published)`;

/** Condition: the viewer may see a lesson `l` of a module `m`, in a course that they see. */
export const seesLesson = (l: string, m: string) =>
  `(:isStaff::boolean OR (${l}.published AND ${m}.published))`;

/** Condition: the viewer may see a quiz `q` of a lesson that they see. */
export const seesQuiz = (q: string) => `(:isStaff::boolean OR ${q}.published)`;

/** The same by a path: a row with `course_id`, `module_id` and `lesson_id`. */
export const seesThing = (path: string) => `(:isStaff::boolean OR (
  (${path}.module_id IS NULL OR EXISTS (
    SELECT FROM modules its_module WHERE its_module.id = ${path}.module_id AND its_module.published))
  AND (${path}.lesson_id IS NULL OR EXISTS (
    SELECT FROM lessons its_lesson WHERE its_lesson.id = ${path}.lesson_id AND its_lesson.published))))`;

/** Condition on `access`: the viewer may not open the thing at this path. Sample lessons are open. */
export const isLockedThing = (path: string) => `NOT (${isOpen} OR (${hasSamples} AND EXISTS (
  SELECT FROM lessons its_lesson WHERE its_lesson.id = ${path}.lesson_id AND its_lesson.sample)))`;

/**
 * CTE `target_access` with `open` and `shown`, after `viewer_access` and a row `target` that has a
 * `course_id`. It is materialized, because the planner otherwise computes the access of every
 * course first.
 */
export const courseAccessCte = `target_access AS MATERIALIZED (
  SELECT ${isOpen} AS open, ${isShown} AS shown FROM target ${courseAccess('target.course_id')})`;

/**
 * The same for a lesson `target` that the viewer sees. `holds` and `known` describe its course: a
 * sample lesson is `open` and `shown` without them.
 */
export const accessOfLesson = `target_access AS MATERIALIZED (
  SELECT ${isOpen} AS holds, ${isOpen} OR (target.sample AND ${hasSamples}) AS open,
    ${isShown} AS known, ${isShown} OR (target.sample AND ${hasSamples}) AS shown
  FROM target ${courseAccess('target.course_id')})`;

/**
 * Condition without `viewer_access`: the viewer may open the lesson `l`. For writes, which need no
 * more. A plan without those CTEs takes PostgreSQL a third less to start.
 */
export const opensLesson = (l: string) => `(:isStaff::boolean OR (${l}.published
  AND EXISTS (
    SELECT FROM modules its_module JOIN courses its_course ON its_course.id = its_module.course_id
    WHERE its_module.id = ${l}.module_id AND its_module.published AND its_course.published)
  AND EXISTS (
    SELECT FROM course_products cp
    WHERE cp.course_id = ${l}.course_id AND (${l}.sample OR EXISTS (
      SELECT FROM member_products mp
      JOIN products p ON p.id = mp.product_id AND p.status = 'active'
      WHERE mp.member_id = :memberId::bigint AND mp.product_id = cp.product_id)))))`;

/** Condition without `viewer_access`: the viewer may open the course `c`. */
export const opensCourse = (c: string) => `(:isStaff::boolean OR (${c}.published AND EXISTS (
  SELECT FROM course_products cp
  JOIN member_products mp ON mp.member_id = :memberId::bigint AND mp.product_id = cp.product_id
  JOIN products p ON p.id = cp.product_id AND p.status = 'active'
  WHERE cp.course_id = ${c}.id)))`;

/** FROM item: the active products `pr` that open a course. */
export const openingProducts = (course: string) => `course_products cp
    JOIN products pr ON pr.id = cp.product_id AND pr.status = 'active' AND cp.course_id = ${course}`;

/** As JSON: the titles of the active products that open a course. */
export const openingTitles = (course: string) => `(
    SELECT coalesce(json_agg(pr.title ORDER BY pr.id), '[]') FROM ${openingProducts(course)})`;

/**
 * As JSON: the offer to a viewer who may not open the course of `target`. Where no active product
 * opens it, a purchase would open nothing: the offer has no price and no link then.
 */
export const upsell = `(SELECT json_build_object(
    'text', target.upsell_text,
    'link', CASE WHEN its.sold THEN coalesce(target.offer ->> 'button_url', target.upsell_link) END,
    'price_text', CASE WHEN its.sold THEN coalesce(target.offer ->> 'price_text', '') ELSE '' END,
    'button_text', CASE WHEN its.sold THEN coalesce(target.offer ->> 'button_text', '') ELSE '' END,
    'products', its.products)
  FROM (
    SELECT count(*) > 0 AS sold,
      coalesce(json_agg(json_build_object('id', pr.id, 'title', pr.title)
                        ORDER BY ${titleOrder('pr.title')}, pr.id), '[]') AS products
    FROM ${openingProducts('target.course_id')}) AS its)`;
