import { messages } from '@vitrine/contract/marquees';
import { beforeEach, describe, expect, test } from 'vitest';
import { courseWith } from '../../../test/catalog.ts';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';

const world = await openWorld();
const path = '/api/auth/marquee';

let school: TestSchool;
let product: number;
beforeEach(async () => {
  school = await world.school();
  product = await school.product();
});

const create = (fields: object = {}, person: Pick<Person, 'post'> = school.owner) =>
  person.post(`${path}/create`, { text: 'Nova turma', product_id: product, timer: 60, ...fields });
const list = async (person = school.owner) => (await person.get(`${path}/${school.id}`)).body;

describe('a marquee is made', () => {
  test('for a product, and every member finds it', async () => {
    const { status, body } = await create({ url: '', type: 'vertical', tenant_id: school.id });
    expect(status).toBe(201);
    const made = {
      id: expect.any(Number),
      text: 'Nova turma',
      product_id: product,
      timer: 60,
      url: null,
      type: 'horizontal',
      tenant_id: school.id,
    };
    expect(body).toEqual({ message: 'Letreiro salvo com sucesso.', data: made });
    expect(await list(await school.join())).toEqual([made]);
  });

  test('with speed 40 by default', async () => {
    expect((await create({ timer: undefined })).body.data.timer).toBe(40);
  });

  test.each([10, 150])('as slow or fast as %i', async (timer) => {
    expect((await create({ timer })).status).toBe(201);
  });

  test('once a product, and the refusal is under data too', async () => {
    await create();
    const { status, body } = await create();
    expect(status).toBe(409);
    expect(body).toEqual({
      message: 'Já existe um letreiro definido para este produto. Selecione outro produto',
      code: 'product_taken',
      data: 'Já existe um letreiro definido para este produto. Selecione outro produto',
    });
    const headers = { cookie: `${school.owner.cookie}; language=en` };
    const sent = { text: 'Nova turma', product_id: product, timer: 60 };
    const english = await school.owner.send('POST', `${path}/create`, sent, { headers });
    expect(english.body.message).toMatch(/product/);
    expect(english.body.data).toBe(english.body.message);
  });

  test('once a product, of eight made at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create()));
    expect(statuses(answers)).toEqual({ 201: 1, 409: 7 });
    expect(await list()).toHaveLength(1);
  });
});

describe('invalid input is refused', () => {
  test.each([
    ['a blank text', { text: ' ' }, 'text', messages.textRequired],
    ['no product', { product_id: null }, 'product_id', messages.productRequired],
    ['an address that is none', { url: 'loja' }, 'url', messages.url],
    ['a scheme that runs code', { url: 'javascript:alert(1)' }, 'url', messages.url],
    ['too slow', { timer: 9 }, 'timer', 'Valor inválido'],
    ['too fast', { timer: 151 }, 'timer', 'Valor inválido'],
  ])('%s', async (_what, fields, field, text) => {
    const { status, body } = await create(fields);
    expect(status).toBe(422);
    expect(body.errors).toEqual({ [field]: [text] });
    expect(await list()).toEqual([]);
  });

  test('everybody but admins, and a product of another school', async () => {
    const neighbour = await world.school();
    for (const roles of [['student'], ['instructor'], ['moderator']])
      expect((await create({}, await school.join(roles))).status).toBe(403);
    expect((await create({}, school.visitor)).status).toBe(401);
    expect((await create({ product_id: await neighbour.product() })).status).toBe(404);
  });
});

test('it is changed and removed, and the neighbour school cannot', async () => {
  const { id } = (await create()).body.data;
  const neighbour = await world.school();
  const fields = { text: 'Outra', product_id: product, url: 'https://loja.example.com/?a=1' };
  const input = { ...fields, product_id: await neighbour.product() };
  expect((await neighbour.owner.post(`${path}/update/${id}`, input)).status).toBe(404);
  expect((await neighbour.owner.send('DELETE', `${path}/${id}`)).status).toBe(404);

  const changed = await school.owner.post(`${path}/update/${id}`, fields);
  expect(changed.body).toMatchObject({
    message: 'Letreiro atualizado com sucesso.',
    data: { id, text: 'Outra', url: 'https://loja.example.com/?a=1' },
  });
  const removed = await school.owner.send('DELETE', `${path}/${id}`);
  expect(removed).toMatchObject({ status: 200, body: { message: 'Exclusão realizada.' } });
  expect((await school.owner.post(`${path}/update/${id}`, {})).status).toBe(404);
  expect(await list()).toEqual([]);
});

