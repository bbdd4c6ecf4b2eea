import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { communityWith } from '../../../test/communities.ts';
import { openWorld, type TestSchool } from '../../../test/harness.ts';
import { expectWaiting } from '../../../test/lock-waits.ts';
import { quizWith } from '../../../test/quizzes.ts';
import { productUses } from './product-uses.reader.ts';

const world = await openWorld();
const listing = '/api/auth/admin/products/get';

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

test('the list says how many people of this school hold each product, and what it opens', async () => {
  const [heldProduct, free] = [await school.product('Anual'), await school.product('Mensal')];
  await school.join(['student'], [heldProduct]);
  await school.join(['student'], [heldProduct, free]);
  const neighbour = await world.school();
  const course = { title: 'Luz', product_ids: [heldProduct] };
  const created = await school.owner.post('/api/v1/courses', course);
  const courses = [{ id: created.body.data.id, title: 'Luz' }];
  expect((await school.owner.get(listing)).body).toEqual([
    { id: heldProduct, title: 'Anual', status: 'active', members_count: 2, courses },
    { id: free, title: 'Mensal', status: 'active', members_count: 1, courses: [] },
  ]);
  expect((await neighbour.owner.get(listing)).body).toEqual([]);
});

test('the list is by title, without regard to accents and case', async () => {
  for (const title of ['Ótica', 'vídeo', 'anual', 'Mensal']) await school.product(title);
  const { body } = await school.owner.get(listing);
  expect(body.map(({ title }: { title: string }) => title)).toEqual([
    'anual',
    'Mensal',
    'Ótica',
    'vídeo',
  ]);
});

test('a product is renamed and made inactive, and no other one', async () => {
  const [one, other] = [await school.product('Anual'), await school.product('Mensal')];
  const change = (body: object, id = one) =>
    school.owner.send('PATCH', `/api/v1/products/${id}`, body);
  expect((await change({ title: 'Bienal' })).body.data).toMatchObject({ id: one, title: 'Bienal' });
  expect((await change({ status: 'inactive' })).status).toBe(200);
  expect((await change({ title: 'Bienal' }, 999_999)).status).toBe(404);
  expect((await school.owner.get(listing)).body).toMatchObject([
    { id: one, title: 'Bienal', status: 'inactive' },
    { id: other, title: 'Mensal', status: 'active' },
  ]);
});

test('a product with members is not deleted, and says how many; an unused one is', async () => {
  const [heldProduct, free] = [await school.product('Anual'), await school.product('Mensal')];
  await school.join(['student'], [heldProduct]);
  const refused = await school.owner.send('DELETE', `/api/v1/products/${heldProduct}`);
  expect(refused.status).toBe(409);
  expect(refused.body.message).toBe(
    'Este produto ainda está com 1 pessoa. Retire-o dela antes de excluir.',
  );
  const left = await school.product('Trimestral');
  expect((await school.owner.send('DELETE', `/api/v1/products/${free}`)).status).toBe(204);
  // Who holds another product keeps it.
  expect((await school.owner.get(listing)).body).toMatchObject([
    { id: heldProduct, members_count: 1 },
    { id: left, members_count: 0 },
  ]);
});

test('a product that somebody gets at the same moment is not deleted', async () => {
  const id = await school.product('Anual');
  const joao = await school.join();
  const deletions = await school.transaction(async (tx) => {
    const given = { member_id: joao.id, product_id: id };
    await tx.db.insertInto('member_products').values(given).execute();
    const deletion = school.owner.send('DELETE', `/api/v1/products/${id}`);
    await expectWaiting(tx, 1);
    return [deletion];
  });
  const [refused] = await Promise.all(deletions);
  expect([refused!.status, refused!.body.code]).toEqual([409, 'product_held']);
});

test('a product that is deleted at the same moment is given to nobody', async () => {
  const [id, kept] = [await school.product('Anual'), await school.product('Mensal')];
  const joao = await school.join(['student'], [kept]);
  const [grant] = await school.transaction(async (tx) => {
    await tx.db.deleteFrom('products').where('id', '=', id).execute();
    const running = school.owner.send('PATCH', `/api/v1/members/${joao.id}`, {
      product_ids: [id],
    });
    await expectWaiting(tx, 1);
    return [running];
  });
  expect((await grant!).status).toBe(404);
  const { body } = await school.owner.get(`/api/v1/products/${kept}/uses`);
  expect(body.data.members).toBe(1);
});

