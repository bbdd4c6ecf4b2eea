import type { Community, CommunitySummary } from '@vitrine/contract/communities';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { communityWith, show } from '../../../test/communities.ts';
import { openWorld, type TestSchool } from '../../../test/harness.ts';

const world = await openWorld();

let school: TestSchool;
let product: number;
beforeEach(async () => {
  school = await world.school();
  product = await school.product();
});

const put = (path: string, body?: unknown) => school.owner.send('PUT', path, body);
const config = (more: object = {}) =>
  school.owner.post(`/api/auth/v2/community/config/${school.id}`, more);
const index = async (who = school.owner): Promise<CommunitySummary[]> =>
  (await who.get(`/api/auth/community/index/${school.id}`)).body;
const details = (id: number, who = school.owner) =>
  who.get(`/api/auth/community/get-details/${school.id}/${id}`);

describe('links to a community', () => {
  test('a sign-in redirects to it, and to the home page once it is gone', async () => {
    const { id } = await communityWith(school);
    const theirs = await communityWith(await world.school());
    const login = (redirect_url: string) =>
      school.owner.post('/api/auth/config/plataforma/loginPage/update', {
        enable_redirect_login: 1,
        redirect_url,
      });
    const saved = await login(`/comunidade/${school.id}/${id}`);
    expect(saved.body.data.redirect_url).toBe(`/comunidade/${school.id}/${id}`);
    expect((await login(`/comunidade/${school.id}/${theirs.id}`)).status).toBe(422);
    await school.owner.send('DELETE', `/api/auth/community/delete/${school.id}/${id}`);
    const { body } = await school.visitor.get('/api/v1/site');
    expect(body.data.login_page.redirect_url).toBe('/homepage');
  });

  test('a snippet runs on it for members with access, and is removed with it', async () => {
    const { id } = await communityWith(school, { products: [product] });
    const student = await school.join();
    const holder = await school.join(['student'], [product]);
    const made = await school.owner.post('/api/platform/auth/custom-html', {
      title: 'Chat',
      customHtml: '<p>Chat</p>',
      page: 'community',
      community_id: id,
    });
    expect(made.status).toBe(201);
    const on = (who = holder) =>
      who.get(`/api/platform/auth/custom-html/filters/community?community_id=${id}`);
    expect((await on()).body).toHaveLength(1);
    expect((await on(student)).status).toBe(404);
    await put(`/api/auth/community/toggle-status/${school.id}/${id}/0`);
    expect((await on(student)).status).toBe(404);
    await school.owner.send('DELETE', `/api/auth/community/delete/${school.id}/${id}`);
    expect((await school.owner.get('/api/platform/auth/custom-html')).body).toEqual([]);
  });
});

