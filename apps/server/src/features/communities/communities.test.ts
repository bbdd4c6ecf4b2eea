import { messages, type CommunitySummary } from '@vitrine/contract/communities';
import { messages as common } from '@vitrine/contract/messages';
import { beforeEach, describe, expect, test } from 'vitest';
import { communityWith } from '../../../test/communities.ts';
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
    const search = async (q: string) =>
      (await school.owner.get(`${path}?search=${encodeURIComponent(q)}`)).body.data;
    expect(await search('edicao')).toHaveLength(1);
    expect(await search('%')).toEqual([]);
    for (let n = 0; n < 20; n += 1) await school.product('Aulas');
    const first = (await school.owner.get(path)).body;
    const titles = first.data.map(({ title }: { title: string }) => title);
    expect(titles).toEqual(Array.from({ length: 20 }, () => 'Aulas'));
    expect((await school.owner.get(first.next_page_url)).body).toMatchObject({
      data: [{ title: 'Edição' }, { title: 'Plano Estúdio' }],
      current_page: 2,
      next_page_url: null,
    });
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
    // By their other names.
    const back = { id, files: 1, publications: 1 };
    expect((await put('/api/auth/community/edit-content-media', back)).body.data).toMatchObject({
      ...back,
      videos: 0,
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
    // One that opens it already changes nothing.
    const again = await plans('add', [product, other]);
    expect([again.status, again.body]).toEqual([added.status, added.body]);
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
