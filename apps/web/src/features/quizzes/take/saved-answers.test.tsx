import { act, screen, waitFor, within } from '@testing-library/react';
import { quizzes, type Attempt } from '@vitrine/contract/quizzes';
import { expect, onTestFinished, test, vi } from 'vitest';
import { attempt, handedIn, myQuiz, openAttempt, saved } from '../../../test/quiz-page.tsx';
import { refusing, settle } from '../../../test/school.tsx';
import { ANSWER_RETRY_MS } from './saved-answers.ts';

test('saved answers show again, and the first blank question is open', async () => {
  openAttempt(
    [quizzes.mine, () => [myQuiz()]],
    [
      quizzes.attempt,
      () => ({ data: attempt({ answers: [{ question_id: 1, option_ids: [12] }] }) }),
    ],
  );
  expect(await screen.findByRole('heading', { name: 'Quais são contínuas?' })).toBeVisible();
  // Without a stopwatch there is no clock, and no rendered flag.
  expect(screen.queryByText('0')).not.toBeInTheDocument();
  expect(screen.getAllByText('1 de 2 respondidas').length).toBeGreaterThan(0);
  // The second question may have several right answers, and says so on every screen.
  expect(screen.getByRole('group', { name: 'Quais são contínuas?' })).toHaveAccessibleDescription(
    'marque todas as certas',
  );
});

test('an answer without a connection is sent when it is back', async () => {
  let online = false;
  const { user, sent } = openAttempt(
    [quizzes.mine, () => [myQuiz()]],
    [quizzes.attempt, () => ({ data: attempt() })],
    [quizzes.answer, () => (online ? saved() : refusing(503, 'Estamos com muitos pedidos.'))],
  );
  await user.click(await screen.findByText('f/16'));
  expect(
    (await screen.findAllByText(/Guardamos a resposta assim que ela voltar/))[0],
  ).toBeInTheDocument();
  online = true;
  dispatchEvent(new Event('online'));
  expect((await screen.findAllByText(/Respostas guardadas às/))[0]).toBeInTheDocument();
  expect(sent.filter(({ name }) => name === 'quizzes.answer')).toHaveLength(2);
});

test('a hand-in sends unsent answers, and none that another tab may have changed', async () => {
  let done = false;
  const { user, sent } = openAttempt(
    [quizzes.mine, () => [myQuiz()]],
    [
      quizzes.attempt,
      () => ({
        data: attempt({
          answers: [{ question_id: 1, option_ids: [11] }],
          ...(done && handedIn),
        }),
      }),
    ],
    [quizzes.answer, () => refusing(503, 'Estamos com muitos pedidos.')],
    [
      quizzes.finish,
      () => {
        done = true;
        return { data: { id: 31, ...handedIn } };
      },
    ],
  );
  await screen.findByText('Quais são contínuas?');
  await user.keyboard('b');
  await screen.findAllByText(/Guardamos a resposta assim que ela voltar/);
  await user.keyboard('{Enter}');
  const asked = await screen.findByRole('dialog');
  await user.click(within(asked).getByRole('button', { name: 'Entregar' }));
  await screen.findByText('Ainda não foi desta vez');
  expect(sent.find(({ name }) => name === 'quizzes.finish')?.body).toEqual({
    answers: [{ question_id: 2, option_ids: [22] }],
  });
});

test('a hand-in that the server refuses for a while keeps the unsent answers', async () => {
  const busy = 'Outra mudança aconteceu ao mesmo tempo. Tente de novo.';
  const { user } = openAttempt(
    [quizzes.mine, () => [myQuiz()]],
    [quizzes.attempt, () => ({ data: attempt() })],
    [quizzes.answer, () => refusing(409, busy, { code: 'conflict' })],
    [quizzes.finish, () => refusing(409, busy, { code: 'conflict' })],
  );
  await user.click(await screen.findByText('f/16'));
  await screen.findAllByText(/Guardamos a resposta assim que ela voltar/);
  await user.keyboard('{ArrowRight}{Enter}');
  const asked = await screen.findByRole('dialog');
  await user.click(within(asked).getByRole('button', { name: 'Entregar' }));
  expect(await within(asked).findByText(busy)).toBeVisible();
  expect(sessionStorage.getItem('answers:31')).toContain('12');
});

