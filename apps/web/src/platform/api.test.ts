import { members } from '@vitrine/contract/members';
import { products } from '@vitrine/contract/products';
import { sessions } from '@vitrine/contract/sessions';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startAsStudent } from '../test/school.tsx';
import { address, call, isAnswerLost, isConnectionLost, onSessionEnd } from './api.ts';

beforeEach(startAsStudent);
afterEach(() => vi.unstubAllGlobals());

/** A response that breaks off after its first bytes, as on a lost connection. */
const cutOff = () =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('[{"id":'));
        controller.error(new TypeError('network error'));
      },
    }),
    { status: 200 },
  );

test.each([
  ['that is cut off', cutOff],
  ['that is none of ours', () => new Response('<html>Wi-Fi</html>', { status: 200 })],
])('an answer %s counts as a lost connection', async (_what, answer) => {
  vi.stubGlobal('fetch', async () => answer());
  await expect(call(products.list, {})).rejects.toMatchObject({
    status: 0,
    message: 'Sem conexão. Confira sua internet e tente de novo.',
  });
});

test('says that a body is too large, if a proxy refuses it in its own words', async () => {
  vi.stubGlobal('fetch', async () => new Response('<h1>413</h1>', { status: 413 }));
  await expect(call(products.list, {})).rejects.toMatchObject({
    status: 413,
    message: 'O pedido é grande demais.',
  });
});

test.each([
  ['in HTML', '<h1>502 Bad Gateway</h1>'],
  ['in JSON of its own', '{"message":"no healthy upstream"}'],
])('a proxy that answers for the server, %s, is no lost connection', async (_what, body) => {
  vi.stubGlobal('fetch', async () => new Response(body, { status: 502 }));
  await expect(call(products.list, {})).rejects.toMatchObject({
    status: 502,
    code: 'unavailable',
    message: 'A escola não responde neste momento. Tente de novo em instantes.',
  });
});

test.each([
  ['a proxy that has no answer', 504, '<h1>504</h1>', { answer: true, connection: false }],
  ['a proxy that refuses', 403, '<h1>403</h1>', { answer: false, connection: false }],
  ['a busy server', 503, '{"code":"busy","message":""}', { answer: false, connection: false }],
  ['a broken answer', 200, '{"id":', { answer: true, connection: true }],
])('%s leaves open whether the write was done, or not', async (_what, status, body, lost) => {
  vi.stubGlobal('fetch', async () => new Response(body, { status }));
  const error = await call(products.list, {}).catch((reason: unknown) => reason);
  expect({ answer: isAnswerLost(error), connection: isConnectionLost(error) }).toEqual(lost);
});

test('a call that its page has given up is no lost connection', async () => {
  const abort = new AbortController();
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
    abort.abort();
    signal!.throwIfAborted();
  });
  const error = await call(products.list, { signal: abort.signal }).catch((reason) => reason);
  expect(error).toMatchObject({ name: 'AbortError' });
  expect(isConnectionLost(error)).toBe(false);
});

describe('a session that has ended', () => {
  const refusal = () =>
    Response.json({ code: 'not_signed_in', message: 'Entre para continuar.' }, { status: 401 });

  test('is asked for once, and the call goes on after it', async () => {
    const answers = [refusal(), Response.json([])];
    vi.stubGlobal('fetch', async () => answers.shift());
    const signIn = vi.fn<() => Promise<boolean>>(async () => true);
    onSessionEnd(signIn);
    expect(await call(products.list, {})).toEqual([]);
    expect(signIn).toHaveBeenCalledOnce();
  });

  test('ends the call where nobody signs in', async () => {
    const fetched = vi.fn<() => Promise<Response>>(async () => refusal());
    vi.stubGlobal('fetch', fetched);
    onSessionEnd(async () => false);
    await expect(call(products.list, {})).rejects.toMatchObject({ status: 401 });
    expect(fetched).toHaveBeenCalledOnce();
  });

  test('is not asked for by the forms that sign in', async () => {
    vi.stubGlobal('fetch', async () => refusal());
    const signIn = vi.fn<() => Promise<boolean>>(async () => true);
    onSessionEnd(signIn);
    await expect(call(sessions.current, {})).rejects.toMatchObject({ status: 401 });
    await expect(
      call(sessions.forgot, { body: { email: 'ana@example.com' } }),
    ).rejects.toMatchObject({ status: 401 });
    expect(signIn).not.toHaveBeenCalled();
  });
});

test('an address leaves out what was not asked for, and writes a flag as a number', () => {
  const query = { search: '', role: undefined, product_id: null, page: 2, own: false };
  expect(address(members.list, { query })).toBe(`${members.list.path}?page=2&own=0`);
});
