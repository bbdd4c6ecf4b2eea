import { messages, type Community, type CommunitySummary } from '@vitrine/contract/communities';
import { messages as common } from '@vitrine/contract/messages';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { communityWith, publish, show } from '../../../test/communities.ts';
import { openWorld, statuses, type TestSchool } from '../../../test/harness.ts';
import { jpeg } from '../../../test/media.ts';
import { formOf } from '../../../test/platform-settings.ts';

const world = await openWorld();

let school: TestSchool;
let product: number;
beforeEach(async () => {
  school = await world.school();
  product = await school.product();
});

const put = (path: string, body?: unknown) => school.owner.send('PUT', path, body);
const legacy = (more: object = {}) =>
  school.owner.post('/api/auth/community/create', {
    title: 'Clube',
    permissions_array: [product],
    tenant_id: school.id,
    ...more,
  });
const config = (more: object = {}) =>
  school.owner.post(`/api/auth/v2/community/config/${school.id}`, more);
const index = async (who = school.owner): Promise<CommunitySummary[]> =>
  (await who.get(`/api/auth/community/index/${school.id}`)).body;
const details = (id: number, who = school.owner) =>
  who.get(`/api/auth/community/get-details/${school.id}/${id}`);

describe('the new form', () => {
  test('makes a community with what the specification presets', async () => {
    const { status, body } = await config();
    expect(status).toBe(201);
    expect(body).toEqual({
      message: messages.created,
      data: {
        id: expect.any(Number),
        cover_path: null,
        background_color: '#121212',
        title: 'Comunidade',
        description: '',
        is_private: 0,
        hide_channels_groups: 0,
        has_ranking: 1,
        has_continue_watching: 1,
        product_ids: [],
        upsell_text: '',
        upsell_link: null,
        isActive: 1,
        version: 2,
        products: [],
      },
    });
    const path = `/api/auth/v2/community/config/${school.id}/${body.data.id}`;
    expect((await school.owner.get(path)).body).toEqual({ data: body.data });
  });

  test.each([
    [{ title: '' }, { title: [messages.titleRequired] }],
    [{ title: '  ' }, { title: [messages.titleRequired] }],
    [{ title: 'é'.repeat(51) }, { title: [messages.titleTooLong] }],
    [{ description: 'é'.repeat(501) }, { description: [messages.descriptionTooLong] }],
    [{ upsell_text: 'é'.repeat(51) }, { upsell_text: [messages.titleTooLong] }],
    [{ upsell_link: 'javascript:alert(1)' }, { upsell_link: [common.invalidLink] }],
    [
      { is_private: 1 },
      {
        upsell_text: [messages.upsellTextRequired],
        upsell_link: [messages.upsellLinkRequired],
        product_ids: [messages.productRequired],
      },
    ],
    [
      { title: '', has_ranking: 'sim', is_private: 1, upsell_text: ' ', upsell_link: 'nada' },
      {
        title: [messages.titleRequired],
        has_ranking: [common.invalid],
        upsell_link: [common.invalidLink],
        upsell_text: [messages.upsellTextRequired],
        product_ids: [messages.productRequired],
      },
    ],
  ])('refuses %j', async (input, errors) => {
    const answer = await config(input);
    expect(answer).toMatchObject({ status: 422 });
    expect(answer.body.errors).toEqual(errors);
    expect(answer.body.message).toBe(Object.values(errors)[0]![0]);
    expect(await index()).toEqual([]);
  });

  test('accepts values at the limits', async () => {
    const { status } = await config({
      title: '🌻'.repeat(50),
      description: '🌻'.repeat(500),
      upsell_text: '🌻'.repeat(50),
      upsell_link: '',
    });
    expect(status).toBe(201);
  });

  test('asks a private community for an active product of this school', async () => {
    const sold = { is_private: 1, upsell_text: 'Entre', upsell_link: 'https://a.example' };
    await school.owner.send('PATCH', `/api/v1/products/${product}`, { status: 'inactive' });
    expect((await config({ ...sold, product_ids: [String(product)] })).body.errors).toEqual({
      product_ids: [messages.productRequired],
    });
    const theirs = await (await world.school()).product();
    expect((await config({ ...sold, product_ids: [theirs] })).status).toBe(404);
    const other = await school.product();
    // The active product of another community is not its own.
    const { id: another } = await communityWith(school, { products: [other] });
    expect((await config({ ...sold, product_ids: [String(product)] })).status).toBe(422);
    await school.owner.send('DELETE', `/api/auth/community/delete/${school.id}/${another}`);
    const { status, body } = await config({
      ...sold,
      product_ids: [String(product), String(other)],
    });
    expect(status).toBe(201);
    expect(body.data.product_ids).toEqual([String(product), String(other)]);
    expect(await index()).toHaveLength(1);
    const change = (patch: object) =>
      put(`/api/auth/v2/community/config/${school.id}/${body.data.id}`, patch);
    // What is not sent keeps its value.
    expect((await change({ is_private: 1, title: 'Clube' })).status).toBe(200);
    expect((await change({ is_private: 1, title: '', upsell_text: '' })).body.errors).toEqual({
      title: [messages.titleRequired],
      upsell_text: [messages.upsellTextRequired],
    });
  });

  test('changes what is sent, keeps a cover until it is replaced, and knows who saved before', async () => {
    const { id } = await communityWith(school);
    const path = `/api/auth/v2/community/config/${school.id}/${id}`;
    const form = formOf({ title: 'Estúdio', is_private: '0' }, { cover: await jpeg() });
    const saved = await put(path, form);
    expect(saved).toMatchObject({
      status: 200,
      body: { message: messages.configSaved, data: { title: 'Estúdio', version: 3 } },
    });
    const cover = saved.body.data.cover_path as string;
    expect((await school.visitor.get(cover)).status).toBe(200);
    const kept = await put(path, { background_color: '#002E7A', cover_path: cover });
    expect(kept.body.data).toMatchObject({ cover_path: cover, background_color: '#002E7A' });
    const stale = await put(path, { title: 'Velho', version: 3 });
    expect(stale.status).toBe(409);
    const { data: current } = (await school.owner.get(path)).body;
    expect(stale.body.data).toEqual({
      ...current,
      changed_by: expect.any(String),
      changed_by_id: school.owner.id,
      changed_at: expect.any(String),
    });
    expect((await put(path, { cover_path: '' })).body.data.cover_path).toBeNull();
    expect((await put(path, { cover_path: '/files/1/nope.png' })).status).toBe(422);
    expect((await put(path.replace(/\d+$/, '999999'), { title: '' })).status).toBe(404);
  });

  test('tells who saved it, also after a colleague ordered the communities and another saved one', async () => {
    const ids = [(await communityWith(school)).id, (await communityWith(school)).id];
    const path = `/api/auth/v2/community/config/${school.id}/${ids[0]}`;
    const [rui, bia] = [await school.join(['admin']), await school.join(['admin'])];
    await rui.send('PUT', path, { title: 'Estúdio' });
    const order = ids.toReversed().map((id, place) => ({ id, order: place + 1 }));
    expect(
      (await bia.post('/api/auth/community/reorder', { order, tenant_id: school.id })).status,
    ).toBe(200);
    await bia.send('PUT', path.replace(/\d+$/, String(ids[1])), { title: 'Clube' });
    const stale = await put(path, { title: 'Velho', version: 1 });
    expect(stale.status).toBe(409);
    expect(stale.body.data).toMatchObject({ title: 'Estúdio', changed_by_id: rui.id });
  });

  test('offers the active products, twenty a page, found without accents', async () => {
    const inactive = await school.product('Plano velho');
    await school.owner.send('PATCH', `/api/v1/products/${inactive}`, { status: 'inactive' });
    await school.product('Edição');
    const path = `/api/auth/v2/community/products/${school.id}`;
    expect((await school.owner.get(path)).body).toMatchObject({
      data: [{ title: 'Edição' }, { title: 'Plano Estúdio' }],
      current_page: 1,
      next_page_url: null,
    });
    expect((await school.owner.get(`${path}?search=edicao`)).body.data).toHaveLength(1);
  });
});

