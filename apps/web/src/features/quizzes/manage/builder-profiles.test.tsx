import { screen, waitFor } from '@testing-library/react';
import { catalog } from '@vitrine/contract/catalog';
import { quizzes } from '@vitrine/contract/quizzes';
import { expect, test } from 'vitest';
import { wait } from '../../../test/quiz-builder.tsx';
import { question, quiz, triple } from '../../../test/quizzes.ts';
import { serve, visit } from '../../../test/school.tsx';
import BuilderPage from './builder-page.tsx';

test('the texts of a profile are not cut either', async () => {
  const profiles = [{ key: 'sol', title: 'Sol', description: '' }];
  const sent = serve(
    [quizzes.show, () => triple(quiz({ type: 'comportamental' }))],
    [quizzes.questions, () => ({ data: { questions: [], profiles, version: 4 } })],
    [quizzes.saveQuestions, ({ body }) => ({ data: { ...(body as object), version: 5 } })],
    [catalog.coursesToPick, () => []],
  );
  const { user } = visit(<BuilderPage />, { at: '/quiz?id=7', roles: ['owner'] });
  await user.click(await screen.findByLabelText('Nome do perfil'));
  await user.paste('l'.repeat(200));
  expect(screen.getByLabelText('Nome do perfil')).toHaveValue(`Sol${'l'.repeat(200)}`);
  expect(screen.getByText('203/120')).toBeVisible();
  await user.click(screen.getByLabelText('Descrição'));
  await user.paste('d'.repeat(2_001));
  expect(screen.getByText('2.001/2.000')).toBeVisible();
  await wait(1_500);
  expect(sent.map(({ name }) => name)).not.toContain('quizzes.saveQuestions');
});

test('a new profile takes over neither the answers nor the students of a removed one', async () => {
  const profiles = [
    { key: 'p1', title: 'Sol', description: '' },
    { key: 'p2', title: 'Lua', description: '' },
  ];
  const led = question({
    options: [
      { id: 11, text: 'Dia', profile: 'p1', weight: 1 },
      { id: 12, text: 'Noite', profile: 'p2', weight: 1 },
    ],
  });
  const sent = serve(
    [quizzes.show, () => triple(quiz({ type: 'comportamental' }))],
    [quizzes.questions, () => ({ data: { questions: [led], profiles, version: 4 } })],
    [quizzes.saveQuestions, ({ body }) => ({ data: { ...(body as object), version: 5 } })],
    [catalog.coursesToPick, () => []],
  );
  const { user } = visit(<BuilderPage />, { at: '/quiz?id=7', roles: ['owner'] });
  await user.click(await screen.findByRole('button', { name: 'Remover o perfil Lua' }));
  await user.click(screen.getByRole('button', { name: 'Novo perfil' }));
  await user.type(screen.getAllByLabelText('Nome do perfil').at(-1)!, 'Mar');
  await waitFor(() =>
    expect(sent.findLast(({ name }) => name === 'quizzes.saveQuestions')?.body).toMatchObject({
      questions: [{ options: [{ profile: 'p1' }, { profile: null }] }],
      profiles: [{ title: 'Sol' }, { title: 'Mar', key: expect.not.stringMatching(/^p2$/) }],
    }),
  );
});

test('the owner chooses at most two courses that fit a profile', async () => {
  const profiles = [{ key: 'sol', title: 'Sol', description: '', course_ids: [4] }];
  const courses = ['Luz natural', 'Picos', 'Macro'].map((title, at) => ({ id: at + 4, title }));
  const sent = serve(
    [quizzes.show, () => triple(quiz({ type: 'comportamental' }))],
    [quizzes.questions, () => ({ data: { questions: [], profiles, version: 4 } })],
    [quizzes.saveQuestions, ({ body }) => ({ data: { ...(body as object), version: 5 } })],
    [catalog.coursesToPick, () => courses],
  );
  const { user } = visit(<BuilderPage />, { at: '/quiz?id=7', roles: ['owner'] });
  const field = await screen.findByRole('combobox', { name: /Cursos que combinam/ });
  expect(await screen.findByText('Luz natural')).toBeVisible();
  await user.type(field, 'pic');
  await user.click(await screen.findByRole('option', { name: 'Picos' }));
  await waitFor(() =>
    expect(sent.findLast(({ name }) => name === 'quizzes.saveQuestions')?.body).toMatchObject({
      profiles: [{ key: 'sol', course_ids: [4, 5] }],
    }),
  );
  await user.clear(field);
  await user.click(field);
  expect(await screen.findByText('Você já escolheu dois cursos.')).toBeVisible();
  expect(screen.queryByRole('option', { name: 'Macro' })).not.toBeInTheDocument();
});
