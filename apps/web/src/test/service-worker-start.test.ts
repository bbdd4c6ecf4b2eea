import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { STATE_CACHE } from '../kit/offline/names.ts';
import { fakeCaches } from './fake-caches.ts';

// A browser starts the worker again at any moment, so its memory is empty, and its caches are not.

beforeEach(() => {
  fakeCaches();
  Object.assign(self, { vitrine: { build: 'b1', files: [] } });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')));
});

/** Starts the worker, and returns how the browser ends it. Its memory is lost then. */
async function startWorker() {
  vi.resetModules();
  const added = vi.spyOn(self, 'addEventListener');
  // By a variable, because the worker has the types of another environment.
  const worker = join(import.meta.dirname, '../../worker/service-worker.ts');
  await import(worker);
  const listeners = added.mock.calls.map(([type, listener]) => ({ type, listener }));
  added.mockRestore();
  return () => {
    for (const { type, listener } of listeners) self.removeEventListener(type, listener);
  };
}

const openHome = { method: 'GET', mode: 'navigate', destination: 'document' };
const sendSignIn = { method: 'POST', mode: 'cors', destination: '' };

const fetchEvent = (path: string, more: { method: string; mode: string; destination: string }) => {
  const waits: Promise<unknown>[] = [];
  let response: Promise<Response> | undefined;
  const event = Object.assign(new Event('fetch'), {
    request: { url: new URL(path, location.origin).href, headers: new Headers(), ...more },
    respondWith: (given: Promise<Response>) => (response = given),
    waitUntil: (work: Promise<unknown>) => waits.push(work),
  });
  self.dispatchEvent(event);
  return { response: () => response!, stored: () => Promise.all(waits) };
};

test('a sign-in while the worker starts hides what the former person has opened', async () => {
  const former = await caches.open('vitrine-pages:1-7');
  await former.put('/homepage', new Response('A vitrine de Rosa'));
  const read = Promise.withResolvers<void>();
  const match = caches.match.bind(caches);
  vi.stubGlobal('caches', {
    ...caches,
    async match(...asked: Parameters<typeof match>) {
      const answer = await match(...asked);
      await read.promise;
      return answer;
    },
  });
  const endWorker = await startWorker();

  const page = fetchEvent('/homepage', openHome);
  const signIn = fetchEvent('/api/v1/session', sendSignIn);
  await signIn.stored();
  read.resolve();
  expect(await (await page.response()).text()).not.toContain('Rosa');
  endWorker();
});

test('a sign-in while a page ends the doubt of the former one outlasts a restart of the worker', async () => {
  const pageOfRosa = () => {
    const headers = { 'content-type': 'text/html', 'vitrine-viewer': '1-7' };
    const response = new Response('A vitrine de Rosa', { headers });
    return Promise.resolve(Object.defineProperty(response, 'type', { value: 'basic' }));
  };
  vi.stubGlobal('fetch', pageOfRosa);
  const endWorker = await startWorker();
  await fetchEvent('/api/v1/session', sendSignIn).stored();

  // The device takes its time to delete the doubt.
  const begun = Promise.withResolvers<void>();
  const deleted = Promise.withResolvers<void>();
  const state = await caches.open(STATE_CACHE);
  const slowState = Object.assign(Object.create(state) as Cache, {
    async delete(...asked: Parameters<Cache['delete']>) {
      begun.resolve();
      await deleted.promise;
      return state.delete(...asked);
    },
  });
  const open = caches.open.bind(caches);
  vi.stubGlobal('caches', {
    ...caches,
    open: async (name: string) => (name === STATE_CACHE ? slowState : open(name)),
  });
  const page = fetchEvent('/homepage', openHome);
  await begun.promise;
  await fetchEvent('/api/v1/session', sendSignIn).stored();
  deleted.resolve();
  await page.response();
  await page.stored();
  const pages = await caches.open('vitrine-pages:1-7');
  await pages.put('/homepage', new Response('A vitrine de Rosa'));

  endWorker();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')));
  const endAgain = await startWorker();
  const later = fetchEvent('/homepage', openHome);
  expect(await (await later.response()).text()).not.toContain('Rosa');
  endAgain();
});