test('a tab that is opened again shows answers of another tab', async () => {
  let elsewhere: Attempt['answers'] = [];
  const { user } = openAttempt(
    [quizzes.mine, () => [myQuiz()]],
    [quizzes.attempt, () => ({ data: attempt({ answers: elsewhere }) })],
    [quizzes.answer, saved],
  );
  await user.click(await screen.findByText('f/2'));
  await screen.findAllByText(/Respostas guardadas às/);
  elsewhere = [{ question_id: 1, option_ids: [12] }];
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(screen.getByRole('radio', { name: /f\/16/ })).toBeChecked());
});

test('a choice during a reload of the attempt stays', async () => {
  let readings = 0;
  let answer = (): void => {};
  const { user, sent } = openAttempt(
    [quizzes.mine, () => [myQuiz()]],
    [
      quizzes.attempt,
      async () => {
        readings += 1;
        if (readings > 1) await new Promise<void>((resolve) => (answer = resolve));
        return { data: attempt() };
      },
    ],
    [quizzes.answer, saved],
  );
  await screen.findByText('f/16');
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(readings).toBe(2));
  await user.click(screen.getByText('f/16'));
  await screen.findAllByText(/Respostas guardadas às/);
  await act(async () => answer());
  expect(screen.getByRole('radio', { name: /f\/16/ })).toBeChecked();
  expect(sent.filter(({ name }) => name === 'quizzes.answer')).toHaveLength(1);
});

test('an unsent answer survives a reload, and is sent then', async () => {
  let online = false;
  const visitOnce = () =>
    openAttempt(
      [quizzes.mine, () => [myQuiz()]],
      [quizzes.attempt, () => ({ data: attempt() })],
      [quizzes.answer, () => (online ? saved() : refusing(503, 'Estamos com muitos pedidos.'))],
    );
  const first = visitOnce();
  await first.user.click(await screen.findByText('f/16'));
  await screen.findAllByText(/Guardamos a resposta assim que ela voltar/);
  first.leave();

  const second = visitOnce();
  expect(await screen.findByRole('radio', { name: /f\/16/ })).toBeChecked();
  second.leave();

  online = true;
  const third = visitOnce();
  expect(await screen.findByRole('radio', { name: /f\/16/ })).toBeChecked();
  await waitFor(() => expect(third.sent.map(({ name }) => name)).toContain('quizzes.answer'));
  await screen.findAllByText(/Respostas guardadas às/);
  third.leave();

  const last = visitOnce();
  expect(await screen.findByRole('radio', { name: /f\/16/ })).not.toBeChecked();
  expect(last.sent.map(({ name }) => name)).not.toContain('quizzes.answer');
});

test('an answer that fails after the page was left waits for the next visit', async () => {
  let fail = (): void => {};
  const { user, sent, leave } = openAttempt(
    [quizzes.mine, () => [myQuiz()]],
    [quizzes.attempt, () => ({ data: attempt() })],
    [
      quizzes.answer,
      () =>
        new Promise((resolve) => {
          fail = () => resolve(refusing(503, 'Estamos com muitos pedidos.'));
        }),
    ],
  );
  await user.click(await screen.findByText('f/16'));
  await screen.findAllByText('Guardando…');
  leave();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  fail();
  await vi.advanceTimersByTimeAsync(2 * ANSWER_RETRY_MS);
  expect(sent.filter(({ name }) => name === 'quizzes.answer')).toHaveLength(1);
  expect(sessionStorage.getItem('answers:31')).toContain('12');
});

test('a page that was left sends no answer that waits, and reads nothing', async () => {
  const { user, sent, leave } = openAttempt(
    [quizzes.mine, () => [myQuiz()]],
    [quizzes.attempt, () => ({ data: attempt() })],
    [quizzes.answer, () => refusing(503, 'Estamos com muitos pedidos.')],
  );
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  await user.click(await screen.findByText('f/16'));
  await screen.findAllByText(/Guardamos a resposta assim que ela voltar/);
  leave();
  const before = [...sent];
  await vi.advanceTimersByTimeAsync(2 * ANSWER_RETRY_MS);
  for (const name of ['online', 'focus']) dispatchEvent(new Event(name));
  document.dispatchEvent(new Event('visibilitychange'));
  // The keys belong to the next page.
  await user.keyboard('a');
  await vi.advanceTimersByTimeAsync(ANSWER_RETRY_MS);
  expect(sent).toEqual(before);
});

