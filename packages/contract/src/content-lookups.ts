import * as z from 'zod/mini';
import { dataOf, listOf, pageNumber, pageOf, route } from './core.ts';
import { IdAndTitle } from './course-offers.ts';

/** A lesson for a picker. The course title tells lessons with the same title apart. */
export const LessonToPick = z.extend(IdAndTitle, { course_id: z.int(), course_title: z.string() });
export type LessonToPick = z.output<typeof LessonToPick>;

/** C section 5: the options of pickers. */
export const lookupRoutes = {
  coursesToPick: route('GET', '/api/auth/cursos/index/{tenant}', {
    access: 'member',
    source: 'C',
    answer: listOf(IdAndTitle),
  }),
  modulesToPick: route('GET', '/api/auth/platform/modules/{tenant}', {
    access: 'member',
    source: 'C',
    answer: listOf(z.object({ id: z.int(), title: z.string(), course_id: z.int() })),
  }),
  moduleWithLessons: route('GET', '/api/platform/auth/module/{moduleId}', {
    access: 'member',
    source: 'C',
    answer: dataOf(
      listOf(z.object({ id: z.int(), title: z.string(), lessons: listOf(IdAndTitle) })),
    ),
  }),
  lessonsToPick: route('GET', '/api/auth/aulas/allClasses/{tenant}', {
    access: 'admin',
    source: 'C',
    query: z.object({ page: pageNumber }),
    answer: pageOf(LessonToPick),
  }),
  searchLessons: route('GET', '/api/auth/aulas/search/{term}/{tenant}', {
    access: 'admin',
    source: 'C',
    params: { term: z.string().check(z.trim(), z.maxLength(200)) },
    query: z.object({ page: pageNumber }),
    answer: pageOf(LessonToPick),
  }),
};
