import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { catalog } from '@vitrine/contract/catalog';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { lesson, openLesson, prepareLesson } from '../../test/lesson-page.tsx';
import { settle } from '../../test/school.tsx';

beforeEach(prepareLesson);

test('progress of a supported embedded player counts, and messages of other frames do not', async () => {
  const embed = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';
  const { sent } = openLesson(lesson({ video_url: null, embed, seconds: 7 }));
  const frame = (await screen.findByTitle('Foco empilhado, passo a passo')) as HTMLIFrameElement;
  expect(new URL(frame.src).searchParams.get('start')).toBe('7');
  expect(screen.queryByText(/Este player não conta/)).not.toBeInTheDocument();
  const postFromPlayer = (info: object, origin = 'https://www.youtube-nocookie.com') =>
    fireEvent(
      window,
      new MessageEvent('message', {
        origin,
        source: frame.contentWindow,
        data: JSON.stringify({ event: 'infoDelivery', info }),
      }),
    );
  const saved = () => sent.findLast(({ name }) => name === 'catalog.saveProgress')?.body;
  postFromPlayer({ duration: 20, currentTime: 0 });
  postFromPlayer({ currentTime: 15, playerState: 2 }, 'https://evil.example.com');
  for (let second = 1; second <= 12; second += 1) postFromPlayer({ currentTime: second });
  postFromPlayer({ playerState: 2 });
  await waitFor(() => expect(saved()).toEqual({ seconds: 12 }));
  for (let second = 13; second <= 19; second += 1) postFromPlayer({ currentTime: second });
  expect(await screen.findAllByRole('button', { name: 'Aula concluída' })).not.toHaveLength(0);
});

test('an embedded video that was watched to its end begins at its beginning the next time', async () => {
  const embed = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';
  const shown = lesson({ video_url: null, embed, finished: true, next: null });
  const first = openLesson(shown);
  const frame = (await screen.findByTitle('Foco empilhado, passo a passo')) as HTMLIFrameElement;
  const post = (info: object) =>
    fireEvent(
      window,
      new MessageEvent('message', {
        origin: 'https://www.youtube-nocookie.com',
        source: frame.contentWindow,
        data: JSON.stringify({ event: 'infoDelivery', info }),
      }),
    );
  post({ duration: 20, currentTime: 19 });
  post({ currentTime: 20, playerState: 0 });
  // The player goes on reporting its end.
  post({ currentTime: 20, playerState: 0 });
  first.leave();
  await waitFor(() =>
    expect(first.sent.findLast(({ name }) => name === 'catalog.saveProgress')?.body).toMatchObject({
      seconds: 0,
      went_back: true,
    }),
  );
});

