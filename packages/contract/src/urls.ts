import type { Kind } from './favorites.ts';
import { hrefOf } from './pages.ts';

/** The path of a course's page. */
export const courseHref = (id: number) => hrefOf('course', { id });

/** The path of a module's page. */
export const moduleHref = (id: number) => hrefOf('module', { id });

/** `/curso/{course}/{lesson-title-with-dashes}/{lessonId}` (C section 2). Only the last id counts. */
export const lessonHref = (courseId: number, title: string, lessonId: number) =>
  hrefOf('lesson', { course: courseId, title: slugOf(title), id: lessonId });

/** The page of all communities. A section 2 fixes its query. */
export const communitiesHref = (tenant: number) => `${hrefOf('communities')}?tenant=${tenant}`;

/** The page of a live. C section 3 fixes its query. */
export const liveHref = (id: number) => `${hrefOf('live')}?watch=${id}`;

/** The page of a course, a module or a lesson. */
export const thingHref = (
  kind: Kind,
  { id, title, course_id }: { id: number; title: string; course_id: number },
) =>
  ({
    course: courseHref(id),
    module: moduleHref(id),
    lesson: lessonHref(course_id, title, id),
  })[kind];

/** Turns 'Lendo o histograma: luz & sombra' into `lendo-o-histograma-luz-sombra`. */
function slugOf(title: string) {
  const words = title
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return words?.join('-').slice(0, 80) || 'aula';
}
