/** The student's pages, by the addresses that the specification gives them. */

export const courseHref = (id: number) => `/courses/${id}`;

export const moduleHref = (id: number) => `/modulos/${id}`;

/** `/curso/{course}/{lesson-title-with-dashes}/{lessonId}` (C section 2): only the ids lead there. */
export const lessonHref = (courseId: number, title: string, lessonId: number) =>
  `/curso/${courseId}/${dashed(title)}/${lessonId}`;

/** 'Lendo o histograma: luz & sombra' gives `lendo-o-histograma-luz-sombra`. */
function dashed(title: string) {
  const words = title
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return words?.join('-').slice(0, 80) || 'aula';
}