test('an unknown product is not deleted, and none of another school', async () => {
  const id = await (await world.school()).product('Deles');
  for (const unknown of [id, 999_999])
    expect((await school.owner.send('DELETE', `/api/v1/products/${unknown}`)).status).toBe(404);
});

test('is held by nobody who waits for the erasure of the account', async () => {
  const id = await school.product('Anual');
  const [rosa, joao] = [await school.join(['student'], [id]), await school.join(['student'], [id])];
  const erase = (member: number) => school.owner.post(`/api/v1/members/${member}/erasure`);
  const counts = async () => {
    const { body } = await school.owner.get(listing);
    const uses = await school.owner.get(`/api/v1/products/${id}/uses`);
    return [
      body.find((one: { id: number }) => one.id === id).members_count,
      uses.body.data.members,
    ];
  };
  const remove = () => school.owner.send('DELETE', `/api/v1/products/${id}`);
  expect(await counts()).toEqual([2, 2]);
  await erase(rosa.id);
  expect(await counts()).toEqual([1, 1]);
  const refused = await remove();
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringContaining('1 pessoa.'),
  ]);
  await erase(joao.id);
  expect(await counts()).toEqual([0, 0]);
  expect((await remove()).status).toBe(204);
});

test('before a product is deleted, one call lists the consequences', async () => {
  const [annual, monthly] = [await school.product('Anual'), await school.product('Mensal')];
  const course = async (title: string, product_ids: number[]): Promise<number> =>
    (await school.owner.post('/api/v1/courses', { title, product_ids })).body.data.id;
  const [only, shared] = [
    await course('Retrato', [annual]),
    await course('Luz', [annual, monthly]),
  ];
  await course('Cor', [monthly]);
  for (const [product_id, text] of [
    [annual, 'Oi, $nome_aluno'],
    [monthly, 'Tchau'],
  ])
    await school.owner.post('/api/auth/marquee/create', { text, product_id });
  await school.join(['student'], [annual, monthly]);
  await school.join(['student'], [monthly]);
  const uses = (person = school.owner) => person.get(`/api/v1/products/${annual}/uses`);
  expect((await uses()).body).toEqual({
    data: {
      members: 1,
      things: [
        { kind: 'course', id: shared, title: 'Luz', others: 'active' },
        { kind: 'course', id: only, title: 'Retrato', others: 'none' },
        { kind: 'marquee', id: expect.any(Number), title: 'Oi, $nome_aluno', others: 'none' },
      ],
    },
  });
  // An inactive product opens nothing: it does not keep a course open.
  await school.owner.send('PATCH', `/api/v1/products/${monthly}`, { status: 'inactive' });
  expect((await uses()).body.data.things[0]).toMatchObject({ id: shared, others: 'inactive' });
  expect((await uses(await school.join())).status).toBe(403);
  expect((await (await world.school()).owner.get(`/api/v1/products/${annual}/uses`)).status).toBe(
    404,
  );
});

test('a quiz that other products open too loses one of them, and another its last one', async () => {
  const [annual, monthly] = [await school.product('Anual'), await school.product('Mensal')];
  const paused = await school.product('Semanal');
  await school.owner.send('PATCH', `/api/v1/products/${paused}`, { status: 'inactive' });
  const quiz = (name: string, product_ids: number[]) =>
    school.owner.post('/api/auth/quiz/create', { name, product_ids });
  await quiz('Cor', [annual, monthly, paused]);
  await quiz('Luz', [annual]);
  const { body } = await school.owner.get(`/api/v1/products/${annual}/uses`);
  expect(body.data.things).toMatchObject([
    { kind: 'quiz', title: 'Cor', others: 'active' },
    { kind: 'quiz', title: 'Luz', others: 'none' },
  ]);
});

test('a quiz that keeps an inactive product closes, and one without any opens to all', async () => {
  const [annual, paused] = [await school.product('Anual'), await school.product('Pausado')];
  await school.owner.send('PATCH', `/api/v1/products/${paused}`, { status: 'inactive' });
  await quizWith(school, { name: 'Cor', product_ids: [annual, paused] });
  await quizWith(school, { name: 'Luz', product_ids: [annual] });
  const uses = await school.owner.get(`/api/v1/products/${annual}/uses`);
  expect(uses.body.data.things).toMatchObject([
    { kind: 'quiz', title: 'Cor', others: 'inactive' },
    { kind: 'quiz', title: 'Luz', others: 'none' },
  ]);
  await school.owner.send('DELETE', `/api/v1/products/${annual}`);
  const { body } = await (await school.join()).get('/api/v1/quizzes');
  expect(body.map(({ name }: { name: string }) => name)).toEqual(['Luz']);
});

