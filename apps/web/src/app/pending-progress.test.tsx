import { render, waitFor } from '@testing-library/react';
import { catalog } from '@vitrine/contract/catalog';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { queueProgress, waitingFor } from '../features/lessons/progress-queue.ts';
import { serve, startAsStudent } from '../test/school.tsx';
import { PendingProgress } from './pending-progress.tsx';

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
  render(<PendingProgress />);
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
  render(<PendingProgress />);
  await act(() => vi.dynamicImportSettled());
  expect(sent).toEqual([]);

  onLine.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  await waitFor(() => expect(sent).toMatchObject([{ body: { seconds: 47 } }]));
});
