import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { home } from '@vitrine/contract/home';
import { notifications } from '@vitrine/contract/notifications';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LESSON_PROGRESS, writeLocal } from '../../platform/local-store.ts';
import { startAsStudent } from '../../test/school.tsx';
import { STORED_PAGE } from './names.ts';
import { rereadStored } from './reread-stored.ts';

let isReachable: boolean;
/** How often the page has asked whether the school is reachable. */
let asked: number;
let onLine: { mockReturnValue: (on: boolean) => unknown };

beforeEach(() => {
  vi.useFakeTimers();
  startAsStudent();
  isReachable = true;
  asked = 0;
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    if (!isReachable) throw new TypeError('offline');
    return new Response();
  });
  onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  document.documentElement.removeAttribute(STORED_PAGE);
});

/** A page that shows home and the bell, both fresh for half an hour. Returns what it reads again. */
function open() {
  const read: string[] = [];
  const queries = new QueryClient();
  for (const { path } of [home.show, notifications.total]) {
    queries.setQueryData([path, ''], 'old');
    new QueryObserver(queries, {
      queryKey: [path, ''],
      queryFn: () => read.push(path),
      staleTime: 1_800_000,
    }).subscribe(() => {});
  }
  rereadStored(queries);
  return read;
}

async function comeOnline() {
  onLine.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
}

test('what may have come from the device is read again once the connection is back', async () => {
  const read = open();
  await vi.advanceTimersByTimeAsync(0);
  expect(read).toEqual([]);
  await comeOnline();
  expect(read).toEqual([home.show.path]);
});

test('progress that waits is sent before its lesson is read again', async () => {
  writeLocal(LESSON_PROGRESS, { 6: { finished: true } });
  const read = open();
  await comeOnline();
  expect(read).toEqual([]);
  writeLocal(LESSON_PROGRESS, null);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(read).toEqual([home.show.path]);
});

test('a browser that calls itself online too early reads once it is', async () => {
  isReachable = false;
  const read = open();
  await comeOnline();
  expect(read).toEqual([]);
  isReachable = true;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(read).toEqual([home.show.path]);
});

test('a page asks a school that is away less and less often', async () => {
  document.documentElement.setAttribute(STORED_PAGE, '');
  isReachable = false;
  const read = open();
  await vi.advanceTimersByTimeAsync(3_000 + 6_000 + 12_000 + 24_000 + 48_000);
  expect(asked).toBe(1 + 5);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked).toBe(1 + 5 + 10);
  isReachable = true;
  await comeOnline();
  expect(read).toEqual([home.show.path, notifications.total.path]);
});

test('a page of the device reads all of its data again, at once or with the connection', async () => {
  document.documentElement.setAttribute(STORED_PAGE, '');
  const read = open();
  await vi.advanceTimersByTimeAsync(0);
  expect(read).toEqual([home.show.path, notifications.total.path]);
  onLine.mockReturnValue(false);
  const readLater = open();
  await vi.advanceTimersByTimeAsync(0);
  expect(readLater).toEqual([]);
  await comeOnline();
  expect(readLater).toEqual([home.show.path, notifications.total.path]);
});