describe('the legacy form', () => {
  test('makes a private community, answered by its old names', async () => {
    const { status, body } = await legacy({
      description: 'Turma',
      publication: 1,
      comments: 0,
      allow_files: 0,
      background_color: '/communities/03.svg',
      font_family: 'Lato',
      button_sales_text: 'Quero entrar',
      sales_url: 'escola.example/clube',
      links: [{ title: 'Agenda', url: 'https://agenda.example' }],
      principal: 0,
    });
    expect([status, body.message]).toEqual([201, messages.created]);
    expect(body.data).toMatchObject({
      title: 'Clube',
      tenant_id: school.id,
      is_private: 1,
      active: 1,
      principal: 1,
      publications: 1,
      comments: 0,
      files: 0,
      allow_files: 0,
      sales_url: 'escola.example/clube',
      button_sales_text: 'Quero entrar',
      links: [{ title: 'Agenda', url: 'https://agenda.example' }],
      plans_with_access: [{ plan_id: product, plan_details: { title: 'Plano Estúdio' } }],
    });
    expect((await details(body.data.id)).body.data).toEqual(body.data);
    const other = await school.owner.get(
      `/api/auth/v2/community/config/${school.id}/${body.data.id}`,
    );
    expect(other.body.data).toMatchObject({
      upsell_text: 'Quero entrar',
      upsell_link: 'https://escola.example/clube',
      product_ids: [String(product)],
    });
  });

  test.each([
    [{ permissions_array: [] }, { permissions_array: [messages.noProduct] }],
    [{ permissions_array: undefined }, { permissions_array: [messages.noProduct] }],
    [{ title: '' }, { title: [messages.titleRequired] }],
    [{ title: 'a'.repeat(51) }, { title: [messages.titleTooLong] }],
    [{ sales_url: 'javascript:x' }, { sales_url: [common.invalidLink] }],
    [{ sales_url: 'javascript:1' }, { sales_url: [common.invalidLink] }],
    [{ sales_url: 'https://tel:11/x' }, { sales_url: [common.invalidLink] }],
    [{ links: [{ title: 'Agenda', url: 'data:1,x' }] }, { 'links.0.url': [common.invalidLink] }],
    [{ background_color: '/etc/passwd' }, { background_color: [common.invalid] }],
  ])('refuses %j', async (input, errors) => {
    expect(await legacy(input)).toMatchObject({ status: 422, body: { errors } });
    expect(await index()).toEqual([]);
  });

  test.each(['escola.example:8443/x', 'localhost:3000', '/favoritos', 'escola'])(
    'takes the address %s',
    async (sales_url) => {
      expect((await legacy({ sales_url })).body.data).toMatchObject({ sales_url });
    },
  );

  test('edits, and a community of the new form becomes private by it', async () => {
    const { id } = await communityWith(school);
    const edit = (more: object) =>
      put('/api/auth/community/edit-community', {
        id,
        title: 'Turma',
        permissions_array: [product],
        ...more,
      });
    expect(await edit({})).toMatchObject({
      status: 200,
      body: { message: messages.updated, data: { title: 'Turma', is_private: 1 } },
    });
    expect((await edit({ permissions_array: [999_999] })).status).toBe(404);
    expect((await edit({ id: 999_999 })).status).toBe(404);
  });

  test('changes its content flags at once', async () => {
    const { id } = await communityWith(school);
    const { body } = await put('/api/auth/community/edit-content-media', {
      id,
      videos: 0,
      allow_files: 0,
      publication: 0,
    });
    expect(body).toMatchObject({
      message: messages.mediaChanged,
      data: { id, videos: 0, files: 0, publications: 0, images: 1 },
    });
  });

  test('does not restore a content flag that changed while a form was open', async () => {
    const { id } = (await legacy()).body.data;
    const { plans_with_access: _, ...before } = (await details(id)).body.data;
    await put('/api/auth/community/edit-content-media', { id, videos: 0 });
    const late = await put('/api/auth/community/edit-community', {
      ...before,
      permissions_array: [product],
    });
    expect([late.status, late.body.code]).toEqual([409, 'stale_version']);
    expect(late.body.data).toMatchObject({ videos: 0, changed_by_id: school.owner.id });
  });

  test('adds and removes products, but not the last one', async () => {
    const other = await school.product('Turma 2026');
    const { id } = (await legacy()).body.data;
    const plans = (verb: string, ids: number[]) =>
      school.owner.post(`/api/auth/community/${verb}-plans`, {
        community_id: id,
        permissions_array: ids,
        tenant_id: school.id,
      });
    const added = await plans('add', [other]);
    expect(added.body.message).toBe(messages.updated);
    expect(added.body.data.plans_with_access).toHaveLength(2);
    expect((await plans('remove', [product, other])).status).toBe(422);
    expect((await plans('add', [999_999])).status).toBe(404);
    const more = await Promise.all([...'ABCDEF'].map((title) => school.product(title)));
    await plans('add', more);
    // A form that was opened before holds other products: it learns of these first.
    const { version, ...before } = (await details(id)).body.data;
    await plans('remove', [other]);
    await plans('add', [other]);
    const late = await school.owner.send('PUT', '/api/auth/community/edit-community', {
      ...before,
      version,
      permissions_array: [product],
    });
    expect([late.status, late.body.code]).toEqual([409, 'stale_version']);
    expect(late.body.data).toMatchObject((await details(id)).body.data);
    const all = [product, other, ...more];
    const answers = await Promise.all(all.map((one) => plans('remove', [one])));
    expect(statuses(answers)).toEqual({ 200: 7, 422: 1 });
    expect((await details(id)).body.data.plans_with_access).toHaveLength(1);
  });
});

