import { tenantId } from '../../platform/boot.ts';
import { isPersonal, type WorkerMessage } from './names.ts';

const CHANNEL = 'vitrine-session';

/** Deletes the pages, answers and files that this browser keeps for whoever was signed in. */
export async function forgetKept() {
  const message: WorkerMessage = { kind: 'forget' };
  navigator.serviceWorker?.controller?.postMessage(message);
  if (typeof caches === 'undefined') return; // a school that is served without TLS
  const names = (await caches.keys()).filter(isPersonal);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** After signing out: nothing of the person stays in this browser, and other tabs leave, too. */
export async function forgetPerson() {
  forgetLocal();
  tellOtherTabs();
  await unsubscribePush();
  await forgetKept();
}

/** Drafts, queues and choices, and where this tab has been. */
function forgetLocal() {
  const clear = () => {
    for (const storage of [localStorage, sessionStorage]) storage.clear();
  };
  try {
    clear();
    // The router notes its place as the page goes: this listener comes after its own.
    addEventListener('pagehide', clear);
  } catch {
    // forbidden: nothing was kept
  }
}

/** The server no longer sends to this browser; it may not ring for the next person. */
async function unsubscribePush() {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const subscription = await registration?.pushManager?.getSubscription().catch(() => null);
  await subscription?.unsubscribe().catch(() => false);
}

function tellOtherTabs() {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(tenantId());
  channel.close();
}

/** Another tab signed out: this one shows the sign-in page, and writes nothing on its way. */
export function leaveWithOtherTabs() {
  if (typeof BroadcastChannel === 'undefined') return;
  new BroadcastChannel(CHANNEL).addEventListener('message', ({ data }) => {
    if (data !== tenantId()) return;
    forgetLocal();
    location.replace('/');
  });
}
