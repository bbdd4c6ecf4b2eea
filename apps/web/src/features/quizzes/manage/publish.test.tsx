import { screen, waitFor } from '@testing-library/react';
import { products } from '@vitrine/contract/products';
import { quizzes, type Question } from '@vitrine/contract/quizzes';
import { expect, test } from 'vitest';
import { accepted, question, quiz, triple } from '../../../test/quizzes.ts';
import { refusing, serve, visit } from '../../../test/school.tsx';
import BuilderPage from './builder-page.tsx';

function openToPublish(list: Question[], publish: () => unknown, at = '/quiz?id=7&type=comun') {
  const sent = serve(
    [quizzes.show, () => triple(quiz())],
    [quizzes.list, () => triple([quiz()])],
    [quizzes.mine, () => []],
    [products.list, () => []],
    [quizzes.questions, () => ({ data: { questions: list, profiles: [], version: 1 } })],
    [quizzes.saveQuestions, ({ body }) => accepted(body)],
    [quizzes.publish, publish],
  );
  return { ...visit(<BuilderPage />, { at, roles: ['owner'] }), sent };
}

const faulty = question({
  id: 2,
  options: [
    { id: 21, text: 'f/2' },
    { id: 22, text: 'f/4' },
  ],
});

test('Publicar opens the first invalid question, says why and publishes nothing', async () => {
  const { user, sent } = openToPublish([question(), faulty], () => ({ data: quiz() }));
  await user.click(await screen.findByRole('button', { name: 'Publicar' }));
  await waitFor(() =>
    expect(screen.getByText('Falta corrigir a pergunta 2 antes de publicar.')).toBeVisible(),
  );
  const row = screen.getByRole('button', { name: /^2.*Sem resposta certa/ });
  await waitFor(() => expect(row).toHaveFocus());
  expect(row).toHaveAttribute('aria-current', 'true');
  expect(sent.map(({ name }) => name)).not.toContain('quizzes.publish');
  await user.click(screen.getByRole('radio', { name: 'Resposta A certa' }));
  await user.click(screen.getByRole('button', { name: 'Publicar' }));
  // The last words are saved first.
  await waitFor(() =>
    expect(
      sent.map(({ name }) => name).filter((name) => /^quizzes\.(save|pub)/.test(name)),
    ).toEqual(['quizzes.saveQuestions', 'quizzes.publish']),
  );
  expect(sent.find(({ name }) => name === 'quizzes.publish')?.body).toEqual({ published: 1 });
});

test('Ajustes does not publish an invalid question', async () => {
  const { user } = openToPublish([faulty], () => ({ data: quiz() }), '/quiz?id=7&aba=ajustes');
  await user.click(await screen.findByRole('switch', { name: 'Publicada' }));
  const row = await screen.findByRole('button', { name: /^1.*Sem resposta certa/ });
  await waitFor(() => expect(row).toHaveFocus());
});

test('a quiz without questions is not published', async () => {
  const { user, sent } = openToPublish([], () => ({ data: quiz() }));
  await user.click(await screen.findByRole('button', { name: 'Publicar' }));
  expect(await screen.findByText('Esta avaliação ainda não tem questões.')).toBeVisible();
  expect(sent.map(({ name }) => name)).not.toContain('quizzes.publish');
});

test('a failed publication says so', async () => {
  const { user } = openToPublish([question()], () => refusing(503, 'Estamos com muitos pedidos.'));
  await user.click(await screen.findByRole('button', { name: 'Publicar' }));
  await waitFor(() =>
    expect(screen.getByText('Não foi possível salvar esta configuração')).toBeVisible(),
  );
});
