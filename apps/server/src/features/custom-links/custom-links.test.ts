import { limits, messages } from '@vitrine/contract/custom-links';
import { beforeEach, describe, expect, test } from 'vitest';
import { openWorld, statuses, type TestSchool } from '../../../test/harness.ts';

const world = await openWorld();
const links = '/api/auth/config/plataforma/links';

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

const create = (title: string, url = 'loja.example.com') =>
  school.owner.post(`${links}/create`, { link_title: title, link_url: url, tenant_id: school.id });
const index = async (person = school.owner) =>
  (await person.get(`${links}/index/${school.id}`)).body.data;
const titles = async () => (await index()).map(({ title }: { title: string }) => title);

describe('a new link', () => {
  test('is stored without its scheme, as the last of the menu', async () => {
    await create('Agenda', 'agenda.example.com');
    const { status, body } = await create('Loja', ' https://loja.example.com/presets?x=1 ');
    expect(status).toBe(201);
    expect(body).toEqual({
      message: 'Link criado com sucesso',
      data: {
        id: expect.any(Number),
        title: 'Loja',
        url: 'loja.example.com/presets?x=1',
        tenant_id: school.id,
      },
    });
    expect(await titles()).toEqual(['Agenda', 'Loja']);
  });

  test('may lead to a community', async () => {
    const { body } = await create('Clube', `/comunidade/${school.id}/7`);
    expect(body.data.url).toBe(`/comunidade/${school.id}/7`);
  });

  test('is shown to every student of the school', async () => {
    await create('Loja');
    const student = await school.join();
    expect(await index(student)).toHaveLength(1);
  });
});

