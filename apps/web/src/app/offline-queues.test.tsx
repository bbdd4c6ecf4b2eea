import { screen, waitFor } from '@testing-library/react';
import { catalog } from '@vitrine/contract/catalog';
import { home } from '@vitrine/contract/home';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { queueProgress, sendProgress, waitingFor } from '../features/lessons/progress-queue.ts';
import '../features/lessons/use-send-progress.ts'; // so that its import takes no time
import { useContractQuery } from '../kit/queries/contract-query.ts';
import { lesson } from '../test/lesson-page.tsx';
import { serve, startAsStudent, visit } from '../test/school.tsx';
import { OfflineQueues } from './offline-queues.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('progress that failed while the browser reported online is sent later', async () => {
  vi.useFakeTimers();
  startAsStudent();
  const lost = vi.fn<typeof fetch>(() => Promise.reject(new TypeError('no connection')));
  vi.stubGlobal('fetch', lost);
  queueProgress(6, { seconds: 47 });
  visit(<OfflineQueues />, { roles: ['student'] });
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(lost).toHaveBeenCalledOnce();
  expect(waitingFor(6)).toEqual({ seconds: 47 });

  const saved = { seconds: 47, finished: false, course_progress: 0, completed: [] };
  const sent = serve([catalog.saveProgress, () => ({ data: saved })]);
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  expect(sent).toMatchObject([{ body: { seconds: 47 } }]);
  expect(waitingFor(6)).toEqual({});
});

test('nothing is sent while the browser is offline, and progress as soon as it is online', async () => {
  startAsStudent();
  const saved = { seconds: 47, finished: false, course_progress: 0, completed: [] };
  const sent = serve([catalog.saveProgress, () => ({ data: saved })]);
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  queueProgress(6, { seconds: 47 });
  visit(<OfflineQueues />, { roles: ['student'] });
  await act(() => vi.dynamicImportSettled());
  expect(sent).toEqual([]);

  onLine.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  await waitFor(() => expect(sent).toMatchObject([{ body: { seconds: 47 } }]));
});

test('progress that no answer came for is sent once the connection is back', async () => {
  startAsStudent();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  visit(<OfflineQueues />, { roles: ['student'] });
  queueProgress(6, { seconds: 47 });
  await sendProgress();
  expect(waitingFor(6)).toEqual({ seconds: 47 });
  queueProgress(6, { seconds: 90, finished: true });
  const saved = { seconds: 90, finished: true, course_progress: 0, completed: [] };
  const sent = serve([catalog.saveProgress, () => ({ data: saved })]);
  dispatchEvent(new Event('online'));
  await waitFor(() => expect(waitingFor(6)).toEqual({}));
  expect(sent.map(({ body }) => body)).toEqual([{ seconds: 90, finished: true }]);
});

test('home is read again after progress was sent from another page', async () => {
  startAsStudent();
  let reads = 0;
  const saved = { seconds: 47, finished: true, course_progress: 100, completed: [] };
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  serve(
    [catalog.saveProgress, () => ({ data: saved })],
    [home.show, () => ({ data: { reads: (reads += 1) } })],
  );
  queueProgress(6, { finished: true });
  const Home = () => {
    const { data } = useContractQuery(home.show, {});
    return <p>Lida {(data?.data as { reads?: number } | undefined)?.reads}</p>;
  };
  const page = (
    <>
      <Home />
      <OfflineQueues />
    </>
  );
  visit(page, { roles: ['student'] });
  expect(await screen.findByText('Lida 1')).toBeVisible();
  onLine.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  expect(await screen.findByText('Lida 2')).toBeVisible();
});

test('a page that loads before finished progress is sent shows the lesson as finished then', async () => {
  startAsStudent();
  queueProgress(6, { finished: true });
  const saved = { seconds: 0, finished: true, course_progress: 67, completed: [] };
  const sent = serve(
    [catalog.showLesson, () => ({ data: lesson() })],
    [catalog.saveProgress, () => ({ data: saved })],
  );
  function Page() {
    const shown = useContractQuery(catalog.showLesson, { params: { id: 6 } }).data;
    return (
      <>
        <p>{shown?.data.finished ? 'Aula concluída' : 'Concluir aula'}</p>
        <p>{shown?.data.course.progress}</p>
        {shown && <OfflineQueues />}
      </>
    );
  }
  visit(<Page />, { roles: ['student'] });
  expect(await screen.findByText('Aula concluída')).toBeVisible();
  expect(screen.getByText('67')).toBeVisible();
  expect(sent.filter(({ name }) => name === 'catalog.saveProgress')).toHaveLength(1);
});
