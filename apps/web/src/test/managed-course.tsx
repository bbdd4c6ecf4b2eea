import { screen, within } from '@testing-library/react';
import { catalog, type Course } from '@vitrine/contract/catalog';
import { products } from '@vitrine/contract/products';
import CoursePage from '../features/catalog/manage/course-page.tsx';
import { course, courseModule, lessonEntry } from './course.ts';
import { serve, visit } from './school.tsx';

/** A course of two modules, 'Começo' with a lesson and 'Luz' without one. */
export const newCourse = () =>
  course({
    upsell_text: '',
    modules: [
      courseModule(1, 'Começo', { lessons: [lessonEntry(10, 'Boas-vindas')] }),
      courseModule(2, 'Luz'),
    ],
  });

/** Opens the page on which the owner edits the course. A test may change the course. */
export function openCourse(at: string, ...more: Parameters<typeof serve>) {
  const shown = newCourse();
  const sent = serve(
    ...more,
    [catalog.showCourse, () => ({ data: shown })],
    [products.list, () => []],
  );
  return { course: shown, sent, ...visit(<CoursePage />, { at, path: '/gestao/cursos/:id' }) };
}

/** The titles of the lessons that a module shows. */
export const lessonsOf = (module: string) =>
  within(screen.getByRole('list', { name: `Aulas de ${module}` }))
    .queryAllByRole('link')
    .map(({ textContent }) => textContent);

/** A server that moves lessons to the second module, and publishes them. */
export const takesLessons = (course: () => Course) =>
  [
    catalog.updateLessons,
    ({ body }) => {
      const [first, second] = course().modules as [Course['modules'][0], Course['modules'][0]];
      if (body.module_id) second.lessons.push(...first.lessons.splice(0));
      for (const one of second.lessons.concat(first.lessons))
        if (body.published !== undefined) one.published = body.published;
      return { data: course() };
    },
  ] as Parameters<typeof serve>[0];
