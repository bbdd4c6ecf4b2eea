import { carouselType, contentTypes, continueTypes } from '@vitrine/contract/carousels';
import {
  courseAccess,
  isLocked,
  isLockedThing,
  isShown,
  seesThing,
} from '../access/course-access.ts';

const { continueCourses, continueLessons } = carouselType;

/** Maximum number of things of a carousel. */
export type Limit = number | 'ALL';

/** The carousel id of things that are shown outside carousels. No carousel has it. */
export const NO_CAROUSEL = 0;

/**
 * CTE after `viewer_access`, `selected_carousels`, `lessonsToContinue` and `trending`: the first
 * things of each carousel that the viewer may see. Each has its path (course, module, lesson) and its place.
 */
export const picks = (limit: Limit) =>
  picksOf([chosenPicks(limit), continuedPicks, trendingPicks(limit), favoritePicks(limit)]);

/** The picks that all holders of the same products share. Em alta has more of them than are shown. */
export const sharedPicks = (limit: Limit, { trending }: { trending: Limit }) =>
  picksOf([chosenPicks(limit), trendingPicks(trending)], [allCoursePicks(limit)]);

/** The given things that an audience may see. :courseIds, :moduleIds and :lessonIds form paths. */
export const picksByPath = `picks AS MATERIALIZED (
  SELECT ${NO_CAROUSEL}::bigint AS carousel_id, path.*, NULL::bigint AS item_id, ${isLockedThing('path')} AS locked
  FROM unnest(:courseIds::bigint[], :moduleIds::bigint[], :lessonIds::bigint[])
    WITH ORDINALITY AS path (course_id, module_id, lesson_id, place)
  ${courseAccess('path.course_id')}
  WHERE ${isShown} AND ${seesThing('path')}
)`;

const picksOf = (perCarousel: string[], extra: string[] = []) => `picks AS MATERIALIZED (
  SELECT r.id AS carousel_id, pick.*
  FROM selected_carousels r CROSS JOIN LATERAL (
    ${perCarousel.join(' UNION ALL ')}
  ) AS pick (place, item_id, course_id, module_id, lesson_id, locked)
  ${extra.map((extraPicks) => `UNION ALL ${extraPicks}`).join(' ')}
)`;

/** Every course, newest first, while there is no carousel of content: so the page is never empty. */
const allCoursePicks = (limit: Limit) => `(
    SELECT ${NO_CAROUSEL}, row_number() OVER (ORDER BY c.id DESC), NULL, c.id, NULL, NULL, ${isLocked}
    FROM courses c
    ${courseAccess('c.id')}
    WHERE ${isShown}
      AND NOT EXISTS (SELECT FROM carousels other WHERE other.type IN (${contentTypes.join(', ')}))
    ORDER BY c.id DESC
    LIMIT ${limit})`;

/** The things chosen by hand; for dynamic carousels, the modules or lessons in them. */
function chosenPicks(limit: Limit) {
  const order = 'thing.position, thing.item_id, thing.inner_position, thing.inner_id';
  return `(
    SELECT row_number() OVER (ORDER BY ${order}) AS place,
           CASE WHEN thing.inner_id IS NULL THEN thing.item_id END AS item_id,
           thing.course_id, thing.module_id, thing.lesson_id, ${isLockedThing('thing')} AS locked
    FROM (
      SELECT i.position, i.id AS item_id, target.*
      FROM carousel_items i CROSS JOIN LATERAL (
        SELECT i.course_id, i.module_id, i.lesson_id,
               NULL::integer AS inner_position, NULL::bigint AS inner_id
        WHERE r.type_content NOT IN ('getCourseModules', 'getModuleClasses')
        UNION ALL
        SELECT m.course_id, m.id, NULL, m.position, m.id FROM modules m
        WHERE r.type_content = 'getCourseModules' AND m.course_id = i.course_id
        UNION ALL
        SELECT l.course_id, l.module_id, l.id, l.position, l.id FROM lessons l
        WHERE r.type_content = 'getModuleClasses' AND l.module_id = i.module_id
      ) AS target
      WHERE r.type IN (${contentTypes.join(', ')}) AND i.carousel_id = r.id
      ORDER BY i.position, i.id, target.inner_position, target.inner_id
    ) AS thing
    ${courseAccess('thing.course_id')}
    WHERE ${isShown} AND ${seesThing('thing')}
    ORDER BY ${order}
    LIMIT ${limit})`;
}

/** The course, module or lesson with which the viewer continues. */
const continuedPicks = `(
    SELECT row_number() OVER (ORDER BY g.updated_at DESC, g.course_id), NULL, g.course_id,
           CASE WHEN r.type <> ${continueCourses} THEN g.module_id END,
           CASE WHEN r.type = ${continueLessons} THEN g.lesson_id END, false
    FROM lessons_to_continue g
    WHERE r.type IN (${continueTypes.join(', ')}))`;

const trendingPicks = (limit: Limit) => `(
    SELECT t.place, NULL, t.course_id, NULL, NULL, ${isLocked}
    FROM (SELECT * FROM trending ORDER BY place) AS t
    ${courseAccess('t.course_id')}
    WHERE r.type = ${carouselType.trending} AND ${isShown}
    ORDER BY t.place
    LIMIT ${limit})`;

/** The viewer's favourites, newest first. */
const favoritePicks = (limit: Limit) => `(
    SELECT row_number() OVER (ORDER BY f.id DESC), NULL, f.course_id, f.module_id, f.lesson_id, ${isLockedThing('f')}
    FROM favorites f
    ${courseAccess('f.course_id')}
    WHERE r.type = ${carouselType.myList} AND f.member_id = :memberId AND ${isShown}
      AND ${seesThing('f')}
    ORDER BY f.id DESC
    LIMIT ${limit})`;
