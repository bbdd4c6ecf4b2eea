import { screen, waitFor, within } from '@testing-library/react';
import { catalog, type CourseSummary } from '@vitrine/contract/catalog';
import { products } from '@vitrine/contract/products';
import { beforeEach, expect, test } from 'vitest';
import { serve, visit } from '../../../test/school.tsx';
import CoursesPage from './courses-page.tsx';

beforeEach(() => localStorage.clear());

const summary = (id: number, title: string): CourseSummary => ({
  id,
  title,
  cover: null,
  published: 1,
  product_ids: [],
  modules_count: 0,
  lessons_count: 0,
});

test('removing a course moves the focus to the next row, the last course to the first control', async () => {
  let courses = [summary(1, 'Retrato'), summary(2, 'Luz')];
  serve(
    [products.list, () => []],
    [catalog.listCourses, () => ({ data: courses, current_page: 1, next_page_url: null })],
    [
      catalog.removeCourse,
      ({ params }) => {
        courses = courses.filter(({ id }) => id !== Number(params.id));
        return { message: 'Exclusão realizada.' };
      },
    ],
  );
  const page = (
    <main tabIndex={-1}>
      <CoursesPage />
    </main>
  );
  const { user } = visit(page, { at: '/gestao/cursos' });
  async function remove(title: string) {
    await user.click(await screen.findByRole('button', { name: `Opções de ${title}` }));
    await user.click(await screen.findByRole('menuitem', { name: 'Excluir' }));
    const dialog = await screen.findByRole('dialog', { name: `Excluir ${title}` });
    await user.click(within(dialog).getByRole('button', { name: 'Excluir' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  await remove('Retrato');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Opções de Luz' })).toHaveFocus());
  await remove('Luz');
  await waitFor(() => expect(screen.getByRole('link', { name: 'Importar' })).toHaveFocus());
});
