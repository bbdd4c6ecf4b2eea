import { screen, waitFor, within } from '@testing-library/react';
import { quizzes } from '@vitrine/contract/quizzes';
import { beforeEach, expect, test, vi } from 'vitest';
import { attempt, myQuiz, openAttempt } from '../../../test/quiz-page.tsx';

/** The dialogs whose code was asked for. Without a connection, none arrives. */
const code = vi.hoisted(() => ({ asked: [] as string[], isOffline: false }));
const arrived = (name: string) => {
  code.asked.push(name);
  if (code.isOffline) throw new TypeError('Failed to fetch dynamically imported module');
};
vi.mock('../../../ui/confirm-dialog.tsx', async (importOriginal) => {
  const { ConfirmDialog } = await importOriginal<typeof import('../../../ui/confirm-dialog.tsx')>();
  return {
    get ConfirmDialog() {
      arrived('confirm');
      return ConfirmDialog;
    },
  };
});

beforeEach(() => {
  code.asked = [];
  code.isOffline = false;
});

const openQuiz = async () => {
  const page = openAttempt(
    [quizzes.mine, () => [myQuiz()]],
    [quizzes.attempt, () => ({ data: attempt() })],
  );
  await screen.findByRole('heading', { name: 'Que abertura deixa entrar mais luz?' });
  return page;
};

test('the question before the hand-in has its code before a press', async () => {
  await openQuiz();
  await waitFor(() => expect(code.asked).toEqual(['confirm']));
});

test('a hand-in whose question does not load says so, and the next press asks', async () => {
  code.isOffline = true;
  const { user } = await openQuiz();
  const handIn = screen.getAllByRole('button', { name: 'Entregar' })[0]!;
  await user.click(handIn);
  expect(await screen.findByText('Esta parte não carregou')).toBeVisible();
  expect(handIn).toHaveFocus();
  // The keys of the quiz work as before.
  await user.keyboard('{ArrowRight}');
  expect(await screen.findByText('Quais são contínuas?')).toBeVisible();
  code.isOffline = false;
  await user.click(screen.getAllByRole('button', { name: 'Entregar' })[0]!);
  const dialog = within(await screen.findByRole('dialog', { name: 'Entregar a avaliação?' }));
  await waitFor(() =>
    expect(dialog.getByRole('button', { name: 'Continuar respondendo' })).toHaveFocus(),
  );
});
