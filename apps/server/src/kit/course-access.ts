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
  FROM platform_settings s)`;

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
  SELECT bool_or(cp.product_id = ANY ((SELECT products FROM me)::bigint[])) AS opens,
    (SELECT its_course.published FROM courses its_course
     WHERE its_course.id = ${course}) AS published
  FROM course_products cp WHERE cp.course_id = ${course}) AS access`;

/** Of `access`: may the viewer open the course? */
export const isOpen = `(:isStaff::boolean OR coalesce(access.published AND access.opens, false))`;

/** Of `access`: is the course closed to the viewer? */
export const isLocked = `NOT ${isOpen}`;

/**
 * Of `access`: may the viewer know of the course? A closed one is known while the school shows
 * blocked content. A draft, or one that no product opens, is known to staff only.
 */
export const isShown = `(:isStaff::boolean OR (access.published AND (access.opens
  OR (access.opens IS NOT NULL AND (SELECT sees_blocked FROM me)))))`;

/** Of `access`: do the course's sample lessons open to everybody? */
const hasSamples = `coalesce(access.published AND access.opens IS NOT NULL, false)`;

/** May the viewer know of a module `m`, in a course that they know of? */
export const seesModule = (m: string) => `(:isStaff::boolean OR ${m}.published)`;

/** May the viewer know of a lesson `l` in its module `m`, in a course that they know of? */
export const seesLesson = (l: string, m: string) =>
  `(:isStaff::boolean OR (${l}.published AND ${m}.published))`;

/** May the viewer know of a quiz `q`, in a lesson that they know of? */
export const seesQuiz = (q: string) => `(:isStaff::boolean OR ${q}.published)`;

/** The same of a thing by its path, a row with `course_id`, `module_id` and `lesson_id`. */
export const seesThing = (path: string) => `(:isStaff::boolean OR (
  (${path}.module_id IS NULL OR EXISTS (
    SELECT FROM modules its_module WHERE its_module.id = ${path}.module_id AND its_module.published))
  AND (${path}.lesson_id IS NULL OR EXISTS (
    SELECT FROM lessons its_lesson WHERE its_lesson.id = ${path}.lesson_id AND its_lesson.published))))`;

/** Of `access`: is the thing at this path closed to the viewer? Sample lessons are not. */
export const isLockedThing = (path: string) => `NOT (${isOpen} OR (${hasSamples} AND EXISTS (
  SELECT FROM lessons its_lesson WHERE its_lesson.id = ${path}.lesson_id AND its_lesson.sample)))`;

/**
 * For a WITH, after `me` and a row `it` that has a `course_id`: `it_access`, with `open` and `shown`.
 * Materialized, because the planner otherwise works out the access of every course first.
 */
export const accessOfIt = `it_access AS MATERIALIZED (
  SELECT ${isOpen} AS open, ${isShown} AS shown FROM it ${courseAccess('it.course_id')})`;

/**
 * The same of a lesson `it` that the viewer sees. `holds` and `known` are of its course: a sample
 * lesson is open, and shown, without them.
 */
export const accessOfLesson = `it_access AS MATERIALIZED (
  SELECT ${isOpen} AS holds, ${isOpen} OR (it.sample AND ${hasSamples}) AS open,
    ${isShown} AS known, ${isShown} OR (it.sample AND ${hasSamples}) AS shown
  FROM it ${courseAccess('it.course_id')})`;

/**
 * May the viewer open the lesson `l`? Asked without `me`: for a write, which need not know more. A
 * plan without these rows takes PostgreSQL a third less to start.
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

/** May the viewer open the course `c`? Asked without `me`. */
export const opensCourse = (c: string) => `(:isStaff::boolean OR (${c}.published AND EXISTS (
  SELECT FROM course_products cp
  JOIN member_products mp ON mp.member_id = :memberId::bigint AND mp.product_id = cp.product_id
  JOIN products p ON p.id = cp.product_id AND p.status = 'active'
  WHERE cp.course_id = ${c}.id)))`;

/** For a FROM: the active products `pr` that open a course. */
export const openingProducts = (course: string) => `course_products cp
    JOIN products pr ON pr.id = cp.product_id AND pr.status = 'active' AND cp.course_id = ${course}`;

/** As JSON: the titles of the active products that open a course. */
export const openingTitles = (course: string) => `(
    SELECT coalesce(json_agg(pr.title ORDER BY pr.id), '[]') FROM ${openingProducts(course)})`;

/** As JSON: what a viewer who may not open the course of `it` is offered. */
export const upsell = `json_build_object(
  'text', it.upsell_text,
  'link', coalesce(it.offer ->> 'button_url', it.upsell_link),
  'price_text', coalesce(it.offer ->> 'price_text', ''),
  'button_text', coalesce(it.offer ->> 'button_text', ''),
  'products', (
    SELECT coalesce(json_agg(json_build_object('id', pr.id, 'title', pr.title)
                             ORDER BY f_unaccent(pr.title), pr.id), '[]')
    FROM ${openingProducts('it.course_id')}))`;
