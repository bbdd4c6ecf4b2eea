import type { Lesson, NoAccess } from '@vitrine/contract/catalog';
import { nameVariable } from '@vitrine/contract/marquees';
import * as z from 'zod/mini';
import type { Audience } from '../../kit/access/audience.ts';
import {
  openingProducts,
  seesLesson,
  seesQuiz,
  upsell,
  viewerCteHolding,
} from '../../kit/access/course-access.ts';
import { lessonWithAccess, noAccess } from '../../kit/access/lesson-access.ts';
import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { withImageSizes } from './image-sizes.ts';
import { lessonEntry } from './lesson-list.ts';
import { lessonsWithGaps, withGap, type LessonsWithGaps } from './progress-gaps.ts';

type OwnField = 'seconds' | 'finished' | 'likes' | 'liked' | 'modules' | 'course' | 'marquee';

/** A lesson's screen as all of an audience see it. */
export interface SharedLesson {
  /** The refusal, where the lesson is locked for the audience. */
  no_access: NoAccess | null;
  lesson: Omit<Lesson, OwnField> & {
    course: { id: number; title: string };
    /** The place of the lesson's module in its course, from 1. */
    module_place: number;
  };
  marquee: SharedMarquee | null;
  /** The course's list, `modules` of the answer. */
  list: LessonsWithGaps;
  /** Size in characters, for the cache's bound. */
  size: number;
}

interface SharedMarquee {
  text: string;
  url: string | null;
  timer: number;
  product_id: number;
  /** True if the marquee's text has names, which are drawn for each reader. */
  has_names: boolean;
}

interface ListedModule {
  id: number;
  title: string;
  lessons: { id: number }[];
}

const sharedLesson = statement({
  name: 'catalog.shared-lesson',
  sql: `WITH ${viewerCteHolding(':products::bigint[]')}, ${lessonWithAccess}, list AS (
     SELECT l.id, l.title, m.id AS module_id, m.title AS module_title,
            row_number() OVER course AS place,
            dense_rank() OVER (ORDER BY m.position, m.id) AS module_place,
            lag(l.id) OVER open AS previous_id, lag(l.title) OVER open AS previous_title,
            lead(l.id) OVER open AS next_id, lead(l.title) OVER open AS next_title,
            ${lessonEntry('target_access.holds')} AS entry
     FROM target
     CROSS JOIN target_access
     JOIN lessons l ON l.course_id = target.course_id
     JOIN modules m ON m.id = l.module_id
     -- Before a hidden course its sample lessons alone are shown.
     WHERE target_access.open AND ${seesLesson('l', 'm')} AND (target_access.known OR l.sample)
     WINDOW course AS (ORDER BY m.position, m.id, l.position, l.id),
       open AS (PARTITION BY target_access.holds OR l.sample ORDER BY m.position, m.id, l.position, l.id)
   ), modules AS (
     SELECT min(place) AS place, json_build_object(
       'id', module_id, 'title', module_title, 'lessons', json_agg(entry ORDER BY place)) AS module
     FROM list GROUP BY module_id, module_title
   )
   SELECT ${noAccess} AS no_access,
     json_build_object(
       'id', target.id, 'title', target.title, 'content', target.content,
       'content_html', target.content_html, 'cover', target.cover,
       'video_url', target.video_url, 'embed', target.embed, 'link', target.link,
       'duration_seconds', target.duration_seconds, 'version', target.version,
       'published', target.published::integer, 'sample', target.sample::integer,
       'quiz', (
         SELECT json_build_object('id', q.id, 'name', q.name,
           'required', target.quiz_required::integer, 'open', q.published AND q.questions <> '[]')
         FROM quizzes q WHERE q.id = target.quiz_id AND ${seesQuiz('q')}),
       'upsell', CASE WHEN NOT target_access.holds THEN ${upsell} END,
       'files', (
         SELECT coalesce(json_agg(json_build_object(
             'id', f.id, 'name', f.name, 'size', f.size, 'url', f.path) ORDER BY f.position, f.id), '[]')
         FROM lesson_files f WHERE f.lesson_id = target.id),
       'captions', (
         SELECT coalesce(json_agg(json_build_object('language', s.language, 'url', s.path)
                                  ORDER BY s.position), '[]')
         FROM lesson_captions s WHERE s.lesson_id = target.id),
       'course', json_build_object('id', target.course_id, 'title', target.course_title),
       'module', json_build_object('id', here.module_id, 'title', here.module_title),
       'module_place', here.module_place,
       'previous', CASE WHEN here.previous_id IS NOT NULL THEN
         json_build_object('id', here.previous_id, 'title', here.previous_title) END,
       'next', CASE WHEN here.next_id IS NOT NULL THEN
         json_build_object('id', here.next_id, 'title', here.next_title) END) AS lesson,
     (SELECT coalesce(json_agg(module ORDER BY place), '[]') FROM modules) AS modules,
     CASE WHEN target_access.open THEN (
       SELECT json_build_object('text', q.text, 'url', q.url, 'timer', q.timer,
         'product_id', q.product_id, 'has_names', strpos(q.text, '${nameVariable}') > 0)
       FROM ${openingProducts('target.course_id')}
       JOIN marquees q ON q.product_id = pr.id
       WHERE :isStaff::boolean OR q.product_id = ANY ((SELECT products FROM viewer_access)::bigint[])
       ORDER BY q.id LIMIT 1) END AS marquee
   FROM target CROSS JOIN target_access LEFT JOIN list AS here ON here.id = target.id
   WHERE target_access.shown`,
  row: z.object({
    no_access: z.nullable(z.custom<NoAccess>()),
    lesson: z.custom<SharedLesson['lesson']>(),
    modules: z.array(z.custom<ListedModule>()),
    marquee: z.nullable(z.custom<SharedMarquee>()),
  }),
});

/** Reads the shared part of a lesson. Null where the audience may not know of it. */
export async function readSharedLesson(
  reader: TenantReader,
  { staff, products }: Audience,
  lessonId: number,
): Promise<SharedLesson | null> {
  const values = { isStaff: staff, products, lessonId };
  const [row] = await reader.run(sharedLesson, values);
  if (!row) return null;
  const { modules, ...shared } = row;
  shared.lesson = await withImageSizes(reader, shared.lesson);
  const json = JSON.stringify(
    modules.map((module) => ({ ...module, lessons: module.lessons.map(withGap) })),
  );
  const ids = modules.flatMap(({ lessons }) => lessons.map(({ id }) => id));
  const list = lessonsWithGaps(json, ids);
  return {
    ...shared,
    list,
    size:
      2 * list.size + // and compressed
      ids.length * 40 +
      shared.lesson.content.length +
      (shared.lesson.content_html?.length ?? 0),
  };
}
