import { hrefOf } from './pages.ts';

export const courseHref = (id: number) => hrefOf('course', { id });

export const moduleHref = (id: number) => hrefOf('module', { id });

/** `/curso/{course}/{lesson-title-with-dashes}/{lessonId}` (C section 2): only the last id counts. */
export const lessonHref = (courseId: number, title: string, lessonId: number) =>
  hrefOf('lesson', { course: courseId, title: dashed(title), id: lessonId });

/** 'Lendo o histograma: luz & sombra' gives `lendo-o-histograma-luz-sombra`. */
function dashed(title: string) {
  const words = title
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return words?.join('-').slice(0, 80) || 'aula';
}
