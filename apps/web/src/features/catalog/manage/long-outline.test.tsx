import { screen } from '@testing-library/react';
import { catalog } from '@vitrine/contract/catalog';
import { products } from '@vitrine/contract/products';
import { beforeEach, expect, test, vi } from 'vitest';
import { course, courseModule, lessonEntry } from '../../../test/course.ts';
import { serve, settle, visit } from '../../../test/school.tsx';
import CoursePage from './course-page.tsx';

const rendered = vi.hoisted(() => [] as string[]);
vi.mock('./lesson-image.tsx', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  LessonImage({ lesson }: { lesson: { title: string } }) {
    rendered.push(lesson.title);
    return null;
  },
}));

beforeEach(() => localStorage.clear());

async function open() {
  const lessons = ['Rua', 'Mar', 'Luz'].map((title, index) => lessonEntry(10 + index, title));
  const modules = [courseModule(1, 'Começo', { lessons }), courseModule(2, 'Fim')];
  serve([catalog.showCourse, () => ({ data: course({ modules }) })], [products.list, () => []]);
  const page = visit(<CoursePage />, { at: '/gestao/cursos/5', path: '/gestao/cursos/:id' });
  await screen.findByRole('checkbox', { name: 'Escolher Luz' });
  await settle();
  rendered.length = 0;
  return page;
}

test('a chosen lesson renders no row again, however long the outline is', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('checkbox', { name: 'Escolher Rua' }));
  await user.click(screen.getByRole('checkbox', { name: 'Escolher Mar' }));
  expect(screen.getByRole('toolbar', { name: 'Aulas escolhidas' })).toHaveTextContent('2 aulas');
  expect(screen.getByRole('checkbox', { name: 'Escolher Mar' })).toBeChecked();
  expect(rendered).toEqual([]);
});

test('a dialog of the outline renders no row behind it', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Opções de Fim' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Excluir módulo' }));
  await screen.findByRole('dialog', { name: 'Excluir Fim' });
  expect(rendered).toEqual([]);
});
