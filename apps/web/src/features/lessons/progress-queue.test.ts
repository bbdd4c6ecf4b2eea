import { catalog } from '@vitrine/contract/catalog';
import { beforeEach, expect, test, vi } from 'vitest';
import { refusing, serve, startAsStudent } from '../../test/school.tsx';
import { placeToResume, queueProgress, sendProgress, waitingFor } from './progress-queue.ts';
import { watchedShare, withRange, type Ranges } from './seen-ranges.ts';

beforeEach(() => {
  localStorage.clear();
  startAsStudent();
});

const saved = () => ({ data: { seconds: 0, finished: false, course_progress: 0, completed: [] } });
const offline = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));

test('queued progress is sent once, the newest per lesson', async () => {
  const sent = serve([catalog.saveProgress, saved]);
  queueProgress(6, { seconds: 12 });
  queueProgress(6, { seconds: 47 });
  queueProgress(6, { finished: true });
  queueProgress(7, { seconds: 3 });
  await sendProgress();
  await sendProgress();
  expect(sent.map(({ body }) => body)).toEqual([{ seconds: 47, finished: true }, { seconds: 3 }]);
  expect(waitingFor(6)).toEqual({});
});

test('without a connection progress waits, and goes with what came since', async () => {
  offline();
  queueProgress(6, { seconds: 47 });
  await sendProgress();
  expect(waitingFor(6)).toEqual({ seconds: 47 });
  queueProgress(6, { seconds: 90, finished: true });
  const sent = serve([catalog.saveProgress, saved]);
  await sendProgress();
  expect(waitingFor(6)).toEqual({});
  expect(sent.map(({ body }) => body)).toEqual([{ seconds: 90, finished: true }]);
});

test('progress during a request stays queued', async () => {
  serve([
    catalog.saveProgress,
    () => {
      queueProgress(6, { seconds: 50 });
      return saved();
    },
  ]);
  queueProgress(6, { seconds: 47, finished: true });
  await sendProgress();
  expect(waitingFor(6)).toEqual({ seconds: 50 });
});

test('requests arrive in order: each waits for the one before', async () => {
  const answers: (() => void)[] = [];
  const sent = serve([
    catalog.saveProgress,
    async () => {
      await new Promise<void>((resolve) => answers.push(resolve));
      return saved();
    },
  ]);
  queueProgress(6, { seconds: 12 });
  const first = sendProgress();
  await expect.poll(() => sent).toHaveLength(1);
  queueProgress(6, { seconds: 47 });
  const second = sendProgress();
  await Promise.resolve();
  expect(sent.map(({ body }) => body)).toEqual([{ seconds: 12 }]);
  answers.shift()!();
  await first;
  await expect.poll(() => sent.map(({ body }) => body)).toEqual([{ seconds: 12 }, { seconds: 47 }]);
  answers.shift()!();
  await second;
  expect(waitingFor(6)).toEqual({});
});

test('progress that another tab has sent meanwhile is not sent as nothing', async () => {
  const bodies: unknown[] = [];
  serve([
    catalog.saveProgress,
    ({ body }) => {
      bodies.push(body);
      localStorage.clear(); // the other tab has sent both
      return saved();
    },
  ]);
  queueProgress(6, { seconds: 12 });
  queueProgress(7, { seconds: 3 });
  await sendProgress();
  expect(bodies).toEqual([{ seconds: 12 }]);
});

test('a busy server is tried again; progress of a removed lesson is dropped', async () => {
  serve([catalog.saveProgress, () => refusing(503, 'Estamos com muitos pedidos agora.')]);
  queueProgress(6, { seconds: 47 });
  await sendProgress();
  expect(waitingFor(6)).toEqual({ seconds: 47 });
  serve([catalog.saveProgress, () => refusing(404, 'Não encontramos o que você procura.')]);
  await sendProgress();
  expect(waitingFor(6)).toEqual({});
});

test('an outdated tab does not overwrite a newer position, but seeking back does', async () => {
  queueProgress(6, { seconds: 900 });
  queueProgress(6, { seconds: 30 });
  expect(placeToResume(6, 100)).toBe(900);
  expect(placeToResume(6, 950)).toBe(950);
  queueProgress(6, { seconds: 40, went_back: true });
  expect(placeToResume(6, 950)).toBe(40);

  const sent = serve([
    catalog.saveProgress,
    () => {
      if (sent.length === 1) queueProgress(6, { seconds: 20, went_back: true });
      return saved();
    },
  ]);
  await sendProgress();
  expect(waitingFor(6)).toEqual({ seconds: 20, went_back: true });
  await sendProgress();
  expect(waitingFor(6)).toEqual({});
});

test('the played share counts each part once, in any order', () => {
  const played = (...parts: [number, number][]) =>
    parts.reduce<Ranges>((ranges, [from, to]) => withRange(ranges, from, to), []);
  expect(watchedShare(played([0, 50], [0, 50], [20, 40]), 100)).toBe(0.5);
  expect(played([60, 70], [0, 10], [10, 20])).toEqual([
    [0, 20],
    [60, 70],
  ]);
  expect(watchedShare(played([0, 30], [60, 100], [29, 61]), 100)).toBe(1);
  expect(watchedShare([], 0)).toBe(0);
});

test('parts seen of a longer, replaced video take nothing from the share of the new one', () => {
  const ranges: Ranges = [
    [0, 95],
    [200, 300],
  ];
  expect(watchedShare(ranges, 100)).toBe(0.95);
});
