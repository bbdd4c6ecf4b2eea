import type { Kind } from '@vitrine/contract/favorites';

// Tables that refer to a course, a module or a lesson keep the whole path to it: `course_id`, then
// `module_id` and `lesson_id`, null below the thing itself.

/** For a FROM: all things of a kind, each by its `id` with its path. */
export const thingPaths: Record<Kind, string> = {
  course: `(SELECT id, id AS course_id, NULL::bigint AS module_id, NULL::bigint AS lesson_id
    FROM courses)`,
  module: `(SELECT id, course_id, id AS module_id, NULL::bigint AS lesson_id FROM modules)`,
  lesson: `(SELECT id, course_id, module_id, id AS lesson_id FROM lessons)`,
};

/** Of a row that has a path: which kind of thing it refers to. */
export const kindOf = (row: string) => `CASE
  WHEN ${row}.lesson_id IS NOT NULL THEN 'lesson'
  WHEN ${row}.module_id IS NOT NULL THEN 'module'
  ELSE 'course' END`;

/** Of a row that has a path: the id of the thing. */
export const idOf = (row: string) =>
  `coalesce(${row}.lesson_id, ${row}.module_id, ${row}.course_id)`;