test('a reload does not revert an answer of another device', async () => {
  let elsewhere: Attempt['answers'] = [];
  const visitOnce = () =>
    openAttempt(
      [quizzes.mine, () => [myQuiz()]],
      [quizzes.attempt, () => ({ data: attempt({ answers: elsewhere }) })],
      [quizzes.answer, () => refusing(503, 'Estamos com muitos pedidos.')],
    );
  const first = visitOnce();
  await first.user.click(await screen.findByText('f/16'));
  await screen.findAllByText(/Guardamos a resposta assim que ela voltar/);
  first.leave();
  elsewhere = [{ question_id: 1, option_ids: [11] }];
  const second = visitOnce();
  await second.user.click(await screen.findByRole('button', { name: /^Pergunta 1, respondida/ }));
  expect(await screen.findByRole('radio', { name: /f\/2/ })).toBeChecked();
  expect(second.sent.map(({ name }) => name)).not.toContain('quizzes.answer');
});

test('an answer says that it is stored, once the server has it', async () => {
  const stored = Promise.withResolvers<void>();
  const { user, sent } = openAttempt(
    [quizzes.mine, () => [myQuiz()]],
    [quizzes.attempt, () => ({ data: attempt() })],
    [quizzes.answer, () => stored.promise.then(saved)],
  );
  await user.click(await screen.findByRole('radio', { name: /f\/2/ }));
  const chosen = screen.getByText('f/2').closest('label')!;
  await waitFor(() => expect(sent.map(({ name }) => name)).toContain('quizzes.answer'));
  expect(chosen).not.toHaveTextContent('guardada');
  stored.resolve();
  await waitFor(() => expect(chosen).toHaveTextContent('guardada'));
});

test('of two quick choices the first is stored before the second is sent', async () => {
  const stored = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let calls = 0;
  const { user, sent } = openAttempt(
    [quizzes.mine, () => [myQuiz()]],
    [quizzes.attempt, () => ({ data: attempt() })],
    [quizzes.answer, () => stored[calls++]!.promise.then(saved)],
  );
  const answers = () =>
    sent.filter(({ name }) => name === 'quizzes.answer').map(({ body }) => body);
  const first = { question_id: 1, option_ids: [11] };
  await user.click(await screen.findByRole('radio', { name: /f\/2/ }));
  await user.click(screen.getByRole('radio', { name: /f\/16/ }));
  await settle();
  expect(answers()).toEqual([first]);
  stored[0]!.resolve();
  await waitFor(() => expect(answers()).toEqual([first, { question_id: 1, option_ids: [12] }]));
  stored[1]!.resolve();
});

test('an answer that waits says whether the connection or the school is away', async () => {
  let isOnline = true;
  const { user } = openAttempt(
    [quizzes.mine, () => [myQuiz()]],
    [quizzes.attempt, () => ({ data: attempt() })],
    [
      quizzes.answer,
      () =>
        isOnline ? refusing(503, 'Estamos com muitos pedidos.') : Promise.reject(new TypeError()),
    ],
  );
  await user.click(await screen.findByText('f/16'));
  const busy = 'A escola não responde agora. Guardamos a resposta assim que ela voltar.';
  expect((await screen.findAllByText(busy))[0]).toBeInTheDocument();
  expect(screen.queryByText(/^Sem conexão/)).toBeNull();
  isOnline = false;
  dispatchEvent(new Event('online'));
  expect((await screen.findAllByText(/^Sem conexão\. Guardamos/))[0]).toBeInTheDocument();
});

test('an answer that a busy server refuses waits as long as the server says', async () => {
  const { user, sent } = openAttempt(
    [quizzes.mine, () => [myQuiz()]],
    [quizzes.attempt, () => ({ data: attempt() })],
  );
  const tries = vi.fn<() => void>();
  const school = fetch;
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    if (init?.method !== 'PUT') return school(input, init);
    tries();
    const headers = { 'retry-after': '20' };
    return Promise.resolve(new Response('{}', { status: 503, headers }));
  });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  await user.click(await screen.findByText('f/16'));
  await screen.findAllByText(/Guardamos a resposta assim que ela voltar/);
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  expect(tries).toHaveBeenCalledTimes(1);
  await act(() => vi.advanceTimersByTimeAsync(6_000));
  expect(tries).toHaveBeenCalledTimes(2);
  expect(sent.map(({ name }) => name)).not.toContain('quizzes.finish');
});
