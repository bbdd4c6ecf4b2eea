import { act, screen, waitFor } from '@testing-library/react';
import { HOUR_MS } from '@vitrine/contract/durations';
import { quizzes } from '@vitrine/contract/quizzes';
import { expect, onTestFinished, test, vi } from 'vitest';
import { attempt, handedIn, myQuiz, openAttempt } from '../../../test/quiz-page.tsx';
import { refusing, settle } from '../../../test/school.tsx';

test('the clock announces the last two minutes, and the end of the time', async () => {
  openAttempt(
    [quizzes.mine, () => [myQuiz({ stopwatch: 1, time_limit: '00:01:00' })]],
    [
      quizzes.attempt,
      () => ({ data: attempt({ stopwatch: 1, deadline: '2026-11-22T10:01:30.000Z' }) }),
    ],
  );
  expect(await screen.findByText('Faltam menos de dois minutos.')).toBeInTheDocument();
  expect(screen.getByText(/^Termina às \d\d:\d\d\./)).toBeInTheDocument();
});

test('at the end of the time the answers are handed in automatically', async () => {
  let done = false;
  const { sent } = openAttempt(
    [quizzes.mine, () => [myQuiz({ stopwatch: 1, time_limit: '00:01:00' })]],
    [
      quizzes.attempt,
      () => ({
        data: attempt({
          stopwatch: 1,
          deadline: '2026-11-22T10:00:06.000Z',
          answers: [{ question_id: 1, option_ids: [11] }],
          ...(done && handedIn),
        }),
      }),
    ],
    [
      quizzes.finish,
      () => {
        done = true;
        return { data: { id: 31, ...handedIn } };
      },
    ],
  );
  expect(await screen.findByText('Ainda não foi desta vez', {}, { timeout: 5_000 })).toBeVisible();
  expect(sent.map(({ name }) => name)).toContain('quizzes.finish');
});

test('at the end of the time a page without a connection hands in when it is back', async () => {
  let tries = 0;
  openAttempt(
    [quizzes.mine, () => [myQuiz({ stopwatch: 1, time_limit: '00:01:00' })]],
    [
      quizzes.attempt,
      () => ({
        data: attempt({
          stopwatch: 1,
          deadline: '2026-11-22T10:00:05.000Z',
          ...(tries > 1 && handedIn),
        }),
      }),
    ],
    [
      quizzes.finish,
      () => {
        tries += 1;
        return tries === 1
          ? refusing(503, 'Estamos com muitos pedidos.')
          : { data: { id: 31, ...handedIn } };
      },
    ],
  );
  expect(await screen.findByText('Ainda não foi desta vez', {}, { timeout: 8_000 })).toBeVisible();
}, 15_000);

test('after the end of the time, unsent answers are reported as not counted', async () => {
  let online = false;
  let done = false;
  const late = { status: 409, message: 'O tempo terminou. Contamos o que chegou.' };
  const { user } = openAttempt(
    [quizzes.mine, () => [myQuiz({ stopwatch: 1, time_limit: '00:01:00' })]],
    [
      quizzes.attempt,
      () => ({
        data: attempt({
          stopwatch: 1,
          deadline: '2026-11-22T10:00:07.000Z',
          ...(done && handedIn),
        }),
      }),
    ],
    [quizzes.answer, () => refusing(503, 'Sem linha.')],
    [
      quizzes.finish,
      () => {
        if (!online) return refusing(503, 'Sem linha.');
        done = true;
        return refusing(late.status, late.message, { code: 'deadline_passed' });
      },
    ],
  );
  await user.click(await screen.findByRole('radio', { name: /f\/2/ }));
  expect(await screen.findAllByText(/Guardamos a resposta assim que ela voltar/)).not.toHaveLength(
    0,
  );
  const told = await screen.findAllByText(/^O tempo terminou sem conexão/, {}, { timeout: 5_000 });
  expect(told).not.toHaveLength(0);
  online = true;
  expect(await screen.findByText('Ainda não foi desta vez', {}, { timeout: 8_000 })).toBeVisible();
  const [toast, ...others] = await screen.findAllByText(late.message);
  expect(others).toEqual([]);
  const { style } = toast!.closest<HTMLElement>('[style]')!;
  expect(style.getPropertyValue('--undo-time'), 'at most 5 s (A section 8)').toBe('5000ms');
}, 20_000);

