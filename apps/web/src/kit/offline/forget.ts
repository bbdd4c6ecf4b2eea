import { tenantId } from '../../platform/boot.ts';
import { viewer } from '../../platform/session.ts';
import { isPersonal, type WorkerMessage } from './names.ts';
import { viewerKey } from './viewer-key.ts';

const CHANNEL = 'vitrine-session';

/** Where the browser stores the time of the last sign-out from this school. */
const signedOutKey = () => `vitrine-state:signed-out:${tenantId()}`;

/** Deletes the pages, answers and files that this browser stores for any member. */
export async function deleteCaches() {
  const message: WorkerMessage = { kind: 'forget' };
  navigator.serviceWorker?.controller?.postMessage(message);
  if (typeof caches === 'undefined') return; // a school without TLS has no Cache Storage
  // A browser that blocks the storage of sites refuses, and has stored nothing.
  const names = (await caches.keys().catch(() => [])).filter(isPersonal);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/**
 * Deletes everything of the person in this browser, and signs out other tabs. Call it after
 * sign-out.
 */
export async function forgetPerson() {
  forgetLocal();
  notifyOtherTabs();
  await unsubscribePush();
  await deleteCaches();
}

/** Deletes drafts, queues and choices, and the tab's history of places. The time of it stays. */
function forgetLocal() {
  const at = String(Date.now());
  const clear = () => {
    for (const storage of [localStorage, sessionStorage]) storage.clear();
    localStorage.setItem(signedOutKey(), at);
  };
  try {
    clear();
    // Until the page is gone it may store progress or a draft again. It may come back, when the
    // storage is another person's.
    addEventListener('pagehide', clear, { once: true });
  } catch {
    // storage is forbidden: nothing was stored
  }
}

/** Ends the subscription, so that the next person gets no notifications of this one. */
async function unsubscribePush() {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const subscription = await registration?.pushManager?.getSubscription().catch(() => null);
  await subscription?.unsubscribe().catch(() => false);
}

/**
 * The channel on which this page follows the other tabs. A message reaches every other channel of the
 * same tab, so the page would hear its own.
 */
let followed: BroadcastChannel | null = null;

function notifyOtherTabs() {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = followed ?? new BroadcastChannel(CHANNEL);
  channel.postMessage(tenantId());
  if (!followed) channel.close();
}

/**
 * Follows the other tabs of this browser. A sign-out there opens the sign-in page here, and stores
 * nothing before. If another person has signed in there, loads this page again as theirs.
 */
export function followOtherTabs() {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  followed = channel;
  channel.addEventListener('message', ({ data }) => {
    if (data === tenantId()) leave();
    else if (data !== viewerKey() && String(data).startsWith(`${tenantId()}-`)) location.reload();
  });
  // A visitor's page may be one of the time before the sign-in.
  if (viewer()) channel.postMessage(viewerKey());
}

/**
 * Follows a sign-out that happened in another tab after this page began, and before it listened.
 * Returns whether it leaves.
 */
export function followMissedSignOut() {
  // After a computer's sleep, `performance.timeOrigin` of a new page may be hours behind the clock.
  const openedAt = Date.now() - performance.now();
  if (!viewer()) return false;
  followReturn(openedAt);
  if (signedOutAt() <= openedAt) return false;
  leave();
  return true;
}

/**
 * Follows a sign-out while the page was in the browser's history: Safari keeps pages of a school
 * without TLS there, whatever the server says.
 */
function followReturn(openedAt: number) {
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || signedOutAt() <= openedAt) return;
    document.body.hidden = true;
    location.reload();
  });
}

function leave() {
  forgetLocal();
  location.replace('/');
}

function signedOutAt() {
  try {
    const at = Number(localStorage.getItem(signedOutKey()));
    // The device's clock was ahead. Every page would leave until it gets there.
    return at > Date.now() ? 0 : at;
  } catch {
    return 0; // storage is forbidden
  }
}
