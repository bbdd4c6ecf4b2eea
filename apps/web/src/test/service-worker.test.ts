import { catalog } from '@vitrine/contract/catalog';
import { HOUR_MS } from '@vitrine/contract/durations';
import { viewAsStudent } from '@vitrine/contract/view-as-student';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  fileEntry,
  FILE_ROOT,
  isPersonal,
  lessonEntry,
  PIECE_BYTES,
  pieceEntry,
  type WorkerMessage,
} from '../kit/offline/names.ts';
import { blockCaches, fakeCaches } from './fake-caches.ts';

// The worker's code runs in the window of the test, which stands for its global scope.

let device: ReturnType<typeof fakeCaches>;
/** The answers of the network, by path. A path without an answer has no connection. */
let network: Record<string, () => Response>;

const owned =
  (text: string, contentType: string, viewer = '1-7', status = 200) =>
  () => {
    const headers = { 'content-type': contentType, 'vitrine-viewer': viewer };
    return Object.defineProperty(new Response(text, { status, headers }), 'type', {
      value: 'basic',
    });
  };
const page = (text: string, viewer?: string) => owned(text, 'text/html', viewer);
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
  vi.stubGlobal('fetch', async (requested: URL | { url: string }) => {
    const { pathname } = requested instanceof URL ? requested : new URL(requested.url);
    const answered = network[pathname];
    if (!answered) throw new TypeError('failed');
    return answered();
  });
});

interface RequestInit {
  mode?: 'navigate' | 'cors';
  method?: string;
  headers?: Record<string, string>;
}

/** The browser sends a request. The answer is undefined where the worker leaves it alone. */
function send(path: string, { mode = 'cors', method = 'GET', headers = {} }: RequestInit = {}) {
  const url = new URL(path, location.origin).href;
  const destination = mode === 'navigate' ? 'document' : '';
  const waits: Promise<unknown>[] = [];
  let response: Promise<Response> | undefined;
  const event = Object.assign(new Event('fetch'), {
    request: { url, method, mode, destination, headers: new Headers(headers) },
    respondWith: (given: Promise<Response>) => (response = given),
    waitUntil: (work: Promise<unknown>) => waits.push(work),
  });
  self.dispatchEvent(event);
  return { response, stored: () => Promise.all(waits) };
}

/** The browser requests a URL, and waits until the worker has stored what it stores. */
async function request(path: string, mode: 'navigate' | 'cors' = 'navigate') {
  const { response, stored } = send(path, { mode });
  const text = await (await response!).text();
  await stored();
  return text;
}

/** Somebody sends the form of the sign-in. */
const signIn = () => send('/api/v1/session', { method: 'POST' }).stored();

test.each([502, 503, 504])(
  'a page that was opened before shows while the server is away (%i)',
  async (status) => {
    network['/homepage'] = page('A vitrine');
    await request('/homepage');
    network['/homepage'] = away(status);
    expect(await request('/homepage')).toBe('A vitrine');
  },
);

test('a page of the device is marked as such, a page of the network is not', async () => {
  const html = '<!doctype html><html lang="pt-BR">A vitrine</html>';
  network['/homepage'] = page(html);
  expect(await request('/homepage')).toBe(html);
  const stored = '<!doctype html><html data-stored lang="pt-BR">A vitrine</html>';
  network['/homepage'] = away(503);
  expect(await request('/homepage')).toBe(stored);
  delete network['/homepage'];
  expect(await request('/homepage')).toBe(stored);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.stubGlobal('fetch', () => new Promise<Response>(() => {}));
  const { response } = send('/homepage', { mode: 'navigate' });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await (await response!).text()).toBe(stored);
});

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

test('the pages of a person leave the device once the server names another one', async () => {
  network['/homepage'] = page('A vitrine de Marina');
  await request('/homepage');
  network['/downloads'] = page('A casca de Rui', '1-8');
  await request('/downloads');
  expect(device.urlsIn('vitrine-pages:1-7')).toEqual([]);
  network = {};
  expect(await request('/homepage')).toBe('A casca de Rui');
});

