import { messages } from '@vitrine/contract/communities';
import { beforeEach, describe, expect, test } from 'vitest';
import { communityWith, publish, show } from '../../../test/communities.ts';
import { openWorld, statuses, type TestSchool } from '../../../test/harness.ts';

const world = await openWorld();

let school: TestSchool;
let product: number;
beforeEach(async () => {
  school = await world.school();
  product = await school.product();
});

describe('channels', () => {
  const patch = (channel: number, body: object) =>
    school.owner.send('PATCH', `/api/v1/channels/${channel}`, body);

  test('are made, renamed, moved and opened to products', async () => {
    const elsewhere = await communityWith(school, { channels: ['X', 'Y'] });
    const { id, channels } = await communityWith(school, { channels: ['A', 'B', 'C'] });
    const [a, , c] = channels as [number, number, number];
    expect((await patch(a, { title: ' Avisos ' })).body.data.title).toBe('Avisos');
    await patch(c, { order: 1 });
    await patch(a, { order: 99 });
    const titles = async (of = id) =>
      (await show(school.owner, of)).channels.map(({ title }) => title);
    expect(await titles()).toEqual(['C', 'B', 'Avisos']);
    expect(await titles(elsewhere.id)).toEqual(['X', 'Y']);
    expect((await patch(a, { product_ids: [product] })).body.data.products).toEqual([
      { id: product, title: 'Plano Estúdio' },
    ]);
    expect((await patch(a, { product_ids: [999_999] })).status).toBe(404);
    expect((await patch(a, { title: 'x', version: 1 })).status).toBe(409);
    expect((await patch(a, { title: '' })).body.errors).toEqual({
      title: [messages.channelRequired],
    });
    expect((await patch(999_999, { title: '' })).status).toBe(404);
  });

  test('are removed with their content, which is announced before', async () => {
    const { id, channels } = await communityWith(school, { channels: ['A', 'B'] });
    const [a] = channels as [number];
    await publish(school.owner, (await communityWith(school)).channels[0]!);
    const post = await publish(school.owner, a);
    await publish(school.owner, channels[1]!);
    await school.owner.post(`/api/v1/posts/${post.id}/comments`, { content: 'Oi' });
    // Content that was removed before does not count as lost.
    const removed = await publish(await school.join(), a);
    await school.owner.send('PUT', `/api/v1/posts/${removed.id}/removal`, { reason: 'Venda' });
    const told = async (path: string) => (await school.owner.get(path)).body.data;
    expect(await told(`/api/v1/communities/${id}/contents`)).toEqual({
      channels: 2,
      posts: 2,
      comments: 1,
    });
    expect(await told(`/api/v1/channels/${a}/contents`)).toEqual({
      channels: 1,
      posts: 1,
      comments: 1,
    });
    expect((await school.owner.send('DELETE', `/api/v1/channels/${a}`)).status).toBe(204);
    expect((await school.owner.get(`/api/v1/posts/${post.id}`)).status).toBe(404);
    expect((await show(school.owner, id)).channels).toMatchObject([{ title: 'B' }]);
  });

  test('stay closed when the product that opens them is deleted', async () => {
    const { id } = await communityWith(school, {
      channels: [{ title: 'Estúdio', products: [product] }],
    });
    await school.owner.send('DELETE', `/api/v1/products/${product}`);
    const student = await school.join();
    expect((await show(student, id)).channels).toMatchObject([{ locked: true, products: [] }]);
    expect((await show(school.owner, id)).channels).toMatchObject([{ restricted: true }]);
  });

  test('tell staff, not students, that their product is inactive', async () => {
    const { id } = await communityWith(school, {
      channels: ['Avisos', { title: 'Estúdio', products: [product] }],
    });
    await school.owner.send('PATCH', `/api/v1/products/${product}`, { status: 'inactive' });
    const student = await school.join();
    const of = async (who = school.owner) => (await show(who, id)).channels;
    expect(await of()).toMatchObject([
      { restricted: false, products: [] },
      { restricted: true, products: [{ id: product }] },
    ]);
    expect(await of(student)).toMatchObject([{}, { restricted: true, locked: true, products: [] }]);
  });

  test('keep distinct positions after eight moves and a removal at once', async () => {
    const { id, channels } = await communityWith(school, { channels: [...'ABCDEFGHI'] });
    const answers = await Promise.all([
      ...channels.slice(0, 8).map((one, at) => patch(one, { order: 8 - at })),
      school.owner.send('DELETE', `/api/v1/channels/${channels[8]}`),
    ]);
    expect(statuses(answers)).toEqual({ 200: 8, 204: 1 });
    const orders = (await show(school.owner, id)).channels.map(({ order }) => order);
    expect(new Set(orders).size).toBe(8);
  });
});