describe('the server refuses', () => {
  test.each([
    ['a blank title', '  ', 'loja.example.com', 'link_title'],
    ['a blank address', 'Loja', '  ', 'link_url'],
    ['an address that is only a scheme', 'Loja', 'https://', 'link_url'],
  ])('%s', async (_what, title, url, field) => {
    const { status, body } = await create(title, url);
    expect(status).toBe(422);
    expect(body).toEqual({
      message: messages.blank,
      code: 'invalid',
      errors: { [field]: [messages.blank] },
    });
    expect(await index()).toEqual([]);
  });

  test.each([
    ['a scheme that runs code', 'javascript:alert(1)'],
    ['a scheme behind a scheme', 'https://javascript:alert(1)'],
    ['a scheme of another program', 'mailto:a@example.com'],
    ['a scheme before a number', 'tel:11999998888'],
    ['code that begins with a number', 'javascript:1/alert(1)'],
    ['a port that no host has', 'loja.example.com:99999'],
    ['a host that no browser finds', '50%.example.com'],
    ['a host without its scheme', '//loja.example.com'],
    ['a space in the address', 'loja .com'],
  ])('%s as an address', async (_what, url) => {
    const { status, body } = await create('Loja', url);
    expect(status).toBe(422);
    expect(body).toMatchObject({
      message: 'Link inválido',
      errors: { link_url: ['Link inválido'] },
    });
    const untitled = await create(' ', url);
    expect(untitled.body).toMatchObject({
      message: 'Valor do campo inválido',
      errors: { link_title: ['Valor do campo inválido'], link_url: ['Link inválido'] },
    });
    expect(await index()).toEqual([]);
  });

  test('two blank fields with one message for both', async () => {
    const { status, body } = await create('', 'http://');
    expect(status).toBe(422);
    expect(body.message).toBe('Valores dos campos inválidos');
    expect(body.errors).toEqual({ link_title: [messages.blank], link_url: [messages.blank] });
  });

  test('a fourth link', async () => {
    for (const title of ['A', 'B', 'C']) expect((await create(title)).status).toBe(201);
    const { status, body } = await create('D');
    expect(status).toBe(409);
    expect(body.message).toBe('Você pode criar no máximo 3 (três) links');
    expect(await titles()).toEqual(['A', 'B', 'C']);
  });

  test('five of eight links that are created at once', async () => {
    const answers = await Promise.all([...'ABCDEFGH'].map((title) => create(title)));
    expect(statuses(answers)).toEqual({ 201: limits.perSchool, 409: 5 });
    expect(await index()).toHaveLength(limits.perSchool);
  });

  test('a link by a visitor and by every role but owner and admin', async () => {
    const body = { link_title: 'Loja', link_url: 'loja.example.com' };
    for (const roles of [['student'], ['instructor'], ['moderator']])
      expect((await (await school.join(roles)).post(`${links}/create`, body)).status).toBe(403);
    expect((await school.visitor.post(`${links}/create`, body)).status).toBe(401);
    expect((await (await school.join(['admin'])).post(`${links}/create`, body)).status).toBe(201);
  });

  test.each([
    [{}, 'Campo obrigatório'],
    [{ newOrdenation: 'x' }, 'Valor inválido'],
    [{ newOrdenation: null }, 'Valor inválido'],
  ])('the order %o, with a message of its own for a missing one', async (body, text) => {
    const answer = await school.owner.post(`${links}/order`, body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({ newOrdenation: [text] });
  });

  test('a blank title in the language of the request', async () => {
    const { body } = await school.owner.send(
      'POST',
      `${links}/create`,
      { link_title: '', link_url: 'a.com' },
      {
        headers: { cookie: `${school.owner.cookie}; language=en` },
      },
    );
    expect(body.message).toBe('Invalid field value');
  });
});

describe('a link', () => {
  test('keeps its place when it changes', async () => {
    const { body } = await create('Loja');
    await create('Agenda');
    const changed = await school.owner.post(`${links}/update/${body.data.id}`, {
      link_title: 'Loja nova',
      link_url: 'http://nova.example.com',
    });
    expect(changed.body).toMatchObject({
      message: 'Link atualizado com sucesso',
      data: { url: 'nova.example.com' },
    });
    expect(await titles()).toEqual(['Loja nova', 'Agenda']);
  });

  test('frees its place when it is removed', async () => {
    const created = [await create('A'), await create('B'), await create('C')];
    const removed = await school.owner.send(
      'DELETE',
      `${links}/delete/${school.id}/${created[1]!.body.data.id}`,
    );
    expect(removed).toMatchObject({ status: 200, body: { message: 'Link excluído com sucesso' } });
    expect((await create('D')).status).toBe(201);
    expect(await titles()).toEqual(['A', 'C', 'D']);
  });

  test('keeps the later of two concurrent changes, as links have no version', async () => {
    const { body } = await create('Loja');
    const change = (name: string) =>
      school.owner.post(`${links}/update/${body.data.id}`, {
        link_title: name,
        link_url: `${name}.example.com`,
      });
    expect(statuses(await Promise.all([change('a'), change('b')]))).toEqual({ 200: 2 });
    const [{ title, url }] = await index();
    expect(url).toBe(`${title}.example.com`);
  });

  test('that does not exist is 404, even if the body is invalid', async () => {
    for (const body of [{ link_title: 'x', link_url: 'y.com' }, {}])
      expect((await school.owner.post(`${links}/update/999999`, body)).status).toBe(404);
  });
});

describe('the order', () => {
  const order = (newOrdenation: unknown) =>
    school.owner.post(`${links}/order`, { newOrdenation, tenant_id: school.id });
  const three = async () => {
    const created = [await create('A'), await create('B'), await create('C')];
    return created.map(({ body }) => body.data.id as number) as [number, number, number];
  };

  test('is stored', async () => {
    const [a, b, c] = await three();
    expect((await order([c, a, b])).status).toBe(200);
    expect(await titles()).toEqual(['C', 'A', 'B']);
  });

  test.each([
    ['a gap', (ids: number[]) => ids.slice(1)],
    ['a duplicate', (ids: number[]) => [ids[0], ids[0], ids[1], ids[2]]],
    ['a duplicate in place of another', (ids: number[]) => [ids[0], ids[0], ids[1]]],
    ['nothing', () => []],
  ])('with %s is 409 and answers the current list', async (_what, wrong) => {
    const ids = await three();
    const { status, body } = await order(wrong(ids));
    expect(status).toBe(409);
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(ids);
    expect(await titles()).toEqual(['A', 'B', 'C']);
  });

  test('with an unknown link is 404', async () => {
    const [a, b] = await three();
    expect((await order([a, b, 999_999])).status).toBe(404);
  });

  test('of two concurrent requests is the whole of one of them', async () => {
    const [a, b, c] = await three();
    await Promise.all([order([c, b, a]), order([b, a, c])]);
    expect(['CBA', 'BAC']).toContain((await titles()).join(''));
  });
});

/**
 * Pages take their links from the cached school. Without a web build, this test reads the cache.
 */
test('the next page of this server shows a change', async () => {
  const inPages = async () => (await world.platform.schools.byId(school.id))!.links;
  for (const title of ['Agenda', 'Loja', 'Clube']) {
    const { body } = await create(title);
    expect(await inPages()).toContainEqual(body.data);
  }
  const [agenda, ...others] = await index();
  await school.owner.send('DELETE', `${links}/delete/${school.id}/${agenda.id}`);
  expect(await inPages()).toEqual(others);
});

describe('the neighbour school', () => {
  test('reads and changes no link of this school', async () => {
    const { body } = await create('Loja');
    const neighbour = await world.school();
    const { owner } = neighbour;
    expect((await owner.get(`${links}/index/${school.id}`)).status).toBe(403);
    expect(
      (await owner.post(`${links}/update/${body.data.id}`, { link_title: 'x', link_url: 'x.com' }))
        .status,
    ).toBe(404);
    expect(
      (await owner.send('DELETE', `${links}/delete/${neighbour.id}/${body.data.id}`)).status,
    ).toBe(404);
    expect(
      (
        await owner.post(`${links}/create`, {
          link_title: 'x',
          link_url: 'x.com',
          tenant_id: school.id,
        })
      ).status,
    ).toBe(403);
    expect((await owner.post(`${links}/order`, { newOrdenation: [body.data.id] })).status).toBe(
      404,
    );
    expect(await titles()).toEqual(['Loja']);
  });

  test('does not accept a session of this school', async () => {
    const neighbour = await world.school();
    const { status } = await neighbour.visitor.send(
      'GET',
      `${links}/index/${neighbour.id}`,
      undefined,
      {
        headers: { cookie: school.owner.cookie },
      },
    );
    expect(status).toBe(401);
  });
});

test('a change writes one audit row; a refused one writes none', async () => {
  await create('Loja');
  await create('');
  expect(await school.auditEntries()).toMatchObject([
    { action: 'custom-links.create', member_id: school.owner.id },
  ]);
});

test.each(['loja.example.com:8443/a?b=1', 'localhost:3000', 'ação.example.com', '/courses/3'])(
  '%s is kept as it is',
  async (url) => {
    const { status, body } = await create('Loja', url);
    expect([status, body.data?.url]).toEqual([201, url]);
  },
);
