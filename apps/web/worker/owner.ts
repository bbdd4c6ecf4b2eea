import { ANSWER_OWNER } from '@vitrine/contract/offline';
import {
  isPersonal,
  lessonsCache,
  PAGES_PREFIX,
  pagesCache,
  STATE_CACHE,
} from '../src/kit/offline/names.ts';

// Whose answers are kept. The server writes on each answer for whom it made it, so nothing is ever
// kept under another name. At most one person's caches exist at a time.

/** Counts sign-ins, sign-outs and wipes: an answer that began before one is not kept after it. */
let epoch = 0;
export const currentEpoch = () => epoch;

const DOUBT = '/doubt';
let doubted: boolean | null = null;

/**
 * Somebody signs in or out: until a page tells who reads now, nothing that is kept is shown. It is
 * written down, because a browser ends a worker at any moment.
 */
export async function doubtOwner() {
  epoch += 1;
  doubted = true;
  await (await caches.open(STATE_CACHE)).put(DOUBT, new Response());
}

async function isInDoubt() {
  doubted ??= (await caches.match(DOUBT, { cacheName: STATE_CACHE })) !== undefined;
  return doubted;
}

async function endDoubt() {
  doubted = false;
  await (await caches.open(STATE_CACHE)).delete(DOUBT);
}

/** Whose caches lie here; null where nobody's do, or where it is in doubt. */
export async function keptOwner(): Promise<string | null> {
  if (await isInDoubt()) return null;
  const name = (await caches.keys()).find((one) => one.startsWith(PAGES_PREFIX));
  return name?.slice(PAGES_PREFIX.length) ?? null;
}

/** Deletes everything that belongs to a person. */
export async function forgetEverybody() {
  epoch += 1;
  await deleteCaches(isPersonal);
}

async function deleteCaches(unwanted: (name: string) => boolean) {
  const names = (await caches.keys()).filter(unwanted);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/**
 * Reads from an answer whose it is. Another person's caches go first; a visitor's answer, or a 401,
 * says that nobody is signed in any more.
 *
 * @param since `currentEpoch()` when the answer was asked for.
 * @returns the owner under whom the answer may be kept; null: it may not be kept.
 */
export async function ownerOf(
  response: Response,
  since: number,
  { isPage }: { isPage: boolean },
): Promise<string | null> {
  if (since !== epoch) return null;
  const owner = response.headers.get(ANSWER_OWNER);
  if (response.status === 401 || owner?.endsWith('-0')) {
    await forgetEverybody();
    return null;
  }
  if (!owner) return null;
  // Of two answers that cross a sign-in, only a page that came after it ends the doubt.
  if (await isInDoubt()) {
    if (!isPage) return null;
    await endDoubt();
  }
  const own = [pagesCache(owner), lessonsCache(owner)];
  await deleteCaches((name) => isPersonal(name) && !own.includes(name));
  return since === epoch ? owner : null;
}