test('an attempt that ran out of time is reloaded in the list too', async () => {
  let done = false;
  const { user, sent } = openAttempt(
    [quizzes.mine, () => [myQuiz()]],
    [quizzes.attempt, () => ({ data: attempt(done ? handedIn : {}) })],
    [
      quizzes.answer,
      () => {
        done = true;
        return refusing(409, 'O tempo terminou.', { code: 'deadline_passed' });
      },
    ],
  );
  await user.click(await screen.findByText('f/16'));
  await screen.findByText('Ainda não foi desta vez');
  await waitFor(() =>
    expect(sent.filter(({ name }) => name === 'quizzes.mine').length).toBeGreaterThan(1),
  );
});

/** A timed attempt whose page has a clock that a test moves. `server.at`: the server's time. */
function openTimed() {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const server = { at: '2026-11-22T10:00:05.000Z' };
  const page = openAttempt(
    [quizzes.mine, () => [myQuiz({ stopwatch: 1, time_limit: '00:20:00' })]],
    [
      quizzes.attempt,
      () => ({
        data: attempt({ stopwatch: 1, deadline: '2026-11-22T10:20:05.000Z', now: server.at }),
      }),
    ],
    [quizzes.finish, () => ({ data: { id: 31, ...handedIn } })],
  );
  const pass = async (ms: number) => {
    await act(() => vi.advanceTimersByTimeAsync(ms));
    await settle();
  };
  const handIns = () => page.sent.filter(({ name }) => name === 'quizzes.finish').length;
  return { server, pass, handIns };
}

test.each([1, -1])(
  'a phone whose clock is set by %i h keeps the time that is left',
  async (hours) => {
    const { server, pass, handIns } = openTimed();
    expect(await screen.findAllByText('20:00')).not.toHaveLength(0);
    vi.setSystemTime(Date.now() + hours * HOUR_MS);
    server.at = '2026-11-22T10:00:06.000Z';
    await pass(2_000);
    expect(screen.getAllByText(/^19:5\d$/)).not.toHaveLength(0);
    expect(handIns()).toBe(0);
  },
);

test('a phone that has slept past the end of the time hands in when it wakes', async () => {
  const { server, pass, handIns } = openTimed();
  expect(await screen.findAllByText('20:00')).not.toHaveLength(0);
  // Its counter stood still meanwhile.
  vi.setSystemTime(Date.now() + HOUR_MS);
  server.at = '2026-11-22T11:00:05.000Z';
  await pass(1_000);
  await pass(1_000);
  expect(handIns()).toBe(1);
});

test.each([
  { left: 299, words: 'Faltam cinco minutos.' },
  { left: 200, words: '' },
  { left: 59, words: 'Falta um minuto.' },
  { left: 45, words: '' },
])('with $left s left, a screen reader hears “$words”', async ({ left, words }) => {
  const end = Date.parse('2026-11-22T10:20:00.000Z');
  openAttempt(
    [quizzes.mine, () => [myQuiz({ stopwatch: 1, time_limit: '00:20:00' })]],
    [
      quizzes.attempt,
      () => ({
        data: attempt({
          stopwatch: 1,
          deadline: new Date(end).toISOString(),
          now: new Date(end - left * 1_000).toISOString(),
        }),
      }),
    ],
  );
  await screen.findByRole('radio', { name: /f\/2/ });
  const spoken = screen.queryByText(/^Falta/, { selector: 'output' });
  expect(spoken?.textContent ?? '').toBe(words);
});
