import { products } from '@vitrine/contract/products';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startAsStudent } from '../test/school.tsx';
import { call, isAnswerLost, isConnectionLost } from './api.ts';

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
