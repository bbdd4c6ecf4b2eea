import type { PushMessage } from '@vitrine/contract/push';
import { scope } from './worker-scope.ts';

/** Every push is shown: a browser ends a subscription whose pushes stay silent. */
export async function showPush(data: PushMessageData | null) {
  if (!data) return;
  const { title, text, url, tag } = data.json() as PushMessage;
  await scope.registration.showNotification(title, {
    body: text,
    tag,
    icon: '/app-icon/192.png',
    data: { url },
  });
}

/** Leads to what it speaks of, in a tab of the school where one is open. */
export async function openNotification(notification: Notification) {
  notification.close();
  const { url } = notification.data as { url: string };
  // A path of this school, whatever was sent.
  const address = new URL(url, scope.location.origin);
  if (address.origin !== scope.location.origin) return;
  const tabs = await scope.clients.matchAll({ type: 'window' });
  const tab = tabs.find(({ focused }) => focused) ?? tabs[0];
  const moved = await tab?.navigate(address.href).catch(() => null);
  await (moved ? moved.focus() : scope.clients.openWindow(address.href));
}
