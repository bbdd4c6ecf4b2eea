import type { Course, Module } from '@vitrine/contract/catalog';
import * as z from 'zod/mini';
import type { Audience } from '../../kit/access/audience.ts';
import {
  courseAccessCte,
  openingProducts,
  seesLesson,
  seesModule,
  upsell,
  viewerCteHolding,
} from '../../kit/access/course-access.ts';
import { cleanHtml } from '../../platform/clean-html.ts';
import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { lessonEntry } from './lesson-list.ts';
import { lessonsWithGaps, withGap, type LessonsWithGaps } from './progress-gaps.ts';

/** A course as all of an audience see it. */
export interface SharedCourse {
  course: Omit<Course, 'progress' | 'completed_at' | 'modules'>;
  modules: SharedModule[];
  /** Size in characters, for the cache's bound. */
  size: number;
}

/** Its JSON lacks the end, where the reader's `completed_at` follows. */
export interface SharedModule {
  module: Pick<Module, 'id' | 'title'>;
  list: LessonsWithGaps;
}

type ListedModule = Omit<Module, 'completed_at' | 'lessons'> & { lessons: { id: number }[] };

/** The offer of the course `target`, as JSON. */
const offer = `jsonb_build_object('price_text', '', 'button_text', '', 'button_url', null,
  'learn', '[]'::jsonb, 'includes', '[]'::jsonb) || target.offer`;

const MAX_ALSO_OPENED = 3;

/** Other courses that the products of the course `target` open, as JSON. */
const alsoOpened = `(
  SELECT coalesce(json_agg(json_build_object(
      'id', other.id, 'title', other.title, 'cover', other.cover, 'lessons', other.lessons)), '[]')
  FROM (
    SELECT c.id, c.title, c.cover, (
      SELECT count(*) FROM lessons l JOIN modules m ON m.id = l.module_id
      WHERE l.course_id = c.id AND l.published AND m.published) AS lessons
    FROM courses c
    WHERE c.published AND c.id <> target.id AND c.id IN (
      SELECT its.course_id FROM course_products its
      WHERE its.product_id IN (SELECT pr.id FROM ${openingProducts('target.id')}))
    ORDER BY c.id LIMIT ${MAX_ALSO_OPENED}) AS other)`;

const sharedCourse = statement({
  name: 'catalog.shared-course',
  sql: `WITH ${viewerCteHolding(':products::bigint[]')}, target AS MATERIALIZED (
       SELECT c.*, c.id AS course_id FROM courses c WHERE c.id = :courseId
     ), ${courseAccessCte}, list AS (
       SELECT l.module_id,
              json_agg(${lessonEntry('target_access.open')} ORDER BY l.position, l.id) AS lessons
       FROM target
       JOIN lessons l ON l.course_id = target.id
       JOIN modules m ON m.id = l.module_id
       CROSS JOIN target_access
       WHERE ${seesLesson('l', 'm')}
       GROUP BY l.module_id
     )
     SELECT json_build_object(
         'id', target.id, 'title', target.title, 'cover', target.cover, 'version', target.version,
         'locked', NOT target_access.open,
         'published', target.published::integer,
         'description', target.description,
         'offer', ${offer},
         'also', CASE WHEN target_access.open THEN '[]' ELSE ${alsoOpened} END,
         'upsell', CASE WHEN NOT target_access.open THEN ${upsell} END,
         'upsell_text', CASE WHEN :isStaff THEN target.upsell_text END,
         'upsell_link', CASE WHEN :isStaff THEN target.upsell_link END,
         'product_ids', CASE WHEN :isStaff THEN ARRAY(
           SELECT product_id FROM course_products cp
           WHERE cp.course_id = target.id ORDER BY product_id) END) AS course,
       (SELECT coalesce(json_agg(json_build_object(
            'id', m.id, 'course_id', m.course_id, 'title', m.title, 'cover', m.cover,
            'published', m.published::integer,
            'lessons', coalesce(list.lessons, '[]')) ORDER BY m.position, m.id), '[]')
        FROM modules m LEFT JOIN list ON list.module_id = m.id
        WHERE m.course_id = target.id AND ${seesModule('m')}) AS modules
     FROM target, target_access WHERE target_access.shown`,
  row: z.object({
    course: z.custom<SharedCourse['course']>(),
    modules: z.array(z.custom<ListedModule>()),
  }),
});

/** Reads the shared part of a course. Null where the audience may not know of it. */
export async function readSharedCourse(
  reader: TenantReader,
  { staff, products }: Audience,
  courseId: number,
): Promise<SharedCourse | null> {
  const [row] = await reader.run(sharedCourse, { isStaff: staff, products, courseId });
  if (!row) return null;
  const modules = row.modules.map(({ lessons, ...module }) => {
    const json = JSON.stringify({ ...module, lessons: lessons.map(withGap) }).slice(0, -1);
    const list = lessonsWithGaps(
      json,
      lessons.map(({ id }) => id),
    );
    return { module, list };
  });
  // Descriptions of older courses are stored as they were typed.
  const course = { ...row.course, description: cleanHtml(row.course.description, reader.tenantId) };
  const size = modules.reduce(
    (sum, { list }) => sum + 2 * list.size + list.gaps.size * 40 + 200,
    course.description.length,
  );
  return { course, modules, size };
}