test("a provider's page that was saved as the video's address plays in its player", async () => {
  openLesson(lesson({ video_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' }));
  const frame = await screen.findByTitle('Foco empilhado, passo a passo');
  expect(frame).toHaveAttribute(
    'src',
    expect.stringContaining('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'),
  );
});

test("at its end, the next lesson is offered as in the app's own player", async () => {
  const { user, history } = openLesson(
    lesson({ video_url: null, embed: 'https://player.vimeo.com/video/1' }),
  );
  const frame = (await screen.findByTitle('Foco empilhado, passo a passo')) as HTMLIFrameElement;
  const postFromPlayer = (data: object) =>
    fireEvent(
      window,
      new MessageEvent('message', {
        origin: 'https://player.vimeo.com',
        source: frame.contentWindow,
        data,
      }),
    );
  postFromPlayer({ event: 'timeupdate', data: { seconds: 19, duration: 20 } });
  expect(screen.queryByText(/A seguir em/)).not.toBeInTheDocument();
  postFromPlayer({ event: 'ended', data: { seconds: 20, duration: 20 } });
  expect(await screen.findByText(/A seguir em/)).toBeVisible();
  // Told once: the seconds that follow would interrupt the reading.
  expect(screen.getByRole('alert')).toHaveTextContent('A seguir em 8 sJuntando as fotos');
  expect(screen.getByText('A seguir em 8 s')).toHaveAttribute('aria-live', 'off');
  await user.click(screen.getByRole('button', { name: 'Ver próxima aula' }));
  await waitFor(() => expect(history.location.pathname).toBe('/curso/1/juntando-as-fotos/7'));
});

test('the next lesson takes nobody away from a quiz that the lesson waits for', async () => {
  const quiz = { id: 3, name: 'Luz', required: 1, open: true } as const;
  const unfinished = { seconds: 20, finished: false, course_progress: 33, completed: [] };
  openLesson(lesson({ video_url: null, embed: 'https://player.vimeo.com/video/1', quiz }), 1, [
    catalog.saveProgress,
    () => ({ data: unfinished }),
  ]);
  const frame = (await screen.findByTitle('Foco empilhado, passo a passo')) as HTMLIFrameElement;
  const data = { event: 'ended', data: { seconds: 20, duration: 20 } };
  const origin = 'https://player.vimeo.com';
  fireEvent(window, new MessageEvent('message', { origin, source: frame.contentWindow, data }));
  await settle();
  expect(screen.queryByText(/A seguir em/)).not.toBeInTheDocument();
});

test('the next lesson takes nobody along who writes', async () => {
  const { history } = openLesson(
    lesson({ video_url: null, embed: 'https://player.vimeo.com/video/1' }),
  );
  const frame = (await screen.findByTitle('Foco empilhado, passo a passo')) as HTMLIFrameElement;
  const place = history.location.pathname;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const data = { event: 'ended', data: { seconds: 20, duration: 20 } };
  const origin = 'https://player.vimeo.com';
  fireEvent(window, new MessageEvent('message', { origin, source: frame.contentWindow, data }));
  expect(await screen.findByText('A seguir em 8 s')).toBeVisible();
  const field = screen.getByRole('textbox', { name: 'Comentário' });
  act(() => field.focus());
  for (let second = 0; second < 20; second += 1) act(() => void vi.advanceTimersByTime(1_000));
  expect(history.location.pathname).toBe(place);
  act(() => field.blur());
  for (let second = 0; second < 8; second += 1) act(() => void vi.advanceTimersByTime(1_000));
  expect(history.location.pathname).toBe('/curso/1/juntando-as-fotos/7');
});

test('with a player that reports nothing, the page offers a button to finish and the next lesson', async () => {
  openLesson(lesson({ video_url: null, embed: 'https://www.loom.com/embed/abc' }));
  expect(await screen.findByText(/Este player não conta o que você viu/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Próxima aula' })).toHaveAttribute(
    'href',
    '/curso/1/juntando-as-fotos/7',
  );
});

test.each([
  ['on this device', '/_offline/files/1/proxima.mp4?e=1', true],
  ['not on this device', '/files/1/proxima.mp4?e=1', false],
])('without a connection, a lesson %s follows: %s, %s', async (_where, video_url, follows) => {
  const embed = 'https://player.vimeo.com/video/1';
  const shown = lesson({ video_url: null, embed });
  const { history, sent } = openLesson(shown, 1, [
    catalog.showLesson,
    ({ params }) => ({ data: params['id'] === '7' ? lesson({ id: 7, video_url }) : shown }),
  ]);
  const frame = (await screen.findByTitle('Foco empilhado, passo a passo')) as HTMLIFrameElement;
  const place = history.location.pathname;
  const origin = 'https://player.vimeo.com';
  const post = (data: object) =>
    fireEvent(window, new MessageEvent('message', { origin, source: frame.contentWindow, data }));
  for (const seconds of [17, 18, 19])
    post({ event: 'timeupdate', data: { seconds, duration: 20 } });
  await waitFor(() =>
    expect(sent.filter(({ name }) => name === 'catalog.showLesson')).toHaveLength(2),
  );
  await settle();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => void vi.restoreAllMocks());
  post({ event: 'ended', data: { seconds: 20, duration: 20 } });
  const text = follows ? 'A seguir em 8 s' : 'A próxima aula só abre com internet';
  expect(await screen.findByText(text)).toBeVisible();
  for (let second = 0; second < 20; second += 1) act(() => void vi.advanceTimersByTime(1_000));
  await waitFor(() => expect(history.location.pathname === place).toBe(!follows));
});
