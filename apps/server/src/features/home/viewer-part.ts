import { limits } from '@vitrine/contract/carousels';
import { lessonPercent } from '../../kit/showcase/cards.ts';
import { courseAccess, isShown, viewerCte } from '../../kit/course-access.ts';
import { goingOn } from '../../kit/showcase/going-on.ts';
import { needsSweep, trending } from '../../kit/showcase/trending.ts';
import { viewerQuery } from '../../platform/viewer-query.ts';

/** What the home page shows to one reader alone, and what of the shared part belongs to them. */
export interface ViewerPart {
  /** Of the shared part that holds now. */
  version: number;
  /** Those that open something to the reader, in order. */
  products: number[];
  /** The lessons they go on with, the latest course first. */
  begun: ThingPath[];
  /** What they favour and may know of, the latest first. */
  list: ThingPath[];
  /** The most watched courses, whether they may see them or not. */
  trending: number[];
  /** How many lessons they have finished. */
  finished: [course: number, module: number, count: number][];
  favorites: ThingPath[];
  /** Where they stand in the lessons that may be shown. */
  lessons: [lesson: number, seconds: number, progress: number][];
  /** Somebody's 14 days have passed. */
  sweep: boolean;
}

/** A thing of the school: `course`, `course/module`, or `course/module/lesson`. */
export type ThingPath = string;

const list = (items: string) => `coalesce(json_agg(${items}), '[]')`;
const path = (thing: string) =>
  `concat_ws('/', ${thing}.course_id, ${thing}.module_id, ${thing}.lesson_id)`;

export const viewerPart = viewerQuery(
  'home',
  `WITH ${viewerCte}, ${goingOn}, ${trending},
   favored AS MATERIALIZED (
     SELECT f.* FROM favorites f WHERE f.tenant_id = $1 AND f.member_id = $2),
   listed AS MATERIALIZED (
     SELECT f.* FROM favored f ${courseAccess('f.course_id')}
     WHERE ${isShown} ORDER BY f.id DESC LIMIT ${limits.cards}),
   lessons_shown AS (
     SELECT i.lesson_id FROM carousel_items i WHERE i.tenant_id = $1 AND i.lesson_id IS NOT NULL
     UNION
     SELECT l.id FROM carousels r
     JOIN carousel_items i ON i.tenant_id = $1 AND i.carousel_id = r.id
     JOIN lessons l ON l.tenant_id = $1 AND l.module_id = i.module_id
     WHERE r.tenant_id = $1 AND r.type_content = 'getModuleClasses'
     UNION SELECT lesson_id FROM going_on
     UNION SELECT lesson_id FROM listed)
   SELECT
     coalesce((SELECT v.version FROM showcase_versions v WHERE v.tenant_id = $1), 0) AS version,
     me.products,
     (SELECT ${list(`${path('g')} ORDER BY g.updated_at DESC, g.course_id`)} FROM going_on g) AS begun,
     (SELECT ${list(`${path('f')} ORDER BY f.id DESC`)} FROM listed f) AS list,
     (SELECT ${list('t.course_id ORDER BY t.place')} FROM trending t) AS trending,
     (SELECT ${list('json_build_array(f.course_id, f.module_id, f.count)')} FROM (
        SELECT p.course_id, p.module_id, count(*) FROM lesson_progress p
        WHERE p.tenant_id = $1 AND p.member_id = $2 AND p.finished_at IS NOT NULL
        GROUP BY p.course_id, p.module_id) AS f) AS finished,
     (SELECT ${list(path('f'))} FROM favored f) AS favorites,
     (SELECT ${list(`json_build_array(l.id, at.seconds, ${lessonPercent})`)} FROM lessons_shown
      JOIN lesson_progress at
        ON at.tenant_id = $1 AND at.member_id = $2 AND at.lesson_id = lessons_shown.lesson_id
      JOIN lessons l ON l.tenant_id = $1 AND l.id = at.lesson_id) AS lessons,
     ${needsSweep} AS sweep
   FROM me`,
);
