import { screen, within } from '@testing-library/react';
import { quizzes } from '@vitrine/contract/quizzes';
import { expect, test } from 'vitest';
import { myQuiz } from '../../../test/quiz-page.tsx';
import { serve, visit } from '../../../test/school.tsx';
import MyQuizzesPage from './my-quizzes-page.tsx';

test('the list separates open quizzes from finished ones', async () => {
  serve([
    quizzes.mine,
    () => [
      myQuiz(),
      myQuiz({
        id: 8,
        name: 'Macro',
        attempts_left: 0,
        result: {
          attempt_id: 3,
          score: 85.5,
          passed: true,
          profile: null,
          finished_at: '2026-11-20T10:00:00.000Z',
        },
      }),
    ],
  ]);
  visit(<MyQuizzesPage />, { at: '/avaliacoes', roles: ['student'] });
  const group = async (name: string) =>
    within((await screen.findByRole('heading', { name })).closest('section')!);
  expect((await group('Para fazer')).getByRole('link', { name: 'Luz e sombra' })).toHaveAttribute(
    'href',
    '/avaliacoes/7',
  );
  expect((await group('Concluídas')).getByText('85%')).toBeVisible();
  expect((await group('Concluídas')).getByText('Sem mais tentativas')).toBeVisible();
});

test('the attempt in progress counts among those that are left', async () => {
  const open_attempt = { id: 5, deadline: null };
  serve([quizzes.mine, () => [myQuiz({ attempts: 1, attempts_left: 0, open_attempt })]]);
  visit(<MyQuizzesPage />, { at: '/avaliacoes', roles: ['student'] });
  expect(await screen.findByText('Em andamento')).toBeVisible();
  expect(screen.getByText('1 tentativa')).toBeVisible();
  expect(screen.queryByText('Sem mais tentativas')).not.toBeInTheDocument();
});

test('an empty list says when something appears', async () => {
  serve([quizzes.mine, () => []]);
  visit(<MyQuizzesPage />, { at: '/avaliacoes', roles: ['student'] });
  expect(await screen.findByText('Nenhuma avaliação por aqui')).toBeVisible();
});

test('an empty list leads an admin to the form for a new quiz', async () => {
  serve([quizzes.mine, () => []]);
  visit(<MyQuizzesPage />, { at: '/avaliacoes', roles: ['admin'] });
  const create = await screen.findByRole('link', { name: 'Nova avaliação' });
  expect(create).toHaveAttribute('href', '/avaliacoes?editar=avaliacoes');
});
