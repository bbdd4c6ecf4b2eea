import { ANSWER_OWNER } from '@vitrine/contract/offline';
import {
  isPersonal,
  lessonsCache,
  PAGES_PREFIX,
  pagesCache,
  STATE_CACHE,
} from '../src/kit/offline/names.ts';

// The owner of cached answers. The server names the viewer in a header of each answer, so an answer
// is never cached for another person. At most one person's caches exist at a time.

/** Counts sign-ins, sign-outs and wipes. An answer requested before one is not cached after it. */
let epoch = 0;
/** A number that changes whenever the account changes. */
export const currentEpoch = () => epoch;

const DOUBT = '/doubt';
let doubted: boolean | null = null;

/**
 * A sign-in or sign-out has begun. Until a page names its viewer, the worker serves no cached answer.
 * The flag is stored, because a browser may end a worker at any moment.
 */
export async function invalidateOwner() {
  epoch += 1;
  doubted = true;
  await (await caches.open(STATE_CACHE)).put(DOUBT, new Response());
}

async function isInDoubt() {
  if (doubted !== null) return doubted;
  const flag = await caches.match(DOUBT, { cacheName: STATE_CACHE });
  // A sign-in may have begun meanwhile.
  doubted ??= flag !== undefined;
  return doubted;
}

async function endDoubt() {
  doubted = false;
  const state = await caches.open(STATE_CACHE);
  await state.delete(DOUBT);
  // Another sign-in has begun meanwhile. Its flag may be the one that was deleted.
  if (doubted) await state.put(DOUBT, new Response());
}

/** The owner of the existing caches; null if there are none or the owner is in doubt. */
export async function cachesOwner(): Promise<string | null> {
  if (await isInDoubt()) return null;
  const name = (await caches.keys()).find((one) => one.startsWith(PAGES_PREFIX));
  return name?.slice(PAGES_PREFIX.length) ?? null;
}

/** Deletes all personal caches. */
export async function forgetEverybody() {
  epoch += 1;
  await deleteCaches(isPersonal);
}

async function deleteCaches(unwanted: (name: string) => boolean) {
  const names = (await caches.keys()).filter(unwanted);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/**
 * Reads the owner of an answer and deletes other people's caches first. A visitor's answer, or a 401,
 * means that nobody is signed in.
 *
 * @param since `currentEpoch()` at the time of the request.
 * @returns the owner for whom the answer may be cached; null if it must not be cached.
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
  // Two answers may cross a sign-in. Only a page that was requested after it ends the doubt.
  if (await isInDoubt()) {
    if (!isPage || since !== epoch) return null;
    await endDoubt();
  }
  const ownerCaches = [pagesCache(owner), lessonsCache(owner)];
  await deleteCaches((name) => isPersonal(name) && !ownerCaches.includes(name));
  return since === epoch ? owner : null;
}
