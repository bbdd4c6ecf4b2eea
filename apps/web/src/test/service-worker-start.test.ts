import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { fakeCaches } from './fake-caches.ts';

// A browser starts the worker again at any moment, so its memory is empty, and its caches are not.

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
  fakeCaches();
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
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')));
  Object.assign(self, { vitrine: { build: 'b1', files: [] } });
  // By a variable, because the worker has the types of another environment.
  const worker = join(import.meta.dirname, '../../worker/service-worker.ts');
  await import(worker);

  const page = fetchEvent('/homepage', {
    method: 'GET',
    mode: 'navigate',
    destination: 'document',
  });
  const signIn = fetchEvent('/api/v1/session', { method: 'POST', mode: 'cors', destination: '' });
  await signIn.stored();
  read.resolve();
  expect(await (await page.response()).text()).not.toContain('Rosa');
});
