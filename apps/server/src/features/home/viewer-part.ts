import * as z from 'zod/mini';
import { viewerQuery } from '../../platform/viewer-query.ts';

/** A thing of the school: `course`, `course/module`, or `course/module/lesson`. */
export type ThingPath = string;

/** A lesson that the viewer has begun; `finished` is 0 or 1. */
const lessonProgress = z.tuple([
  z.number(/* module */),
  z.number(/* seconds */),
  z.number(/* finished */),
]);

/**
 * A course that the viewer has begun: its id, the lesson touched last, and all lessons begun by id.
 */
const courseProgress = z.tuple([z.number(), z.number(), z.record(z.string(), lessonProgress)]);

/** The viewer's own facts for the home page, each found by key. */
const row = z.object({
  /** Version of the shared parts. It changes with their content. */
  version: z.number(),
  trendsVersion: z.number(),
  /** Ids of the held products, active or not, in ascending order. */
  products: z.array(z.number()),
  /** The latest first. */
  favorites: z.array(z.custom<ThingPath>()),
  /** The latest first. */
  courses: z.array(courseProgress),
});
/** The row of `viewerPart`. */
export type ViewerPart = z.output<typeof row>;

/** The viewer's products, favourites and progress, in the query that resolves the session. */
export const viewerPart = viewerQuery({
  name: 'home',
  sql: `SELECT
      coalesce(v.version, 0) AS version,
      coalesce(v.trends_version, 0) AS "trendsVersion",
      ARRAY(
        SELECT mp.product_id FROM member_products mp
        WHERE mp.member_id = :memberId
        ORDER BY mp.product_id) AS products,
      (SELECT coalesce(json_agg(concat_ws('/', f.course_id, f.module_id, f.lesson_id)
                                ORDER BY f.id DESC), '[]')
       FROM favorites f
       WHERE f.member_id = :memberId) AS favorites,
      (SELECT coalesce(json_agg(json_build_array(c.course_id, c.last_lesson_id, c.lessons)
                                ORDER BY c.touched_at DESC, c.course_id), '[]')
       FROM course_progress c
       WHERE c.member_id = :memberId) AS courses
    FROM (SELECT) AS always
    LEFT JOIN showcase_versions v ON true`,
  row,
});
