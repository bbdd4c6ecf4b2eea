import { act, screen, waitFor } from '@testing-library/react';
import { catalog, type Likes } from '@vitrine/contract/catalog';
import { comments } from '@vitrine/contract/comments';
import { favorites } from '@vitrine/contract/favorites';
import { lessonPage } from '@vitrine/contract/lesson-page';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import {
  AComment,
  AQuiz,
  heading,
  lesson,
  noComments,
  openLesson,
  prepareLesson,
} from '../../test/lesson-page.tsx';
import { refusing, serve, settle, visit } from '../../test/school.tsx';
import { LessonPage } from './lesson-page.tsx';

beforeEach(prepareLesson);

test('two presses that are refused leave the like as the server has it', async () => {
  const answers: ((answer: unknown) => void)[] = [];
  const wait = () => new Promise((resolve) => answers.push(resolve));
  const { user } = openLesson(lesson(), 1, [catalog.like, wait], [catalog.unlike, wait]);
  const like = await screen.findByRole('button', { name: /Curtir aula/ });
  await user.click(like);
  await user.click(like);
  for (const sent of [1, 2]) {
    await waitFor(() => expect(answers).toHaveLength(sent));
    answers.at(-1)!(refusing(503, 'Tente de novo.'));
  }
  await settle();
  expect(like).toHaveAttribute('aria-pressed', 'false');
  expect(like).toHaveTextContent('16');
});

test('a press that has no answer yet shows on its own lesson alone', async () => {
  const wait = () => new Promise(() => {});
  serve(
    [catalog.showLesson, ({ params }) => ({ data: lesson({ id: Number(params['id']) }) })],
    [catalog.like, wait],
    [favorites.add, wait],
    [lessonPage.show, () => ({ data: { comment: 1, theme_classes: 1 } })],
    [favorites.list, () => []],
    [comments.list, () => noComments],
  );
  function Lessons() {
    const [id, setId] = useState(6);
    return (
      <>
        <button onClick={() => setId(13 - id)}>Outra aula</button>
        <LessonPage id={id} Comments={AComment} Quiz={AQuiz} />
      </>
    );
  }
  const { user } = visit(<Lessons />, { roles: ['student'] });
  const button = (name: RegExp) => screen.findByRole('button', { name });
  const other = async () => {
    await user.click(await button(/^Outra aula/));
    await heading();
  };
  // Both are read: the page changes without a wait.
  await heading();
  await other();
  await other();
  for (const name of [/Curtir aula/, /^Minha lista/]) {
    await user.click(await button(name));
    expect(await button(name)).toHaveAttribute('aria-pressed', 'true');
  }
  await other();
  for (const name of [/Curtir aula/, /^Minha lista/])
    expect(await button(name)).toHaveAttribute('aria-pressed', 'false');
});

test('a like that is refused goes back', async () => {
  const { user } = openLesson(lesson(), 1, [catalog.like, () => refusing(503, 'Tente de novo.')]);
  await heading();
  await user.click(screen.getByRole('button', { name: /Curtir aula/ }));
  expect(await screen.findByText('A curtida não foi salva. Tente de novo.')).toBeVisible();
  const like = screen.getByRole('button', { name: /Curtir aula/ });
  expect(like).toHaveAttribute('aria-pressed', 'false');
  expect(like).toHaveTextContent('16');
});

test('of several likes that fail or not, the page shows what the server has', async () => {
  let answer = (_status: number): void => {};
  const answered = (data: Likes) => () =>
    new Promise((resolve) => {
      answer = (status) => resolve(status === 200 ? { data } : refusing(status, 'Tente de novo.'));
    });
  const { user, sent } = openLesson(
    lesson(),
    1,
    [catalog.like, answered({ liked: true, likes: 17 })],
    [catalog.unlike, answered({ liked: false, likes: 16 })],
  );
  await heading();
  const like = () => screen.getByRole('button', { name: /Curtir aula/ });
  const likeCalls = () => sent.filter(({ name }) => name.endsWith('like')).length;

  async function press(...statuses: number[]) {
    const before = likeCalls();
    for (const _ of statuses) await user.click(like());
    for (const [at, status] of statuses.entries()) {
      await waitFor(() => expect(likeCalls()).toBe(before + at + 1));
      await act(async () => answer(status));
    }
  }

  await press(503, 503);
  await waitFor(() => expect(like()).toHaveAttribute('aria-pressed', 'false'));
  await press(503, 200, 200);
  await waitFor(() => expect(like()).toHaveAttribute('aria-pressed', 'true'));
  expect(like()).toHaveTextContent('17');
});

test('a heart whose answer was lost shows what the server has saved', async () => {
  const saved: object[] = [];
  const { user } = openLesson(
    lesson(),
    1,
    [favorites.list, () => saved],
    [
      favorites.add,
      () => {
        saved.push({ kind: 'lesson', id: 6, title: 'Foco', cover: null, url: '/a', locked: 0 });
        return refusing(503, 'Tente de novo.');
      },
    ],
  );
  await heading();
  const heart = screen.getByRole('button', { name: /^Minha lista/ });
  await user.click(heart);
  expect(await screen.findByText('Tente de novo.')).toBeVisible();
  await waitFor(() => expect(heart).toHaveAttribute('aria-pressed', 'true'));
});

test('the heart of a lesson changes at once, and reverts when the save fails', async () => {
  let refuse = () => {};
  const { user } = openLesson(lesson(), 1, [
    favorites.add,
    () => new Promise((done) => (refuse = () => done(refusing(500, 'Algo deu errado.')))),
  ]);
  const heart = () => screen.getByRole('button', { name: /^Minha lista/ });
  await heading();
  await user.click(heart());
  await waitFor(() => expect(heart()).toHaveAttribute('aria-pressed', 'true'));
  refuse();
  expect(await screen.findByText('Algo deu errado.')).toBeVisible();
  await waitFor(() => expect(heart()).toHaveAttribute('aria-pressed', 'false'));
});