test('a change of one community leaves the others as they are', async () => {
  const other = await school.product('Turma 2026');
  const products = {
    permissions_array: [product, other],
    button_sales_text: 'Entre',
    sales_url: 'escola.example',
  };
  const [a, b] = [(await legacy(products)).body.data.id, (await legacy(products)).body.data.id];
  const changes = [
    (id: number) =>
      put(`/api/auth/v2/community/config/${school.id}/${id}`, { title: `Estúdio ${id}` }),
    (id: number) =>
      put('/api/auth/community/edit-community', { id, title: `Turma ${id}`, ...products }),
    (id: number) => put('/api/auth/community/edit-content-media', { id, videos: 0 }),
    ...['remove', 'add'].map(
      (verb) => (id: number) =>
        school.owner.post(`/api/auth/community/${verb}-plans`, {
          community_id: id,
          permissions_array: [other],
          tenant_id: school.id,
        }),
    ),
    (id: number) => put(`/api/auth/v2/community/active/${school.id}/${id}/0`),
  ];
  for (const [one, bystander] of [
    [a, b],
    [b, a],
  ])
    for (const change of changes) {
      const before = (await details(bystander)).body.data;
      expect((await change(one)).status).toBe(200);
      expect((await details(bystander)).body.data).toEqual(before);
    }
});

