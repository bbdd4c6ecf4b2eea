import { push } from '@vitrine/contract/push';
import { call } from '../../platform/api.ts';
import { readLocal, writeLocal } from '../../platform/local-store.ts';

/** The local storage key that says that this person wants pushes in this browser. */
const PUSH_ENABLED_KEY = 'push';

/** `blocked`: the browser refused permission, and only its settings can give it. */
export type PushState = 'unsupported' | 'blocked' | 'off' | 'on';

/** Whether this browser supports push. On an iPhone the school must be on the home screen. */
const isSupported = () =>
  'serviceWorker' in navigator &&
  typeof PushManager !== 'undefined' &&
  typeof Notification !== 'undefined';

/** The pushes of this browser. Undefined before the page has a service worker. */
const readPushManager = async () => (await navigator.serviceWorker.getRegistration())?.pushManager;

/** Reads whether this browser gets pushes. A subscription of another person counts as off. */
export async function readPushState(): Promise<PushState> {
  const pushManager = isSupported() ? await readPushManager() : undefined;
  if (!pushManager) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const subscription = await pushManager.getSubscription();
  return subscription && readLocal<boolean>(PUSH_ENABLED_KEY) ? 'on' : 'off';
}

/**
 * Subscribes this browser. Call it only from a press, because the browser shows a permission
 * prompt.
 */
export async function turnPushOn(): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return readPushState();
  const { data } = await call(push.show, {});
  const pushManager = (await readPushManager())!;
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(data.public_key) };
  const subscription = await pushManager.subscribe(options).catch(async () => {
    // The old subscription used a key that the server no longer has.
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
  await send(subscription);
  writeLocal(PUSH_ENABLED_KEY, true);
  return 'on';
}

/** Ends the subscription of this browser, on the server too. */
export async function turnPushOff(): Promise<PushState> {
  const subscription = await (await readPushManager())?.getSubscription();
  if (subscription) {
    await call(push.unsubscribe, { body: { endpoint: subscription.endpoint } });
    await subscription.unsubscribe();
  }
  // Last: after a failure the pushes still arrive, and the switch must say so.
  writeLocal(PUSH_ENABLED_KEY, null);
  return 'off';
}

/**
 * Assigns this browser's subscription to the current session, or ends it if this person did not ask
 * for pushes.
 */
export async function renewPush() {
  if (!isSupported()) return;
  const subscription = await (await readPushManager())?.getSubscription();
  if (!subscription) return;
  if (readLocal<boolean>(PUSH_ENABLED_KEY)) await send(subscription);
  else await subscription.unsubscribe();
}

async function send(subscription: PushSubscription) {
  const { endpoint, keys } = subscription.toJSON();
  await call(push.subscribe, {
    body: { endpoint: endpoint!, keys: { p256dh: keys!['p256dh']!, auth: keys!['auth']! } },
  });
}

/** Decodes base64url. */
const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
    sign.charCodeAt(0),
  );
