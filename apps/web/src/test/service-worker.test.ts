import { join } from 'node:path';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { blockCaches, fakeCaches } from './fake-caches.ts';

// The worker's code runs in the window of the test, which stands for its global scope.

let device: ReturnType<typeof fakeCaches>;
/** The answers of the network, by path. A path without an answer has no connection. */
let network: Record<string, () => Response>;

const owned = (text: string, contentType: string) => () =>
  Object.defineProperty(
    new Response(text, { headers: { 'content-type': contentType, 'vitrine-viewer': '1-7' } }),
    'type',
    { value: 'basic' },
  );
const page = (text: string) => owned(text, 'text/html');
const answer = (text: string) => owned(text, 'application/json');
const away = (status: number) => () => new Response('Bad Gateway', { status });

beforeAll(async () => {
  Object.assign(self, { vitrine: { build: 'b1', files: [] } });
  // By a variable, because the worker has the types of another environment.
  const worker = join(import.meta.dirname, '../../worker/service-worker.ts');
  await import(worker);
});

beforeEach(() => {
  device = fakeCaches();
  network = {};
  vi.stubGlobal('fetch', async ({ url }: { url: string }) => {
    const answered = network[new URL(url).pathname];
    if (!answered) throw new TypeError('failed');
    return answered();
  });
});

/** The browser requests a URL, and waits until the worker has stored what it stores. */
async function request(path: string, mode: 'navigate' | 'cors' = 'navigate') {
  const url = new URL(path, location.origin).href;
  const destination = mode === 'navigate' ? 'document' : '';
  const waits: Promise<unknown>[] = [];
  let response: Promise<Response> | undefined;
  const event = Object.assign(new Event('fetch'), {
    request: { url, method: 'GET', mode, destination, headers: new Headers() },
    respondWith: (given: Promise<Response>) => (response = given),
    waitUntil: (work: Promise<unknown>) => waits.push(work),
  });
  self.dispatchEvent(event);
  const text = await (await response!).text();
  await Promise.all(waits);
  return text;
}

test.each([502, 503, 504])(
  'a page that was opened before shows while the server is away (%i)',
  async (status) => {
    network['/homepage'] = page('A vitrine');
    await request('/homepage');
    network['/homepage'] = away(status);
    expect(await request('/homepage')).toBe('A vitrine');
  },
);

test('a page that was never opened shows the shell while the server is away, or else its answer', async () => {
  network['/favoritos'] = away(502);
  expect(await request('/favoritos')).toBe('Bad Gateway');
  network['/downloads'] = page('A casca');
  await request('/downloads');
  expect(await request('/favoritos')).toBe('A casca');
});

test('a call is answered by the network alone while there is one, so that it may be retried', async () => {
  network['/homepage'] = page('A vitrine');
  await request('/homepage');
  network['/api/v1/home'] = answer('{"data":1}');
  expect(await request('/api/v1/home', 'cors')).toBe('{"data":1}');
  network['/api/v1/home'] = away(503);
  expect(await request('/api/v1/home', 'cors')).toBe('Bad Gateway');
  delete network['/api/v1/home'];
  expect(await request('/api/v1/home', 'cors')).toBe('{"data":1}');
});

test('a full device still shows new answers and loads new code', async () => {
  network['/homepage'] = page('A vitrine');
  await request('/homepage');
  network['/api/v1/home'] = answer('{"data":1}');
  await request('/api/v1/home', 'cors');
  device.refuse(new DOMException('full', 'QuotaExceededError'));
  network['/api/v1/home'] = answer('{"data":2}');
  expect(await request('/api/v1/home', 'cors')).toBe('{"data":2}');
  network['/assets/new.js'] = owned('code', 'text/javascript');
  expect(await request('/assets/new.js', 'cors')).toBe('code');
});

test('a device whose storage fails shows pages, answers and code of the network, and says what is missing', async () => {
  network['/homepage'] = page('A vitrine');
  network['/api/v1/home'] = answer('{"data":1}');
  network['/assets/new.js'] = owned('code', 'text/javascript');
  blockCaches();
  expect(await request('/homepage')).toBe('A vitrine');
  expect(await request('/api/v1/home', 'cors')).toBe('{"data":1}');
  expect(await request('/assets/new.js', 'cors')).toBe('code');
  network = {};
  expect(await request('/homepage')).toContain('No connection');
});

test('an opened page whose code is gone from the device shows in the shell, or else as it is', async () => {
  network['/downloads'] = page('A casca');
  await request('/downloads');
  const pages = await caches.open('vitrine-pages:1-7');
  const old = () => new Response('A vitrine de antes', { headers: { 'vitrine-build': 'b0' } });
  await pages.put('/homepage', old());
  network = {};
  expect(await request('/homepage')).toBe('A casca');
  await caches.open('vitrine-shell:b0');
  expect(await request('/homepage')).toBe('A vitrine de antes');
  await caches.delete('vitrine-shell:b0');
  await pages.delete('/downloads');
  expect(await request('/homepage')).toBe('A vitrine de antes');
});

test('a slow network is waited for where the code of the opened page is gone', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  network['/downloads'] = page('A casca');
  await request('/downloads');
  const pages = await caches.open('vitrine-pages:1-7');
  const headers = { 'vitrine-build': 'b0' };
  await pages.put('/homepage', new Response('A vitrine de antes', { headers }));
  const slow = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => slow.promise);
  const shown = request('/homepage');
  await vi.advanceTimersByTimeAsync(3_000);
  slow.resolve(page('A vitrine')());
  expect(await shown).toBe('A vitrine');
});
