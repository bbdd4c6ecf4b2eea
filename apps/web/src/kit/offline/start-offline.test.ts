import { QueryClient } from '@tanstack/react-query';
import { catalog } from '@vitrine/contract/catalog';
import { home } from '@vitrine/contract/home';
import { limits, offline } from '@vitrine/contract/offline';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { bootWith } from '../../platform/boot.ts';
import { fakeCaches } from '../../test/fake-caches.ts';
import { serve, session, site, startAsStudent } from '../../test/school.tsx';
import { forgetPerson } from './forget.ts';
import { keepOpenPage } from './keep-open-page.ts';
import { lessonEntry, STORED_PAGE } from './names.ts';
import { startOffline } from './start-offline.ts';

let sent: unknown[];
let receive: (data: unknown) => void;
let left: string[];

beforeEach(() => {
  sent = [];
  left = [];
  localStorage.clear();
  // A message reaches all channels of its name, also of the tab that sent it, but not its own.
  const listeners = new Map<object, (event: { data: unknown }) => void>();
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      addEventListener(_name: string, listener: (event: { data: unknown }) => void) {
        receive = (data) => listener({ data });
        listeners.set(this, listener);
      }
      postMessage(data: unknown) {
        sent.push(data);
        for (const [channel, listener] of listeners) if (channel !== this) listener({ data });
      }
      close() {}
    },
  );
  const away = { reload: () => left.push('reload'), replace: (to: string) => left.push(to) };
  vi.stubGlobal('location', Object.assign(new URL(location.href), away));
  startAsStudent();
  return () => vi.unstubAllGlobals();
});

test.each([
  ['another person has signed in there', '1-8', ['reload']],
  ['the same person has opened a page there', '1-7', []],
  ['a person has signed in to another school', '2-8', []],
  ['the person has signed out there', 1, ['/']],
  ['a person has signed out of another school', 2, []],
])('a tab learns from another one that %s', async (_what, message, expected) => {
  await startOffline(new QueryClient());
  receive(message);
  expect(left).toEqual(expected);
});

test('a page tells its worker whose it is, and in which language', () => {
  const worker = { postMessage: vi.fn<(message: unknown) => void>() };
  onTestFinished(() => void (document.documentElement.lang = ''));
  document.documentElement.lang = 'es';
  keepOpenPage(worker as unknown as ServiceWorker, new QueryClient());
  expect(worker.postMessage).toHaveBeenCalledWith(
    expect.objectContaining({ kind: 'keep', owner: '1-7', language: 'es' }),
  );
});

test('a page tells the other tabs whose it is', async () => {
  await startOffline(new QueryClient());
  expect(sent).toEqual(['1-7']);
});

test('a tab that opened just before a sign-out elsewhere follows it, and stores nothing', async () => {
  await forgetPerson();
  localStorage.setItem('draft', 'Um rascunho meu');
  await startOffline(new QueryClient());
  expect(left).toEqual(['/']);
  expect(localStorage.getItem('draft')).toBeNull();
});

test('a tab that signs its person out tells the others, and stays to say what happened', async () => {
  await startOffline(new QueryClient());
  await forgetPerson();
  expect(sent).toEqual(['1-7', 1]);
  expect(left).toEqual([]);
});

test('a sign-out ends the pushes of this browser, so that the next person gets none of them', async () => {
  const unsubscribe = vi.fn<() => Promise<boolean>>(async () => true);
  const pushManager = { getSubscription: async () => ({ unsubscribe }) };
  const postMessage = vi.fn<(message: unknown) => void>();
  vi.stubGlobal('navigator', {
    serviceWorker: {
      controller: { postMessage },
      getRegistration: async () => ({ pushManager }),
    },
  });
  await forgetPerson();
  expect(unsubscribe).toHaveBeenCalledOnce();
  expect(postMessage).toHaveBeenCalledExactlyOnceWith({ kind: 'forget' });
});

test('a page of a sign-in after it stays', async () => {
  await forgetPerson();
  vi.stubGlobal('performance', { now: () => 0 });
  await startOffline(new QueryClient());
  expect(left).toEqual([]);
});

test('a sign-out from a time when the clock was ahead takes nothing from the next person', async () => {
  const ahead = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
  await forgetPerson();
  dispatchEvent(new Event('pagehide'));
  ahead.mockRestore();
  localStorage.setItem('draft', 'Um rascunho meu');
  await startOffline(new QueryClient());
  expect(left).toEqual([]);
  expect(localStorage.getItem('draft')).toBe('Um rascunho meu');
});

describe('a page that comes back from the history', () => {
  const comeBack = (persisted: boolean) =>
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

  test('loads again after a sign-out, and does not show itself before', async () => {
    await startOffline(new QueryClient());
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 1_000);
    await forgetPerson();
    comeBack(true);
    // The pages of the tests before come back, too: they share the window.
    expect(new Set(left)).toEqual(new Set(['reload']));
    expect(document.body.hidden).toBe(true);
    document.body.hidden = false;
  });

  test('keeps what the next person has stored', async () => {
    await startOffline(new QueryClient());
    await forgetPerson();
    dispatchEvent(new Event('pagehide'));
    localStorage.setItem('draft', 'Um rascunho da Júlia');
    dispatchEvent(new Event('pagehide'));
    expect(localStorage.getItem('draft')).toBe('Um rascunho da Júlia');
  });

  test('stays without a sign-out', async () => {
    await startOffline(new QueryClient());
    comeBack(true);
    expect(left).toEqual([]);
  });
});