test.each([
  ['of an ended session', owned('', 'application/json', '', 401)],
  ['for a visitor', owned('{"data":[]}', 'application/json', '1-0')],
])('an answer %s deletes what is stored', async (_of, ended) => {
  network['/homepage'] = page('A vitrine');
  await request('/homepage');
  network = { '/api/v1/home': ended };
  await request('/api/v1/home', 'cors');
  expect((await caches.keys()).filter(isPersonal)).toEqual([]);
  network = {};
  expect(await request('/homepage')).toContain('No connection');
});

test('after a sign-in nothing stored shows until a page names its viewer', async () => {
  network['/homepage'] = page('A vitrine de Marina');
  await request('/homepage');
  network = {};
  await signIn();
  expect(await request('/homepage')).toContain('No connection');
  // An answer may cross the sign-in.
  network['/api/v1/home'] = answer('{"data":1}');
  await request('/api/v1/home', 'cors');
  expect(device.urlsIn('vitrine-pages:1-7')).toEqual(['/homepage']);
  network = {};
  expect(await request('/homepage')).toContain('No connection');
  network['/homepage'] = page('A vitrine de Rui', '1-8');
  await request('/homepage');
  network = {};
  expect(await request('/homepage')).toBe('A vitrine de Rui');
});

test('a page that was requested before a sign-in names nobody', async () => {
  network['/homepage'] = page('A vitrine de Marina');
  await request('/homepage');
  const late = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => late.promise);
  const shown = request('/downloads');
  await signIn();
  late.resolve(page('A casca de Marina')());
  expect(await shown).toBe('A casca de Marina');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')));
  expect(await request('/homepage')).toContain('No connection');
  vi.stubGlobal('fetch', async () => page('A vitrine de Rui', '1-8')());
  await request('/homepage');
});

test('a lesson that the viewer lost leaves the device with its download', async () => {
  const path = catalog.showLesson.path.replace('{id}', '6');
  network[path] = answer('{"data":{"id":6}}');
  network['/homepage'] = page('A vitrine');
  await request('/homepage');
  await request(path, 'cors');
  const lessons = await caches.open('vitrine-lessons:1-7');
  const files = [{ path: '/files/1/aula.mp4', name: 'aula.mp4', kind: 'video' }];
  await lessons.put(lessonEntry(6), new Response(JSON.stringify({ id: 6, files })));
  await lessons.put(fileEntry('/files/1/aula.mp4'), new Response('{}'));
  network[path] = owned('{}', 'application/json', '1-7', 403);
  await request(path, 'cors');
  expect(device.urlsIn('vitrine-pages:1-7')).toEqual(['/homepage']);
  expect(device.urlsIn('vitrine-lessons:1-7')).toEqual([]);
});

test('the oldest of two hundred pages makes room, but not the home page', async () => {
  for (const path of ['/homepage', '/downloads']) network[path] = page(path);
  for (const path of ['/homepage', '/downloads']) await request(path);
  for (let id = 1; id <= 199; id += 1) {
    network[`/courses/${id}`] = page(`Curso ${id}`);
    await request(`/courses/${id}`);
  }
  const stored = device.urlsIn('vitrine-pages:1-7');
  expect(stored).toHaveLength(200);
  expect(stored.slice(0, 3)).toEqual(['/homepage', '/downloads', '/courses/2']);
});

test('a page with a query is not stored: it shows a state that passes', async () => {
  network['/homepage'] = page('A vitrine');
  await request('/homepage');
  await request('/homepage?editar=header');
  expect(device.urlsIn('vitrine-pages:1-7')).toEqual(['/homepage']);
});

test('the worker leaves alone what is no page or answer of a member', () => {
  network['/api/v1/home'] = answer('{"data":1}');
  const view = { headers: { [viewAsStudent]: '3' } };
  expect(send('/api/v1/home').response).toBeDefined();
  expect(send('/api/v1/home', view).response).toBeUndefined();
  expect(send('/api/v1/members').response).toBeUndefined();
  expect(send('/entrar', { mode: 'navigate' }).response).toBeUndefined();
  expect(send('https://cdn.example.com/assets/x.js').response).toBeUndefined();
});