test('the list of who scores loses one of its products, and then its last one', async () => {
  const [annual, monthly] = [await school.product('Anual'), await school.product('Mensal')];
  await school.owner.post('/api/auth/ranking/gamification-plans/create', {
    array_plans_id: [annual, monthly],
    tenant_id: school.id,
  });
  const points = async () => {
    const { body } = await school.owner.get(`/api/v1/products/${annual}/uses`);
    return body.data.things;
  };
  expect(await points()).toEqual([
    { kind: 'points', id: annual, title: 'Anual', others: 'active' },
  ]);
  await school.owner.send('DELETE', `/api/v1/products/${monthly}`);
  expect(await points()).toEqual([{ kind: 'points', id: annual, title: 'Anual', others: 'none' }]);
});

test('a community that another product opens too is told apart from one that only this one opens', async () => {
  const [annual, monthly] = [await school.product('Anual'), await school.product('Mensal')];
  const both = await communityWith(school, { title: 'Clube', products: [annual, monthly] });
  const only = await communityWith(school, { title: 'Oficina', products: [annual] });
  const { body } = await school.owner.get(`/api/v1/products/${annual}/uses`);
  expect(body.data.things).toEqual([
    { kind: 'community', id: both.id, title: 'Clube', others: 'active' },
    { kind: 'community', id: only.id, title: 'Oficina', others: 'none' },
  ]);
});

test('a community, a channel, a level and a live that only an inactive product keeps lose their last one', async () => {
  const [annual, paused] = [await school.product('Anual'), await school.product('Pausado')];
  const both = [annual, paused];
  const { id: club } = await communityWith(school, { title: 'Clube', products: both });
  await school.owner.post(`/api/v1/communities/${club}/channels`, {
    title: 'Fotos',
    product_ids: both,
  });
  const level = await school.owner.post('/api/auth/ranking/levels/create', { name: 'Mestre' });
  await school.owner.post('/api/auth/ranking/levels/permissions/create', {
    level_id: level.body.id,
    array_plans_id: both,
    tenant_id: school.id,
  });
  await school.owner.post('/api/v1/lives', {
    title: 'Luz',
    url: 'https://youtu.be/dQw4w9WgXcQ',
    starts_at: '2099-05-10T20:00:00Z',
    product_ids: both,
  });
  const losses = async () => {
    const { things } = (await school.owner.get(`/api/v1/products/${annual}/uses`)).body.data;
    return things.map(({ kind, others }: { kind: string; others: string }) => [kind, others]);
  };
  const kinds = ['community', 'channel', 'level', 'live'];
  expect(await losses()).toEqual(kinds.map((kind) => [kind, 'active']));
  // It opens nothing: none of them opens to students any more.
  await school.owner.send('PATCH', `/api/v1/products/${paused}`, { status: 'inactive' });
  expect(await losses()).toEqual(kinds.map((kind) => [kind, 'inactive']));
});

test('a reward that was removed is no consequence', async () => {
  const [plan, bonus] = [await school.product('Anual'), await school.product('Bônus')];
  const reward = async (name: string): Promise<number> => {
    const input = { name, criteria: 'score', needed_score: 10, tenant_id: school.id };
    const more = { plansSelected: [plan], deliverable_product: bonus };
    return (await school.owner.post('/api/auth/ranking/rewards/create', { ...input, ...more })).body
      .id;
  };
  const [kept, removed] = [await reward('Macro'), await reward('Antiga')];
  await school.owner.send('DELETE', `/api/auth/ranking/rewards/delete/${removed}/${school.id}`);
  for (const [product, kind] of [
    [plan, 'reward'],
    [bonus, 'delivery'],
  ] as const)
    expect((await school.owner.get(`/api/v1/products/${product}/uses`)).body.data.things).toEqual([
      { kind, id: kept, title: 'Macro', others: 'none' },
    ]);
});

test('all that refers to a product is listed before its deletion', async () => {
  const { rows } = await school.transaction(({ db }) =>
    sql<{ name: string }>`
      SELECT conrelid::regclass::text AS name FROM pg_constraint
      WHERE confrelid = 'products'::regclass AND contype = 'f'`.execute(db),
  );
  // The choices of an import are remembered, and forgotten with the product.
  const listedTables = [
    'member_products',
    'import_products',
    ...productUses.map(({ table }) => table),
  ];
  expect(rows.map(({ name }) => name).toSorted()).toEqual(listedTables.toSorted());
});