test('a staff member who looks as a student loses no lesson of this device, and stores none', async () => {
  const told: unknown[] = [];
  const active = { postMessage: (message: unknown) => told.push(message) };
  const serviceWorker = {
    register: async () => {},
    ready: Promise.resolve({ active }),
    getRegistration: async () => undefined,
  };
  vi.stubGlobal('navigator', { onLine: true, serviceWorker });
  const device = fakeCaches();
  const lessons = await caches.open('vitrine-lessons:1-7');
  await lessons.put(lessonEntry(6), new Response('{"id":6,"files":[]}'));
  const pages = await caches.open('vitrine-pages:1-7');
  const lesson = catalog.showLesson.path.replace('{id}', '6');
  await pages.put(lesson, new Response('{}'));
  // A student without products may open none of them.
  const sent = serve([offline.openLessons, () => ({ data: [60] })]);
  const begin = (view: number[] | null) => {
    bootWith({ site, session: session(['owner'], site.tenant), view, answers: {} });
    return startOffline(new QueryClient());
  };

  await begin([]);
  expect([told, sent]).toEqual([[], []]);
  expect(device.urlsIn('vitrine-lessons:1-7')).toEqual([lessonEntry(6)]);
  expect(device.urlsIn('vitrine-pages:1-7')).toEqual([lesson]);
  const kept = ['/api/v1/lessons/60', '/api/v1/lessons/60/comments?page=1', '/curso/1/luz/60'];
  for (const url of ['/api/v1/lessons/6/comments?page=1', '/curso/1/luz/6', ...kept])
    await pages.put(url, new Response('{}'));

  await begin(null);
  expect(told).toHaveLength(1);
  expect(device.urlsIn('vitrine-lessons:1-7')).toEqual([]);
  expect(device.urlsIn('vitrine-pages:1-7')).toEqual(kept);
});

test(`of more lessons than the ${limits.lessons} of one call, each closed one leaves the device`, async () => {
  const serviceWorker = {
    register: async () => {},
    ready: Promise.resolve({ active: null }),
    getRegistration: async () => undefined,
  };
  vi.stubGlobal('navigator', { onLine: true, serviceWorker });
  const device = fakeCaches();
  const lessons = await caches.open('vitrine-lessons:1-7');
  const last = limits.lessons + 2;
  for (let id = 1; id <= last; id += 1)
    await lessons.put(lessonEntry(id), new Response(JSON.stringify({ id, files: [] })));
  const counts: number[] = [];
  const closed = [1, last];
  serve([
    offline.openLessons,
    ({ query }) => {
      const ids = query.get('ids')!.split(',').map(Number);
      counts.push(ids.length);
      return { data: ids.filter((id) => !closed.includes(id)) };
    },
  ]);
  await startOffline(new QueryClient());
  expect(device.urlsIn('vitrine-lessons:1-7')).toHaveLength(last - 2);
  expect(device.urlsIn('vitrine-lessons:1-7')).not.toContain(lessonEntry(1));
  expect(device.urlsIn('vitrine-lessons:1-7')).not.toContain(lessonEntry(last));
  expect(counts).toEqual([limits.lessons, 2]);
});

describe('the worker is told', () => {
  const openPage = async (stored: boolean) => {
    const told: { kind: string; answers: object }[] = [];
    const active = { postMessage: (message: (typeof told)[number]) => told.push(message) };
    const serviceWorker = { register: async () => {}, ready: Promise.resolve({ active }) };
    vi.stubGlobal('navigator', { onLine: false, serviceWorker });
    fakeCaches();
    bootWith({ site, session: session(['student'], site.tenant), view: null, answers: {} });
    document.documentElement.toggleAttribute(STORED_PAGE, stored);
    onTestFinished(() => document.documentElement.removeAttribute(STORED_PAGE));
    const queries = new QueryClient();
    queries.setQueryData([home.show.path, ''], { data: 'home' });
    queries.setQueryData([catalog.listCourses.path, 'q=luz', 'pages'], {
      pages: [{ data: ['first'] }, { data: ['second'] }],
    });
    queries.setQueryData(['of no call'], 'x');
    await startOffline(queries);
    return told.map(({ kind, answers }) => [kind, answers]);
  };

  test('the answers that came with a page, of a list its first page', async () => {
    expect(await openPage(false)).toEqual([
      [
        'keep',
        {
          [home.show.path]: { data: 'home' },
          [`${catalog.listCourses.path}?q=luz&page=1`]: { data: ['first'] },
        },
      ],
    ]);
  });

  test('none of a page that it had stored itself: newer ones are on their way', async () => {
    expect(await openPage(true)).toEqual([['keep', {}]]);
  });
});
