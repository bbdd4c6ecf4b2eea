import { screen, waitFor } from '@testing-library/react';
import { push } from '@vitrine/contract/push';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeLocal } from '../../platform/local-store.ts';
import { refusing, serve, settle, startAsStudent, visit } from '../../test/school.tsx';
import { renewPush } from './push-subscription.ts';
import { PushSwitch } from './push-switch.tsx';

const subscription = {
  endpoint: 'https://push.example.com/1',
  unsubscribe: vi.fn<() => Promise<boolean>>(async () => true),
};

beforeEach(() => {
  startAsStudent();
  localStorage.clear();
  const pushManager = { getSubscription: async () => subscription };
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission: 'granted' });
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { getRegistration: async () => ({ pushManager }) },
    configurable: true,
  });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.unstubAllGlobals();
});

test('pushes that the server could not end stay on, and the next press ends them', async () => {
  let isBusy = true;
  serve([push.unsubscribe, () => (isBusy ? refusing(503, 'Ocupado.') : undefined)]);
  const { user } = visit(<PushSwitch />, { roles: ['student'] });
  writeLocal('push', true);
  const control = await screen.findByRole('switch', { name: 'Avisar neste aparelho' });
  await waitFor(() => expect(control).toBeChecked());
  await user.click(control);
  expect(await screen.findByRole('alert')).toHaveTextContent('Não deu para mudar os avisos');
  expect(control).toBeChecked();
  expect(subscription.unsubscribe).not.toHaveBeenCalled();

  isBusy = false;
  await user.click(control);
  await waitFor(() => expect(control).not.toBeChecked());
  expect(subscription.unsubscribe).toHaveBeenCalledOnce();
});

test('a browser that refuses to tell its state shows no switch', async () => {
  const getRegistration = vi.fn<() => Promise<never>>().mockRejectedValue(new Error('blocked'));
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { getRegistration },
    configurable: true,
  });
  serve();
  visit(<PushSwitch />, { roles: ['student'] });
  await waitFor(() => expect(getRegistration).toHaveBeenCalled());
  await settle();
  expect(screen.queryByRole('switch')).toBeNull();
});

test('a browser whose pushes have ended begins none by itself', async () => {
  const pushManager = { getSubscription: async () => null };
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { getRegistration: async () => ({ pushManager }) },
    configurable: true,
  });
  const sent = serve();
  for (const enabled of [true, null]) {
    writeLocal('push', enabled);
    await expect(renewPush()).resolves.toBeUndefined();
  }
  expect(sent).toEqual([]);
});
