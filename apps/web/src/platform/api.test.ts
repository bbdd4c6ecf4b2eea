import { products } from '@vitrine/contract/products';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startAsStudent } from '../test/school.tsx';
import { call } from './api.ts';

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
