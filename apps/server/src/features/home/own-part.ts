import { limits } from '@vitrine/contract/carousels';
import { cards, lessonPercent } from '../../kit/showcase/cards.ts';
import { me } from '../../kit/showcase/door.ts';
import { continueJson, goingOn } from '../../kit/showcase/going-on.ts';
import { ownPicks } from '../../kit/showcase/picks.ts';
import { rowsThat } from '../../kit/showcase/rows.ts';
import { needsSweep, trending } from '../../kit/showcase/trending.ts';
import { question } from '../../platform/question.ts';

/** What the home page shows to one reader alone, and what of the shared part belongs to them. */
export interface OwnPart {
  /** Of the shared part that holds now. */
  version: number;
  /** Those that open something to the reader, in order. */
  products: number[];
  /** Their own rows, where they go on and what they favour: a carousel with its cards as JSON. */
  rows: [carousel: number, cards: string][];
  /** As JSON. */
  continue: string;
  /** The most watched courses, whether they may see them or not. */
  trending: number[];
  /** How many lessons they have finished. */
  finished: [course: number, module: number, count: number][];
  /** By path: `course`, `course/module`, `course/module/lesson`. */
  favorites: string[];
  /** Where they stand in the lessons that rows show. */
  lessons: [lesson: number, seconds: number, progress: number][];
  /** Somebody's 14 days have passed. */
  sweep: boolean;
}

const list = (items: string) => `coalesce(json_agg(${items}), '[]')`;

export const ownPart = question(
  'home',
  `WITH ${me}, ${rowsThat('r.type IN (5, 6, 7, 9)')}, ${goingOn}, ${trending},
   ${ownPicks(limits.cards)}, ${cards()},
   lessons_shown AS (
     SELECT i.lesson_id FROM carousel_items i WHERE i.tenant_id = $1 AND i.lesson_id IS NOT NULL
     UNION
     SELECT l.id FROM carousels r
     JOIN carousel_items i ON i.tenant_id = $1 AND i.carousel_id = r.id
     JOIN lessons l ON l.tenant_id = $1 AND l.module_id = i.module_id
     WHERE r.tenant_id = $1 AND r.type_content = 'getModuleClasses')
   SELECT
     coalesce((SELECT v.version FROM showcase_versions v WHERE v.tenant_id = $1), 0) AS version,
     me.products,
     (SELECT ${list('json_build_array(cards.carousel_id, cards.list::text)')} FROM cards) AS rows,
     ${continueJson}::text AS continue,
     (SELECT ${list('t.course_id ORDER BY t.place')} FROM trending t) AS trending,
     (SELECT ${list('json_build_array(f.course_id, f.module_id, f.count)')} FROM (
        SELECT p.course_id, p.module_id, count(*) FROM lesson_progress p
        WHERE p.tenant_id = $1 AND p.member_id = $2 AND p.finished_at IS NOT NULL
        GROUP BY p.course_id, p.module_id) AS f) AS finished,
     (SELECT ${list(`concat_ws('/', f.course_id, f.module_id, f.lesson_id)`)} FROM favorites f
      WHERE f.tenant_id = $1 AND f.member_id = $2) AS favorites,
     (SELECT ${list(`json_build_array(l.id, at.seconds, ${lessonPercent})`)} FROM lessons_shown
      JOIN lesson_progress at
        ON at.tenant_id = $1 AND at.member_id = $2 AND at.lesson_id = lessons_shown.lesson_id
      JOIN lessons l ON l.tenant_id = $1 AND l.id = at.lesson_id) AS lessons,
     ${needsSweep} AS sweep
   FROM me`,
);