describe('on a lesson', () => {
  const over = async (lesson: number | undefined, person: Person = school.owner) =>
    (await person.get(`/api/v1/lessons/${lesson}`)).body.data.marquee;

  test('it runs for members with its product, with their first names', async () => {
    const other = await school.product('Plano Oficina');
    const { lessons } = await courseWith(school, { products: [product, other] });
    const holder = await school.join(['student'], [product]);
    const outsider = await school.join(['student'], [other]);
    await create({ text: 'Bem-vindo, $nome_aluno!', url: '/homepage' });
    const running = {
      text: 'Bem-vindo, $nome_aluno!',
      url: '/homepage',
      timer: 60,
      names: ['Marina'],
    };
    expect(await over(lessons[0], holder)).toEqual(running);
    expect(await over(lessons[0])).toEqual(running);
    expect(await over(lessons[0], outsider)).toBeNull();
  });

  test('it names a member with the form of address before the name', async () => {
    const { lessons } = await courseWith(school, { products: [product] });
    const holder = await school.join(['student'], [product]);
    await holder.send('PATCH', '/api/v1/me', { name: 'Seu Osvaldo Lima' });
    await create({ text: 'Bem-vindo, $nome_aluno!' });
    expect((await over(lessons[0])).names).toEqual(['Seu Osvaldo']);
  });

  test('it sends twenty names at most, and none if its text has no name', async () => {
    const { lessons } = await courseWith(school, { products: [product] });
    const holders = await Promise.all(
      Array.from({ length: 21 }, () => school.join(['student'], [product])),
    );
    for (const [at, who] of holders.entries())
      await who.send('PATCH', '/api/v1/me', { name: `Marina${at} Reis` });
    const { id } = (await create()).body.data;
    expect((await over(lessons[0])).names).toEqual([]);
    await school.owner.post(`${path}/update/${id}`, { text: '$nome_aluno', product_id: product });
    expect((await over(lessons[0])).names).toHaveLength(20);
  });

  test('it names nobody who holds other products only, or waits for the erasure of the account', async () => {
    const { lessons } = await courseWith(school, { products: [product] });
    const [holder, outsider, leaver] = [
      await school.join(['student'], [product]),
      await school.join(['student'], [await school.product('Plano Oficina')]),
      await school.join(['student'], [product]),
    ];
    await holder.send('PATCH', '/api/v1/me', { name: 'Ana Reis' });
    await outsider.send('PATCH', '/api/v1/me', { name: 'Bia Lima' });
    await create({ text: 'Bem-vindo, $nome_aluno!' });
    const names = async () => (await over(lessons[0], holder)).names.toSorted();
    expect(await names()).toEqual(['Ana', 'Marina']);
    expect((await school.owner.post(`/api/v1/members/${leaver.id}/erasure`)).status).toBe(202);
    expect(await names()).toEqual(['Ana']);
  });

  test('it names each first name once, and no staff', async () => {
    const { lessons } = await courseWith(school, { products: [product] });
    const [one, other, instructor] = [
      await school.join(['student'], [product]),
      await school.join(['student'], [product]),
      await school.join(['instructor'], [product]),
    ];
    await one.send('PATCH', '/api/v1/me', { name: 'Ana Reis' });
    await other.send('PATCH', '/api/v1/me', { name: 'Ana Lima' });
    await instructor.send('PATCH', '/api/v1/me', { name: 'Ivo Melo' });
    await create({ text: 'Bem-vindo, $nome_aluno!' });
    expect((await over(lessons[0])).names).toEqual(['Ana']);
  });

  test('it does not run over courses of other products', async () => {
    const { lessons } = await courseWith(school, { products: [await school.product('Outro')] });
    await create();
    expect(await over(lessons[0])).toBeNull();
  });
});
