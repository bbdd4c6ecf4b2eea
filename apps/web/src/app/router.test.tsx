import { screen, waitFor } from '@testing-library/react';
import { catalog } from '@vitrine/contract/catalog';
import type { AnyRoute } from '@vitrine/contract/core';
import { managementPath, pages } from '@vitrine/contract/pages';
import { posts } from '@vitrine/contract/posts';
import { quizzes } from '@vitrine/contract/quizzes';
import { afterEach, expect, test, vi } from 'vitest';
import { refusing, serve, visit } from '../test/school.tsx';
import { AppRoutes } from './router.tsx';

afterEach(() => {
  vi.restoreAllMocks();
});

test.each(['/favoritos', '/comunidade/explorer?tenant=3', '/gestao/moderacao'])(
  'a visitor of an open showcase signs in before %s',
  async (at) => {
    serve();
    const reload = vi.spyOn(location, 'reload').mockReturnValue();
    visit(<AppRoutes />, { at, roles: [] });
    await waitFor(() => expect(reload).toHaveBeenCalled(), { timeout: 10_000 });
    expect(screen.queryByText('Entre na sua conta para continuar.')).toBeNull();
  },
);

test.each([
  ['moderator', pages.moderation.path],
  ['instructor', pages.moderation.path],
  ['admin', pages.manageCourses.path],
] as const)('the management area of a reader who is %s begins at %s', async (role, start) => {
  serve(
    [posts.allReports, () => ({ data: [], next_cursor: null, open: 0 })],
    [catalog.listCourses, () => ({ data: [], next_page_url: null })],
  );
  const { history } = visit(<AppRoutes />, { at: managementPath, roles: [role] });
  await waitFor(() => expect(history.location.pathname).toBe(start), { timeout: 10_000 });
});

test.each(['1.5', '-1', '0', '9007199254740993', 'luz'])(
  'an address with the id %s is not found, and calls nothing',
  async (id) => {
    const unreadable = () => refusing(400, 'O endereço não serve.');
    const calls = [catalog.showCourse, quizzes.attempt, quizzes.show, quizzes.questions];
    const sent = serve(...calls.map((call) => [call, unreadable] as [AnyRoute, () => unknown]));
    for (const at of [`/courses/${id}`, `/avaliacoes/7?tentativa=${id}`, `/quiz?id=${id}`]) {
      const { leave } = visit(<AppRoutes />, { at, roles: ['owner'] });
      expect(
        await screen.findByRole('heading', { level: 1, name: /não existe/ }, { timeout: 10_000 }),
      ).toBeVisible();
      leave();
    }
    expect(sent).toEqual([]);
  },
);
