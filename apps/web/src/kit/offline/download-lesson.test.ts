import { catalog, type Lesson } from '@vitrine/contract/catalog';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { boot } from '../../platform/boot.ts';
import { lesson } from '../../test/course.ts';
import { fakeCaches, haveServiceWorker } from '../../test/fake-caches.ts';
import { startAsStudent } from '../../test/school.tsx';
import { filesOf, readSizes } from './download-lesson.ts';
import {
  dropAbandonedDownloads,
  removeDownload,
  runningDownloads,
  startDownload,
} from './downloads.ts';
import { fileEntry, lessonEntry, lessonsCache, pieceEntry } from './names.ts';
import { viewerKey } from './viewer-key.ts';

let urls: () => string[];
/** Fills the device. */
let refuse: (error: Error) => void;
/** The requested files, each answered by the test. */
let requests: { path: string; answer: () => void }[];

beforeEach(() => {
  startAsStudent();
  haveServiceWorker();
  const { urlsIn, ...device } = fakeCaches();
  refuse = device.refuse;
  urls = () => urlsIn(lessonsCache(viewerKey())).toSorted();
  requests = [];
  const showLesson = catalog.showLesson.path.replace('{id}', '');
  vi.stubGlobal('fetch', (path: string, { signal }: RequestInit = {}) => {
    if (path.startsWith(showLesson)) return Promise.resolve(Response.json({ data: lesson() }));
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
      requests.push({ path, answer: () => resolve(new Response('x')) });
    });
  });
  return () => vi.unstubAllGlobals();
});

const file = (path: string) => ({
  path,
  url: path,
  name: 'guia.txt',
  kind: 'file' as const,
  bytes: 1,
  type: 'text/plain',
});
const [shared, own] = [file('/files/1/guia.txt'), file('/files/1/aula.mp4')];

/** Answers requests until this many have come. */
async function answerFirst(count: number) {
  for (let at = 0; at < count; at += 1) {
    await expect.poll(() => requests.length).toBeGreaterThan(at);
    requests[at]!.answer();
  }
}

const entriesOf = (id: number, ...files: { path: string }[]) =>
  [
    `${catalog.showLesson.path.replace('{id}', String(id))}`,
    lessonEntry(id),
    ...files.flatMap(({ path }) => [fileEntry(path), pieceEntry(path, 0)]),
  ].toSorted();

test('a cancelled download keeps the files of a downloaded lesson', async () => {
  const first = startDownload(lesson({ id: 7 }), [shared]);
  await answerFirst(1);
  await first;
  const second = startDownload(lesson({ id: 8 }), [shared, own]);
  await expect.poll(() => requests).toHaveLength(2);
  runningDownloads.get().get(8)!.cancel();
  await second;
  expect(urls()).toEqual(entriesOf(7, shared));
});

test('a cancelled download keeps the files that another one needs', async () => {
  const other = file('/files/1/texto.txt');
  const cancelled = startDownload(lesson({ id: 7 }), [shared, own]);
  await answerFirst(1);
  await expect.poll(() => requests).toHaveLength(2);
  // It takes the shared file from the device, and waits for its other one.
  const running = startDownload(lesson({ id: 8 }), [shared, other]);
  await expect.poll(() => requests).toHaveLength(3);
  runningDownloads.get().get(7)!.cancel();
  await cancelled;
  requests[2]!.answer();
  await running;
  expect(urls()).toEqual(entriesOf(8, shared, other));
});

/** The locks that all tabs of a browser share. */
function fakeLocks() {
  const held: string[] = [];
  return {
    query: async () => ({ held: held.map((name) => ({ name })) }),
    async request(name: string, _options: LockOptions, work: () => Promise<unknown>) {
      held.push(name);
      await work();
      held.splice(held.indexOf(name), 1);
    },
  };
}

test('a cancelled download keeps the files that another tab fetches, and nothing else', async () => {
  vi.stubGlobal('navigator', { serviceWorker: {}, locks: fakeLocks() });
  vi.resetModules();
  const otherTab = await import('./downloads.ts');
  (await import('../../platform/boot.ts')).bootWith(boot());
  const other = file('/files/1/texto.txt');
  const cancelled = startDownload(lesson({ id: 7 }), [shared, own]);
  await answerFirst(1);
  await expect.poll(() => requests).toHaveLength(2);
  const running = otherTab.startDownload(lesson({ id: 8 }), [shared, other]);
  await expect.poll(() => requests).toHaveLength(3);
  runningDownloads.get().get(7)!.cancel();
  await cancelled;
  requests[2]!.answer();
  await running;
  expect(urls()).toEqual(entriesOf(8, shared, other));
  await otherTab.removeDownload(8);
  expect(urls()).toEqual([]);
});

