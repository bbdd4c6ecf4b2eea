import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';

interface PushModule {
  showPush: (data: { json: () => unknown } | null) => Promise<void>;
  openNotification: (notification: { close: () => void; data: unknown }) => Promise<void>;
}
// By a variable, because the worker has the types of another environment.
const worker = join(import.meta.dirname, '../../worker/push.ts');
const { showPush, openNotification } = (await import(worker)) as PushModule;

const openWindow = vi.fn<(url: string) => Promise<null>>();
const showNotification = vi.fn<(title: string, options: object) => Promise<void>>();
const close = vi.fn<() => void>();

/** An open tab of the school. One that the worker does not control cannot be navigated. */
const tab = (focused: boolean, isControlled = true) => {
  const focus = vi.fn<() => void>();
  const navigate = vi.fn<(url: string) => Promise<{ focus: () => void }>>(() =>
    isControlled ? Promise.resolve({ focus }) : Promise.reject(new TypeError('not controlled')),
  );
  return { focused, focus, navigate };
};

/** A person presses a notification while these tabs are open. */
async function press(url: string, tabs: ReturnType<typeof tab>[] = []) {
  Object.assign(self, { clients: { matchAll: async () => tabs, openWindow } });
  await openNotification({ close, data: { url } });
}

const address = (path: string) => new URL(path, location.origin).href;

beforeEach(() => {
  for (const mock of [openWindow, showNotification, close]) mock.mockReset();
  Object.assign(self, { registration: { showNotification } });
});

test('a push shows its words, and one of the same thing replaces it', async () => {
  const message = {
    title: 'Rosa respondeu',
    text: 'Uma 85 mm.',
    url: '/live?watch=7',
    tag: 'post-7',
  };
  await showPush({ json: () => message });
  expect(showNotification).toHaveBeenCalledExactlyOnceWith(
    'Rosa respondeu',
    expect.objectContaining({ body: 'Uma 85 mm.', tag: 'post-7', data: { url: '/live?watch=7' } }),
  );
  await showPush(null);
  expect(showNotification).toHaveBeenCalledOnce();
});

test('a pressed notification goes, and opens its page in the tab that is in front', async () => {
  const [behind, front] = [tab(false), tab(true)];
  await press('/live?watch=7', [behind, front]);
  expect(close).toHaveBeenCalledOnce();
  expect(front.navigate).toHaveBeenCalledExactlyOnceWith(address('/live?watch=7'));
  expect(front.focus).toHaveBeenCalledOnce();
  expect(behind.navigate).not.toHaveBeenCalled();
  expect(openWindow).not.toHaveBeenCalled();
});

test('without a tab that can be led there, the page opens in a new one', async () => {
  await press('/live?watch=7');
  await press('/live?watch=8', [tab(false, false)]);
  expect(openWindow.mock.calls).toEqual([[address('/live?watch=7')], [address('/live?watch=8')]]);
});

test('a notification leads to no other host, whatever the push contained', async () => {
  const open = tab(true);
  await press('https://outro.example/entrar', [open]);
  await press('//outro.example/entrar', [open]);
  expect(open.navigate).not.toHaveBeenCalled();
  expect(openWindow).not.toHaveBeenCalled();
});
