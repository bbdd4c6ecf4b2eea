import type { PushMessage } from '@vitrine/contract/push';
import { scope } from './worker-scope.ts';

/** Shows every push: a browser ends a subscription whose pushes show no notification. */
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

/** Opens the notification's page, in an open tab of the school if there is one. */
export async function openNotification(notification: Notification) {
  notification.close();
  const { url } = notification.data as { url: string };
  // Only a path of this school, whatever the push contained.
  const address = new URL(url, scope.location.origin);
  if (address.origin !== scope.location.origin) return;
  const tabs = await scope.clients.matchAll({ type: 'window' });
  const tab = tabs.find(({ focused }) => focused) ?? tabs[0];
  const moved = await tab?.navigate(address.href).catch(() => null);
  await (moved ? moved.focus() : scope.clients.openWindow(address.href));
}
