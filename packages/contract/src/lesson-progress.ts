import * as z from 'zod/mini';
import { limits } from './catalog-limits.ts';
import { body, dataOf, flag, listOf, route } from './core.ts';

// What a member does in a lesson: watches it, finishes it, likes it.

/**
 * Players report fractions of seconds; the server keeps whole ones. An earlier position replaces a
 * saved one only with `went_back`. Otherwise a second tab or a slow device would lose the viewer's
 * place.
 */
export const ProgressInput = body({
  seconds: z.optional(
    z.pipe(z.number().check(z.gte(0), z.lte(limits.seconds)), z.transform(Math.floor)),
  ),
  finished: z.optional(flag),
  went_back: z.optional(flag),
});
export type ProgressInput = z.output<typeof ProgressInput>;

/** The viewer's progress after a save. `course_progress` is a whole percent. */
export const Progress = z.object({
  seconds: z.int(),
  finished: z.boolean(),
  course_progress: z.int(),
  /** The things that the viewer finished for the first time. Only this answer tells them. */
  completed: listOf(z.enum(['module', 'course'])),
  /** The points awarded; missing if there are none. */
  points: z.optional(z.int()),
});
export type Progress = z.output<typeof Progress>;

/** The likes of a lesson, and whether the viewer is among them. */
export const Likes = z.object({ likes: z.int(), liked: z.boolean() });
export type Likes = z.output<typeof Likes>;

/**
 * The next lesson of a course that the viewer began: `title` is the lesson's, `percent` the
 * course's.
 */
export const Continue = z.object({
  course_id: z.int(),
  module_id: z.int(),
  lesson_id: z.int(),
  title: z.string(),
  cover: z.nullable(z.string()),
  percent: z.int(),
  seconds: z.int(),
});
export type Continue = z.output<typeof Continue>;

/** v1. */
export const progressRoutes = {
  /** 409 `quiz_not_passed` if the lesson needs a quiz that the viewer has not passed. */
  saveProgress: route('PUT', '/api/v1/lessons/{id}/progress', {
    access: 'member',
    source: 'v1',
    body: ProgressInput,
    answer: dataOf(Progress),
  }),
  like: route('PUT', '/api/v1/lessons/{id}/like', {
    access: 'member',
    source: 'v1',
    answer: dataOf(Likes),
  }),
  unlike: route('DELETE', '/api/v1/lessons/{id}/like', {
    access: 'member',
    source: 'v1',
    answer: dataOf(Likes),
  }),
};
