import type { BrowserContext, Page, Worker } from '@playwright/test';
import { post } from './calls.ts';
import { expect, test } from './fixtures.ts';

const rosa = { name: 'Rosa Lemos', email: 'rosa@example.com', password: 'uma senha boa 1' };

/** The active worker of the page, and a function that pushes to it like a push service. */
async function workerOf(page: Page, context: BrowserContext) {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true);
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  const { origin } = new URL(page.url());
  const push = (message: object) =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId,
      data: JSON.stringify(message),
    });
  return { worker: context.serviceWorkers()[0]!, push };
}

/** The worker is asked, because a press makes the page leave in the middle of an answer. */
const shown = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const notifications = await registration.getNotifications();
    return notifications.map(({ title, body, tag }) => ({ title, body, tag }));
  });

/** Simulates a press on the notification, because a headless browser shows none. */
const press = (worker: Worker, tag: string) =>
  worker.evaluate(async (tag) => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      dispatchEvent: (event: Event) => boolean;
      NotificationEvent: new (kind: string, init: object) => Event;
    };
    const [notification] = await scope.registration.getNotifications({ tag });
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
  }, tag);

test('a push shows once per tag, and links to its content, in this school only', async ({
  owner,
  signIn,
}) => {
  const { page: admin } = await owner();
  await post(admin, '/api/v1/members', rosa);
  const { page, context } = await signIn(rosa.email, rosa.password);
  await context.grantPermissions(['notifications'], { origin: new URL(page.url()).origin });
  const { worker, push } = await workerOf(page, context);
  /** Pushes until it shows: Chromium loses a message of its tools now and then. */
  const showPush = (message: object, expected: object) =>
    expect(async () => {
      await push(message);
      await expect.poll(() => shown(worker), { timeout: 3_000 }).toMatchObject([expected]);
    }).toPass();
  const message = {
    title: 'Contraluz',
    text: 'Ao vivo daqui a pouco',
    url: '/live',
    tag: 'live-1',
  };
  await push(message);
  await expect
    .poll(() => shown(worker))
    .toEqual([{ title: 'Contraluz', body: 'Ao vivo daqui a pouco', tag: 'live-1' }]);
  // A push with the same tag replaces the notification.
  await showPush({ ...message, text: 'Ao vivo agora' }, { body: 'Ao vivo agora' });
  await press(worker, 'live-1');
  await expect(page).toHaveURL(/\/live$/);
  await expect.poll(() => shown(worker)).toEqual([]);

  await showPush(
    { ...message, url: 'https://evil.example.com/roubo', tag: 'evil' },
    { tag: 'evil' },
  );
  await press(worker, 'evil');
  await expect.poll(() => shown(worker)).toEqual([]);
  await showPush({ ...message, url: '/favoritos', tag: 'last' }, { tag: 'last' });
  await press(worker, 'last');
  await expect(page).toHaveURL(/\/favoritos$/);
  expect(context.pages().map((tab) => new URL(tab.url()).hostname)).not.toContain(
    'evil.example.com',
  );
});