test('a downloaded file is served in the ranges that a player requests', async () => {
  const path = '/files/1/aula.mp4';
  network['/homepage'] = page('A vitrine');
  await request('/homepage');
  const lessons = await caches.open('vitrine-lessons:1-7');
  const bytes = PIECE_BYTES + 3;
  await lessons.put(fileEntry(path), new Response(JSON.stringify({ type: 'video/mp4', bytes })));
  await lessons.put(pieceEntry(path, 0), new Response(new Uint8Array(PIECE_BYTES).fill(1)));
  await lessons.put(pieceEntry(path, 1), new Response(new Uint8Array([2, 3, 4])));
  const read = async (range: string) => {
    const { status, headers, body } = (await send(FILE_ROOT + path, { headers: { range } })
      .response)!;
    const parts = [];
    for await (const part of body ?? []) parts.push(...(part as Uint8Array));
    return [status, headers.get('content-range'), parts];
  };
  const [last, total] = [bytes - 1, bytes];
  expect(await read(`bytes=${last - 3}-${last - 1}`)).toEqual([
    206,
    `bytes ${last - 3}-${last - 1}/${total}`,
    [1, 2, 3],
  ]);
  expect(await read('bytes=-2')).toEqual([206, `bytes ${last - 1}-${last}/${total}`, [3, 4]]);
  expect(await read(`bytes=${last}-${last + 50}`)).toEqual([
    206,
    `bytes ${last}-${last}/${total}`,
    [4],
  ]);
  expect(await read(`bytes=${total}-`)).toEqual([416, `bytes */${total}`, []]);
});

/** The page tells the worker something. */
async function tell(data: WorkerMessage) {
  const waits: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>) => waits.push(work);
  self.dispatchEvent(Object.assign(new MessageEvent('message', { data }), { waitUntil }));
  await Promise.all(waits);
}

test('what a page tells is stored for its own person alone', async () => {
  network['/homepage'] = page('A vitrine de Rui', '1-8');
  network['/downloads'] = page('A casca de Rui', '1-8');
  const answers = { '/api/v1/home': { data: 'de Marina' } };
  await tell({ kind: 'keep', owner: '1-7', language: 'es', assets: [], answers });
  expect(device.urlsIn('vitrine-pages:1-8')).toEqual(['/downloads', '/homepage']);
  expect(device.urlsIn('vitrine-pages:1-7')).toEqual([]);
  await tell({ kind: 'keep', owner: '1-8', language: 'es', assets: [], answers });
  expect(device.urlsIn('vitrine-pages:1-8')).toContain('/api/v1/home');
  network = {};
  await tell({ kind: 'forget' });
  // In the language of the page. The browser speaks English.
  expect(await request('/homepage')).toContain('Sin conexión');
});

test('the shell is fetched again once it is a day old', async () => {
  let fetched = 0;
  const at = (date: number) => () => {
    fetched += 1;
    const response = page('A casca')();
    response.headers.set('date', new Date(date).toUTCString());
    return response;
  };
  const keep = () =>
    tell({ kind: 'keep', owner: '1-7', language: 'pt-BR', assets: [], answers: {} });
  network['/homepage'] = network['/downloads'] = at(Date.now() - 23 * HOUR_MS);
  await keep();
  await keep();
  expect(fetched).toBe(2);
  network['/homepage'] = network['/downloads'] = at(Date.now() - 25 * HOUR_MS);
  await caches.delete('vitrine-pages:1-7');
  await keep();
  await keep();
  expect(fetched).toBe(6);
});

test('a new worker keeps the code of one former build', async () => {
  for (const build of ['b-1', 'b0', 'b1']) await caches.open(`vitrine-shell:${build}`);
  Object.assign(self, { clients: { claim: async () => {} } });
  const waits: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>) => waits.push(work);
  self.dispatchEvent(Object.assign(new Event('activate'), { waitUntil }));
  await Promise.all(waits);
  expect(await caches.keys()).toEqual(['vitrine-shell:b0', 'vitrine-shell:b1']);
});
