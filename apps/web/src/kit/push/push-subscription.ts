import { push } from '@vitrine/contract/push';
import { call } from '../../platform/api.ts';
import { readLocal, writeLocal } from '../../platform/local-store.ts';

/** Written while this person wants pushes in this browser. */
const WANTED = 'push';

export type PushState = 'unsupported' | 'blocked' | 'off' | 'on';

/** Whether this browser can be pushed to. An iPhone needs the school on its home screen. */
const isSupported = () =>
  'serviceWorker' in navigator &&
  typeof PushManager !== 'undefined' &&
  typeof Notification !== 'undefined';

async function registered() {
  return (await navigator.serviceWorker.getRegistration()) ?? null;
}

/** Another person of this browser may have wanted it: their subscription is none of this one's. */
export async function readPushState(): Promise<PushState> {
  if (!isSupported() || !(await registered())) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const subscription = await (await registered())!.pushManager.getSubscription();
  return subscription && readLocal<boolean>(WANTED) ? 'on' : 'off';
}

/** Call it from a press only: the browser asks the person. */
export async function turnPushOn(): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return readPushState();
  const { data } = await call(push.show, {});
  const { pushManager } = (await registered())!;
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(data.public_key) };
  const subscription = await pushManager.subscribe(options).catch(async () => {
    // It was made with a key that the server no longer has.
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
  await send(subscription);
  writeLocal(WANTED, true);
  return 'on';
}

export async function turnPushOff(): Promise<PushState> {
  writeLocal(WANTED, null);
  const subscription = await (await registered())?.pushManager.getSubscription();
  if (!subscription) return 'off';
  await call(push.unsubscribe, { body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
  return 'off';
}

/** A session that began anew takes the subscription over; who did not ask for one loses it. */
export async function renewPush() {
  if (!isSupported()) return;
  const subscription = await (await registered())?.pushManager.getSubscription();
  if (!subscription) return;
  if (readLocal<boolean>(WANTED)) await send(subscription);
  else await subscription.unsubscribe();
}

async function send(subscription: PushSubscription) {
  const { endpoint, keys } = subscription.toJSON();
  await call(push.subscribe, {
    body: { endpoint: endpoint!, keys: { p256dh: keys!['p256dh']!, auth: keys!['auth']! } },
  });
}

/** Base64url as bytes. */
const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
    sign.charCodeAt(0),
  );
