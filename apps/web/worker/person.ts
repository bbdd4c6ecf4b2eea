import { HOUR_MS } from '@vitrine/contract/durations';
import { dropLesson } from '../src/kit/offline/lesson-cache.ts';
import {
  lessonsCache,
  pagesCache,
  SHELL_PREFIX,
  STORED_PAGE,
  type WorkerMessage,
} from '../src/kit/offline/names.ts';
import { HOME_PAGE, lessonIdAt, SHELL_PAGE } from './cached-urls.ts';
import { withDownloadedFiles } from './downloaded-files.ts';
import { keepLanguage, lastLanguage } from './language.ts';
import { offlinePage } from './offline-page.ts';
import { currentEpoch, cachesOwner, ownerOf } from './owner.ts';
import { keepShell } from './shell.ts';
import { scope } from './worker-scope.ts';

// Pages that a person has opened: from the network first, from the cache if the network fails.

/** Time for the network if a cached page exists, in ms. */
const SHORT_WAIT_MS = 3_000;
const MAX_ENTRIES = 200;
const SHELL_PAGE_HOURS = 24;
/** The build of a cached response. */
const BUILD_HEADER = 'vitrine-build';

/** Serves a navigation to a page of the app. `cached` resolves once the page is in the cache. */
export function personalPage(request: Request, url: URL, isCacheable: boolean) {
  const since = currentEpoch();
  const network = fetch(request);
  const cached = network
    .then((response) => keepAnswer(url, response.clone(), since, { isPage: true, isCacheable }))
    .catch(() => {}); // offline, or no room
  return { page: firstOf(network, url, isCacheable), cached };
}

async function firstOf(
  network: Promise<Response>,
  url: URL,
  isCacheable: boolean,
): Promise<Response> {
  const opened = isCacheable ? await cachedAnswer(url) : undefined;
  const before = opened && (await hasItsCode(opened)) ? opened : undefined;
  const stored = async () => {
    const page = before ?? (await cachedAnswer(pathUrl(SHELL_PAGE))) ?? opened;
    return page && markStored(page);
  };
  try {
    const response = before ? await Promise.race([network, sleep(SHORT_WAIT_MS)]) : await network;
    if (response && !isAway(response)) return response;
    return (await stored()) ?? response!;
  } catch {
    return (await stored()) ?? offlinePage(await lastLanguage());
  }
}

/** Marks a page of this device, so that it reads its data again. */
async function markStored(page: Response) {
  const html = (await page.text()).replace('<html', `<html ${STORED_PAGE}`);
  return new Response(html, { status: page.status, headers: page.headers });
}

/** Whether this device has the code of a cached page. Without it, the page shows and does nothing. */
async function hasItsCode(page: Response) {
  const build = page.headers.get(BUILD_HEADER);
  return build === scope.vitrine.build || caches.has(SHELL_PREFIX + build);
}

/** The server is being updated or has too many requests, or a proxy does not reach it. */
const isAway = ({ status }: Response) => status === 502 || status === 503 || status === 504;

/** Serves a call of the contract. */
export async function personalCall(request: Request, url: URL): Promise<Response> {
  const since = currentEpoch();
  let response: Response;
  try {
    response = await fetch(request);
  } catch (error) {
    const cached = await cachedAnswer(url);
    if (cached) return cached;
    throw error;
  }
  // Without room for it, the page gets the answer all the same.
  await keepAnswer(url, response.clone(), since, { isPage: false, isCacheable: true }).catch(
    () => {},
  );
  return response;
}

interface RequestKind {
  isPage: boolean;
  isCacheable: boolean;
}

async function keepAnswer(
  url: URL,
  response: Response,
  since: number,
  { isPage, isCacheable }: RequestKind,
) {
  const owner = await ownerOf(response, since, { isPage });
  if (!owner || !isCacheable) return;
  const cache = await caches.open(pagesCache(owner));
  // The viewer has lost access: removes the cached answer, and a downloaded lesson with it.
  if (response.status === 403 || response.status === 404) {
    await cache.delete(url.href);
    const lesson = lessonIdAt(url);
    if (lesson && (await caches.has(lessonsCache(owner))))
      await dropLesson(await caches.open(lessonsCache(owner)), lesson);
    return;
  }
  if (!response.ok || response.type !== 'basic' || response.redirected) return;
  await put(cache, url.href, response);
  if (since !== currentEpoch()) await caches.delete(pagesCache(owner));
}

async function put(cache: Cache, href: string, response: Response) {
  const headers = new Headers(response.headers);
  headers.set(BUILD_HEADER, scope.vitrine.build);
  headers.delete('content-encoding'); // the body is read already
  headers.delete('content-length');
  await cache.put(href, new Response(await response.blob(), { headers }));
  // A rewritten entry moves to the end, so the first entries are the oldest.
  const [...entries] = await cache.keys();
  const spare = entries.filter(({ url }) => !isLasting(new URL(url)));
  for (const request of spare.slice(0, Math.max(0, entries.length - MAX_ENTRIES)))
    await cache.delete(request);
}

const isLasting = ({ pathname }: URL) => pathname === SHELL_PAGE || pathname === HOME_PAGE;

/** As `readAnswer`. A device whose storage fails has none, and gets what the network has. */
const cachedAnswer = (url: URL) => readAnswer(url).catch(() => undefined);

/** The cached response for the signed-in person, with the URLs of downloaded files replaced. */
async function readAnswer(url: URL): Promise<Response | undefined> {
  const owner = await cachesOwner();
  if (!owner) return undefined;
  // To open a cache would make it anew, where its person has just been replaced.
  const readFrom = (cacheName: string) => caches.match(url.href, { cacheName, ignoreVary: true });
  const response = (await readFrom(pagesCache(owner))) ?? (await readFrom(lessonsCache(owner)));
  return response && withDownloadedFiles(owner, response);
}

const pathUrl = (path: string) => new URL(path, scope.location.origin);

/** Caches what the page reports after it has loaded: its resources and its embedded answers. */
export async function keepFromPage({
  owner,
  language,
  assets,
  answers,
}: Extract<WorkerMessage, { kind: 'keep' }>) {
  await keepLanguage(language);
  await keepShell(assets.filter((path) => path.startsWith('/assets/')));
  await keepPage(SHELL_PAGE);
  await keepPage(HOME_PAGE);
  // The page may be older than a sign-in in another tab. The server's owner header decides.
  if ((await cachesOwner()) !== owner) return;
  const cache = await caches.open(pagesCache(owner));
  for (const [address, answer] of Object.entries(answers)) {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    await put(cache, pathUrl(address).href, new Response(JSON.stringify(answer), { headers }));
  }
}

/** Prefetches a page, unless the cached one is of this build and of the last 24 hours. */
async function keepPage(path: string) {
  const url = pathUrl(path);
  const cached = await cachedAnswer(url);
  const age = cached && Date.now() - Date.parse(cached.headers.get('date') ?? '');
  const isCurrent =
    cached?.headers.get(BUILD_HEADER) === scope.vitrine.build &&
    age !== undefined &&
    age < SHELL_PAGE_HOURS * HOUR_MS;
  if (isCurrent) return;
  const since = currentEpoch();
  const response = await fetch(url, { headers: { accept: 'text/html' }, redirect: 'error' });
  await keepAnswer(url, response, since, { isPage: true, isCacheable: true });
}

const sleep = (ms: number) =>
  new Promise<null>((done) => {
    setTimeout(done, ms, null);
  });
