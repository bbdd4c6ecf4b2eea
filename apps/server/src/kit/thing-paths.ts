import type { Kind } from '@vitrine/contract/favorites';

// Tables that refer to a course, a module or a lesson store the whole path to it: `course_id`,
// `module_id` and `lesson_id`. Columns below the thing itself are null.

/** FROM item: all things of a kind, each with its `id` and its path. */
export const thingPaths: Record<Kind, string> = {
  course: `(SELECT id, id AS course_id, NULL::bigint AS module_id, NULL::bigint AS lesson_id
    FROM courses)`,
  module: `(SELECT id, course_id, id AS module_id, NULL::bigint AS lesson_id FROM modules)`,
  lesson: `(SELECT id, course_id, module_id, id AS lesson_id FROM lessons)`,
};

/** The kind of thing that a row with a path refers to. */
export const kindOf = (row: string) => `CASE
  WHEN ${row}.lesson_id IS NOT NULL THEN 'lesson'
  WHEN ${row}.module_id IS NOT NULL THEN 'module'
  ELSE 'course' END`;

/** The id of the thing that a row with a path refers to. */
export const idOf = (row: string) =>
  `coalesce(${row}.lesson_id, ${row}.module_id, ${row}.course_id)`;