describe('a reader', () => {
  const seen = async (who = school.owner) =>
    (await who.get('/api/v1/communities')).body as Community[];

  test('finds no ranking in a community while the school hides it', async () => {
    const { id } = await communityWith(school);
    const student = await school.join();
    const flags = async () => [
      (await seen(student))[0]!.has_ranking,
      (await student.get(`/api/v1/communities/${id}`)).body.data.has_ranking,
    ];
    expect(await flags()).toEqual([1, 1]);
    await put(`/api/auth/ranking/toggle-status/0/${school.id}`);
    expect(await flags()).toEqual([0, 0]);
    await put(`/api/auth/ranking/toggle-status/1/${school.id}`);
    expect(await flags()).toEqual([1, 1]);
    await put(`/api/auth/v2/community/config/${school.id}/${id}`, { has_ranking: 0 });
    expect(await flags()).toEqual([0, 0]);
  });

  test('without the product sees title, cover, access offer and locked channels', async () => {
    const { id, channels } = await communityWith(school, {
      products: [product],
      channels: ['A', 'B'],
    });
    await put('/api/auth/community/edit-community', {
      id,
      title: 'Clube',
      description: 'Segredo',
      permissions_array: [product],
      links: [{ title: 'Agenda', url: 'https://agenda.example' }],
    });
    const description = 'Fala baixo';
    await school.owner.send('PATCH', `/api/v1/channels/${channels[0]}`, { description });
    const student = await school.join();
    const locked = await show(student, id);
    expect(locked).toMatchObject({
      locked: true,
      title: 'Clube',
      description: '',
      links: [],
      upsell: { text: 'Entre no clube', link: 'https://escola.example/clube' },
      channels: [
        { title: 'A', description: '', locked: true, unread: 0 },
        { title: 'B', locked: true, unread: 0 },
      ],
    });
    expect(await seen(student)).toEqual([locked]);
    expect(await details(id, student)).toMatchObject({ status: 403, body: { code: 'no_access' } });
    const holder = await school.join(['student'], [product]);
    expect(await show(holder, id)).toMatchObject({
      locked: false,
      description: 'Segredo',
      links: [{ title: 'Agenda' }],
      channels: [{ description }, {}],
    });
  });

  test('of the list sees no number of channels; staff do', async () => {
    await communityWith(school, { hidden: true, channels: ['A', 'B'] });
    await config({ title: 'Estúdio' });
    const student = await school.join();
    expect((await index()).map(({ channels }) => channels)).toEqual([2, 0]);
    expect((await index(student)).map(({ channels }) => channels)).toEqual([null, null]);
  });

  test('sees no hidden channels, nor inactive communities', async () => {
    const { id } = await communityWith(school, {
      hidden: true,
      channels: ['A', { title: 'B', products: [product] }],
    });
    const student = await school.join();
    expect((await show(student, id)).channels).toMatchObject([{ title: 'A', locked: false }]);
    await put(`/api/auth/community/toggle-status/${school.id}/${id}/0`);
    expect((await student.get(`/api/v1/communities/${id}`)).status).toBe(404);
    expect(await seen(student)).toEqual([]);
    expect(await seen()).toHaveLength(1);
  });

  test('sees the other communities, but no inactive one', async () => {
    const { id } = await communityWith(school, {});
    const student = await school.join();
    const others = async (who = student) => (await show(who, id)).has_others;
    expect(await others()).toBe(false);
    const { id: another } = await communityWith(school, {});
    expect(await others()).toBe(true);
    await put(`/api/auth/community/toggle-status/${school.id}/${another}/0`);
    expect(await others()).toBe(false);
    expect(await others(school.owner)).toBe(true);
  });

  test('sees the number of members right after somebody joins, leaves, or gains or loses a product', async () => {
    const open = (await communityWith(school)).id;
    const club = (await communityWith(school, { products: [product] })).id;
    const student = await school.join();
    const holder = await school.join(['student'], [product]);
    const counts = async () => [
      (await show(holder, open)).members_count,
      (await show(holder, club)).members_count,
    ];
    // The owner, too.
    expect(await counts()).toEqual([3, 2]);
    expect((await show(student, club)).members_count).toBeNull();
    expect((await index(holder)).every((one) => !('members_count' in one))).toBe(true);
    const moderator = await school.join(['moderator'], [product]);
    expect(await counts()).toEqual([4, 3]);
    const another = await school.product();
    await school.owner.send('PATCH', `/api/v1/members/${student.id}`, {
      product_ids: [product, another],
    });
    expect(await counts()).toEqual([4, 4]);
    await school.owner.send('DELETE', `/api/v1/members/${moderator.id}`);
    expect(await counts()).toEqual([3, 3]);
    await school.owner.send('PATCH', `/api/v1/members/${student.id}`, { product_ids: [another] });
    expect(await counts()).toEqual([3, 2]);
    await world.platform.database.transaction(school.id, ({ db }) =>
      db
        .updateTable('members')
        .set({ erase_at: new Date() })
        .where('id', '=', student.id)
        .execute(),
    );
    expect(await counts()).toEqual([2, 2]);
    await school.owner.send('PATCH', `/api/v1/products/${product}`, { status: 'inactive' });
    expect((await show(school.owner, club)).members_count).toBe(1);
    const neighbor = await world.school();
    await neighbor.join();
    expect((await show(school.owner, open)).members_count).toBe(2);
  });

  test('sees the number of members right after the community closes, opens or takes other products', async () => {
    const { id } = await communityWith(school, { products: [product] });
    const another = await school.product();
    const holder = await school.join(['student'], [product]);
    await school.join(['student'], [another]);
    await school.join(['student'], [another]);
    const sell = (permissions_array: number[]) =>
      put('/api/auth/community/edit-community', { id, title: 'Clube', permissions_array });
    const count = async () => (await show(school.owner, id)).members_count;
    expect(await count()).toBe(2); // with the owner
    await sell([product, another]);
    expect(await count()).toBe(4);
    await sell([another]);
    expect(await count()).toBe(3);
    const close = (is_private: 0 | 1) =>
      put(`/api/auth/v2/community/config/${school.id}/${id}`, { is_private });
    await close(0);
    expect(await count()).toBe(4);
    expect((await close(1)).status).toBe(200);
    expect(await count()).toBe(3);
    // Staff enter without the product.
    const promoted = await school.owner.send('PATCH', `/api/v1/members/${holder.id}`, {
      roles: ['moderator'],
    });
    expect(promoted.status).toBe(200);
    expect(await count()).toBe(4);
  });

  test('of a community of ten thousand sees their cached number for a moment', async () => {
    const { id } = await communityWith(school);
    await world.platform.database.transaction(school.id, ({ db }) =>
      sql`INSERT INTO members (name, email)
        SELECT 'Aluno', 'a' || n || '@example.com' FROM generate_series(1, 10_000) n`.execute(db),
    );
    const count = async () => (await show(school.owner, id)).members_count;
    expect(await count()).toBe(10_001);
    await school.join();
    expect(await count()).toBe(10_001);
  });

  test('of eight who join at once while others read, each is counted', async () => {
    const { id } = await communityWith(school);
    const student = await school.join();
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        await Promise.all([school.join(), show(student, id)]);
        await show(student, id);
      }),
    );
    expect((await show(student, id)).members_count).toBe(10);
  });

  test('whose product became inactive has no access', async () => {
    const { id } = await communityWith(school, { products: [product] });
    const holder = await school.join(['student'], [product]);
    expect((await show(holder, id)).locked).toBe(false);
    await school.owner.send('PATCH', `/api/v1/products/${product}`, { status: 'inactive' });
    expect((await show(holder, id)).locked).toBe(true);
  });

  test('sees no link to buy what no active product opens', async () => {
    const { id, channels } = await communityWith(school, { products: [product] });
    const student = await school.join();
    const link = 'https://escola.example/clube';
    const offers = async () =>
      [
        (await show(student, id)).upsell,
        (await details(id, student)).body.data.upsell,
        (await student.get(`/api/v1/channels/${channels[0]}/posts`)).body.data.upsell,
        (await student.get(`/api/v1/communities/${id}/posts`)).body.data.upsell,
      ] as unknown[];
    expect(await offers()).toEqual(Array(4).fill({ text: 'Entre no clube', link }));
    await school.owner.send('PATCH', `/api/v1/products/${product}`, { status: 'inactive' });
    expect(await offers()).toEqual(Array(4).fill({ text: 'Entre no clube', link: null }));
    // The form keeps the link for the day when the product is sold again.
    expect((await details(id)).body.data.sales_url).toBe('escola.example/clube');
    await school.owner.post(`/api/v1/communities/${id}/channels`, {
      title: 'Turma nova',
      product_ids: [await school.product('Turma nova')],
    });
    expect(await offers()).toEqual(Array(4).fill({ text: 'Entre no clube', link }));
  });
});