describe('the list', () => {
  test('is in order, and accepts a complete new order', async () => {
    const made = [];
    for (const title of ['A', 'B', 'C']) made.push((await communityWith(school, { title })).id);
    const [a, b, c] = made as [number, number, number];
    const reorder = (order: [number, number][]) =>
      school.owner.post('/api/auth/community/reorder', {
        order: order.map(([id, place]) => ({ id, order: place })),
        tenant_id: school.id,
      });
    const answer = await reorder([
      [a, 3],
      [b, 1],
      [c, 2],
    ]);
    expect(answer).toMatchObject({ status: 200, body: { message: messages.ordered } });
    expect((await index()).map(({ id }) => id)).toEqual([b, c, a]);
    const incomplete = await reorder([
      [a, 1],
      [b, 2],
    ]);
    expect([incomplete.status, incomplete.body.data]).toEqual([409, await index()]);
    const twice = await reorder([
      [a, 1],
      [b, 1],
      [c, 2],
    ]);
    expect([twice.status, twice.body.data]).toEqual([409, await index()]);
    expect(
      (
        await reorder([
          [a, 1],
          [b, 2],
          [999_999, 3],
        ])
      ).status,
    ).toBe(404);
    expect((await index()).map(({ id }) => id)).toEqual([b, c, a]);
  });

  test('has one main community, the first made, and the next in order follows it', async () => {
    const [a, b] = [await communityWith(school), await communityWith(school)];
    const main = async () =>
      (await index()).filter(({ principal }) => principal).map(({ id }) => id);
    expect(await main()).toEqual([a.id]);
    const gone = await school.owner.send(
      'DELETE',
      `/api/auth/community/delete/${school.id}/${a.id}`,
    );
    expect(gone).toMatchObject({ status: 200, body: { message: messages.removed } });
    expect(await main()).toEqual([b.id]);
    expect((await school.owner.get(`/api/v1/communities/${a.id}`)).status).toBe(404);
  });

  test('passes the mark of the main one to the next below, and from the last to the first', async () => {
    const [a, b, c] = [
      await communityWith(school),
      await communityWith(school),
      await communityWith(school),
    ];
    const remove = (id: number) =>
      school.owner.send('DELETE', `/api/auth/community/delete/${school.id}/${id}`);
    const main = async () =>
      (await index()).filter(({ principal }) => principal).map(({ id }) => id);
    await school.owner.post('/api/auth/community/reorder', {
      order: [b.id, a.id, c.id].map((id, at) => ({ id, order: at + 1 })),
    });
    await remove(a.id);
    expect(await main()).toEqual([c.id]);
    await remove(c.id);
    expect(await main()).toEqual([b.id]);
  });

  test('holds 500, and each a hundred channels, however many are made at once', async () => {
    const { id } = await communityWith(school, { channels: [] });
    await school.transaction(({ db }) =>
      sql`WITH more AS (
          INSERT INTO communities (title, position) SELECT 'C', 1 + n FROM generate_series(1, 497) n)
        INSERT INTO channels (community_id, title, position)
        SELECT ${id}::bigint, 'A', n FROM generate_series(1, 98) n`.execute(db),
    );
    const made = await Promise.all([...'ABCD'].map((title) => config({ title })));
    expect(statuses(made)).toEqual({ 201: 2, 409: 2 });
    expect(await index()).toHaveLength(500);
    const channels = await Promise.all(
      [...'ABCD'].map((title) =>
        school.owner.post(`/api/v1/communities/${id}/channels`, { title }),
      ),
    );
    expect(statuses(channels)).toEqual({ 201: 2, 409: 2 });
    expect((await show(school.owner, id)).channels).toHaveLength(100);
    // A full community leaves room in another one.
    const another = (await index()).at(-1)!.id;
    const added = await school.owner.post(`/api/v1/communities/${another}/channels`, {
      title: 'A',
    });
    expect([added.status, added.body.data.order]).toEqual([201, 1]);
  });

  test('eight made at once have one main one, and places of their own', async () => {
    const answers = await Promise.all([...'ABCDEFGH'].map((title) => config({ title })));
    expect(statuses(answers)).toEqual({ 201: 8 });
    const all = await index();
    expect(new Set(all.map(({ order }) => order)).size).toBe(8);
    expect(all.filter(({ principal }) => principal)).toHaveLength(1);
  });

  test('removed by eight at once is removed once', async () => {
    const { id } = await communityWith(school);
    const answers = await Promise.all(
      [...'ABCDEFGH'].map(() =>
        school.owner.send('DELETE', `/api/auth/community/delete/${school.id}/${id}`),
      ),
    );
    expect(statuses(answers)).toEqual({ 200: 1, 404: 7 });
  });
});

