import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import { accessFactsCache } from '../../kit/access/audience.ts';
import { firstLesson } from '../../kit/showcase/lessons-to-continue.ts';
import { cutoff, trending } from '../../kit/showcase/trending.ts';
import { versionedCache } from '../../kit/versioned-cache.ts';
import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';

// Facts of a school that home combines with a viewer's facts. All viewers share them. They are
// cached until their version in the database changes.

/** Em alta: the most watched courses, and how long the list stays valid if nobody watches. */
export interface Trends {
  courses: number[];
  /** Somebody's 14 days have passed. */
  sweep: boolean;
  /** Seconds until the next view is older than 14 days. Null without views. */
  validSeconds: number | null;
}

/** A course's lessons in order, and the products that open it. */
export interface CourseOutline {
  published: boolean;
  products: number[];
  /** Lessons that students do not see. */
  drafts: number[];
  lessons: [lesson: number, module: number, seconds: number | null][];
}

/** A published course with its first lesson that students see, and the products that open it. */
export interface CourseStart {
  course: number;
  module: number;
  lesson: number;
  products: number[];
}

const trends = statement({
  name: 'home.trends',
  sql: `WITH ${trending}
    SELECT ARRAY(SELECT t.course_id FROM trending t ORDER BY t.place) AS courses,
      EXISTS (SELECT FROM expired) AS sweep,
      (SELECT extract(epoch FROM min(w.watched_at) - ${cutoff})::float8
       FROM course_watchers w
       WHERE w.watched_at >= ${cutoff}) AS "validSeconds"`,
  row: z.object({
    courses: z.array(z.number()),
    sweep: z.boolean(),
    validSeconds: z.nullable(z.number()),
  }),
});

const outlines = statement({
  name: 'home.outlines',
  sql: `SELECT c.id, c.published,
      ARRAY(SELECT l.id FROM lessons l JOIN modules m ON m.id = l.module_id
            WHERE l.course_id = c.id
              AND NOT (l.published AND m.published)) AS drafts,
      ARRAY(SELECT cp.product_id FROM course_products cp
            WHERE cp.course_id = c.id) AS products,
      (SELECT coalesce(json_agg(json_build_array(l.id, m.id, l.duration_seconds)
                                ORDER BY m.position, m.id, l.position, l.id), '[]')
       FROM lessons l JOIN modules m ON m.id = l.module_id
       WHERE l.course_id = c.id) AS lessons
    FROM courses c WHERE c.id = ANY (:courseIds::bigint[])`,
  row: z.object({
    id: z.number(),
    published: z.boolean(),
    products: z.array(z.number()),
    drafts: z.array(z.number()),
    lessons: z.array(z.custom<CourseOutline['lessons'][number]>()),
  }),
});

const courseStarts = statement({
  name: 'home.course-starts',
  sql: `SELECT c.id AS course, first.module_id AS module, first.id AS lesson,
      ARRAY(SELECT cp.product_id FROM course_products cp
            WHERE cp.course_id = c.id) AS products
    FROM courses c
    CROSS JOIN LATERAL (${firstLesson('c')}) AS first
    WHERE c.published
    ORDER BY c.id`,
  row: z.object({
    course: z.number(),
    module: z.number(),
    lesson: z.number(),
    products: z.array(z.number()),
  }),
});

/** The first lesson of every course of the school. */
export const readCourseStarts = (reader: TenantReader): Promise<CourseStart[]> =>
  reader.run(courseStarts);

/** The most watched courses of 14 days (contract, decision 4). */
export const readTrends = async (reader: TenantReader): Promise<Trends> =>
  (await reader.run(trends))[0]!;

/** Leaves out courses that do not exist. */
export async function readOutlines(reader: TenantReader, courseIds: number[]) {
  const rows = await reader.run(outlines, { courseIds });
  return new Map<number, CourseOutline>(rows.map(({ id, ...outline }) => [id, outline]));
}

const MAX_SCHOOLS = 5_000;
const MAX_OUTLINE_BYTES = 32 * 1024 * 1024;
const BYTES_PER_LESSON = 80;
const MAX_STARTS_BYTES = 8 * 1024 * 1024;
const BYTES_PER_START = 120;

/** Caches the facts of schools, in bounded memory. */
export function schoolParts() {
  const trendsBySchool = new LRUCache<
    number,
    { version: number; expiresAt: number; trends: Trends }
  >({
    max: MAX_SCHOOLS,
  });
  const outlineByKey = new LRUCache<string, CourseOutline>({
    maxSize: MAX_OUTLINE_BYTES,
    sizeCalculation: ({ lessons, products }) =>
      500 + (lessons.length + products.length) * BYTES_PER_LESSON,
  });

  const starts = versionedCache<CourseStart[]>({
    maxBytes: MAX_STARTS_BYTES,
    bytes: (courses) => 100 + courses.length * BYTES_PER_START,
  });

  return {
    accessFacts: accessFactsCache(),

    courseStarts: (reader: TenantReader, version: number) =>
      starts(String(reader.tenantId), version, () => readCourseStarts(reader)),

    /** @param onSweep called where a view is older than 14 days. */
    async trends(reader: TenantReader, version: number, onSweep: () => void): Promise<Trends> {
      const { tenantId } = reader;
      const cached = trendsBySchool.get(tenantId);
      if (cached?.version === version && performance.now() < cached.expiresAt) return cached.trends;
      const freshTrends = await readTrends(reader);
      const expiresAt = performance.now() + (freshTrends.validSeconds ?? Infinity) * 1_000;
      trendsBySchool.set(tenantId, { version, expiresAt, trends: freshTrends });
      if (freshTrends.sweep) onSweep();
      return freshTrends;
    },

    async outlines(reader: TenantReader, version: number, courseIds: number[]) {
      const keyOf = (id: number) => `${reader.tenantId} ${version} ${id}`;
      const outlinesById = new Map<number, CourseOutline>();
      const missingIds: number[] = [];
      for (const id of courseIds) {
        const outline = outlineByKey.get(keyOf(id));
        if (outline) outlinesById.set(id, outline);
        else missingIds.push(id);
      }
      if (missingIds.length === 0) return outlinesById;
      for (const [id, outline] of await readOutlines(reader, missingIds)) {
        outlineByKey.set(keyOf(id), outline);
        outlinesById.set(id, outline);
      }
      return outlinesById;
    },
  };
}