test('a download for which the device has no room leaves nothing there', async () => {
  const download = startDownload(lesson({ id: 7 }), [shared, own]);
  await answerFirst(1);
  await expect.poll(() => requests).toHaveLength(2);
  refuse(new DOMException('full', 'QuotaExceededError'));
  requests[1]!.answer();
  await expect(download).rejects.toThrow('full');
  expect(urls()).toEqual([]);
});

test('a removed lesson leaves the files that a running download needs', async () => {
  const first = startDownload(lesson({ id: 7 }), [shared]);
  await answerFirst(1);
  await first;
  const running = startDownload(lesson({ id: 8 }), [shared, own]);
  await expect.poll(() => requests).toHaveLength(2);
  await removeDownload(7);
  requests[1]!.answer();
  await running;
  expect(urls()).toEqual(entriesOf(8, shared, own));
});

test('a download does not wait for an answer about the storage, which Firefox asks for', async () => {
  const persist = vi.fn<() => Promise<boolean>>(() => new Promise(() => {}));
  vi.stubGlobal('navigator', {
    serviceWorker: navigator.serviceWorker,
    storage: { persist },
  });
  const download = startDownload(lesson({ id: 7 }), [shared]);
  await answerFirst(1);
  await download;
  expect(persist).toHaveBeenCalledOnce();
  expect(urls()).toEqual(entriesOf(7, shared));
});

test('what a stopped download has stored waits a week for the next try, and stays while it runs', async () => {
  const other = file('/files/1/texto.txt');
  const stored = startDownload(lesson({ id: 8 }), [other]);
  await answerFirst(1);
  await stored;
  const stopped = startDownload(lesson({ id: 7 }), [shared, { ...own, bytes: 2 }]);
  await Promise.all([answerFirst(3), expect(stopped).rejects.toThrow('piece cut')]);
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const day = 86_400_000;
  vi.setSystemTime(Date.now() + 6 * day);
  await dropAbandonedDownloads();
  expect(urls()).toEqual(
    [...entriesOf(8, other), fileEntry(shared.path), pieceEntry(shared.path, 0)].toSorted(),
  );
  vi.setSystemTime(Date.now() + 2 * day);
  const running = startDownload(lesson({ id: 9 }), [shared, own]);
  await expect.poll(() => requests).toHaveLength(4);
  await dropAbandonedDownloads();
  expect(urls()).toContain(pieceEntry(shared.path, 0));
  requests[3]!.answer();
  await running;
  await removeDownload(9);
  expect(urls()).toEqual(entriesOf(8, other));
});

test('a stopped download that nobody goes on with leaves the device after a week', async () => {
  const stopped = startDownload(lesson({ id: 7 }), [shared, { ...own, bytes: 2 }]);
  await Promise.all([answerFirst(2), expect(stopped).rejects.toThrow('piece cut')]);
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime(Date.now() + 8 * 86_400_000);
  await dropAbandonedDownloads();
  expect(urls()).toEqual([]);
});

test('the files of a lesson are those of this school, each once, and images in full width', async () => {
  const path = (name: string) => `/files/1/${name.padEnd(22, 'a')}.webp`;
  const [image, guide] = [path('foto'), path('guia')];
  const content = [
    image,
    image,
    'https://outra.example' + path('fora'),
    'https://cdn.example/a.png',
  ]
    .map((url) => `<img src="${url}?w=640&amp;s=x">`)
    .join('');
  const material = { id: 1, url: `${guide}?s=y`, name: 'guia.webp' } as Lesson['files'][number];
  const files = filesOf(lesson({ content, files: [material] }));
  expect(files.map(({ path: stored }) => stored)).toEqual([guide, image]);
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    asked.push([method, url]);
    return new Response(null, { headers: { 'content-length': '7', 'content-type': 'image/webp' } });
  });
  const sized = await readSizes(files);
  expect(sized.map(({ bytes, type }) => [bytes, type])).toEqual(Array(2).fill([7, 'image/webp']));
  expect(asked).toEqual([
    ['HEAD', `${guide}?s=y`],
    ['HEAD', `${image}?s=x`],
  ]);
});