describe('switches', () => {
  test('of one community, by both forms', async () => {
    const { id } = await communityWith(school);
    const old = await put(`/api/auth/community/toggle-status/${school.id}/${id}/0`);
    expect(old.body).toEqual({ message: messages.deactivated, data: { id, active: 0 } });
    const on = await put(`/api/auth/v2/community/active/${school.id}/${id}/1`);
    expect(on.body).toEqual({ message: messages.isActive, data: { id, isActive: 1 } });
    expect((await put(`/api/auth/v2/community/active/${school.id}/${id}/2`)).status).toBe(400);
    expect((await put(`/api/auth/v2/community/active/${school.id}/999999/1`)).status).toBe(404);
  });

  test('of the school: communities and their page', async () => {
    const { id } = await communityWith(school);
    const student = await school.join();
    const settings = async () =>
      (await student.get(`/api/auth/community/settings/${school.id}`)).body.data;
    expect(await settings()).toEqual({ active: 1, show_communities_page: 1, legacy_form: 0 });
    const page = await put(`/api/auth/community/settings/toggle-page/${school.id}/0`);
    expect(page.body).toEqual({
      message: messages.pageChanged,
      data: { show_communities_page: 0 },
    });
    const all = await put(`/api/auth/community/settings/toggle-communities/${school.id}/0`);
    expect(all.body).toEqual({ message: messages.allDeactivated, data: { active: 0 } });
    expect(await settings()).toEqual({ active: 0, show_communities_page: 0, legacy_form: 0 });
    expect((await student.get(`/api/v1/communities/${id}`)).status).toBe(404);
    expect((await student.get('/api/v1/communities')).body).toEqual([]);
    expect((await school.owner.get(`/api/v1/communities/${id}`)).status).toBe(200);
  });

  test('LEGACY_COMMUNITY_TENANTS names the schools of the legacy form', async () => {
    const old = await openWorld({ LEGACY_COMMUNITY_TENANTS: `7,${school.id}` });
    const { host } = school;
    const { body } = await school.owner.get(`/api/auth/community/settings/${school.id}`);
    expect(body.data.legacy_form).toBe(0);
    const answer = await old.app.inject({
      url: `/api/auth/community/settings/${school.id}`,
      headers: { host, cookie: school.owner.cookie },
    });
    expect(answer.json().data.legacy_form).toBe(1);
  });
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

  test('without the product sees title, cover, access offer and locked channels', async () => {
    const { id } = await communityWith(school, { products: [product], channels: ['A', 'B'] });
    await put(`/api/auth/v2/community/config/${school.id}/${id}`, { description: 'Segredo' });
    const student = await school.join();
    const locked = await show(student, id);
    expect(locked).toMatchObject({
      locked: true,
      title: 'Clube',
      description: '',
      links: [],
      upsell: { text: 'Entre no clube', link: 'https://escola.example/clube' },
      channels: [
        { title: 'A', locked: true, unread: 0 },
        { title: 'B', locked: true, unread: 0 },
      ],
    });
    expect(await seen(student)).toEqual([locked]);
    expect(await details(id, student)).toMatchObject({ status: 403, body: { code: 'no_access' } });
    const holder = await school.join(['student'], [product]);
    expect(await show(holder, id)).toMatchObject({ locked: false, description: 'Segredo' });
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
