import type { Level } from '@vitrine/contract/levels';
import type { Post } from '@vitrine/contract/posts';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { courseWith, fileFor, claimedPaths } from '../../../test/catalog.ts';
import { comment, communityWith, publish } from '../../../test/communities.ts';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';
import { expectWaiting } from '../../../test/lock-waits.ts';
import { ownDatabase } from '../../../test/own-database.ts';

const world = await openWorld({}, await ownDatabase());
const base = '/api/auth/ranking/levels';

let school: TestSchool;
let product: number;
beforeEach(async () => {
  school = await world.school();
  product = await school.product();
});

const create = (more: object = {}) =>
  school.owner.post(`${base}/create`, {
    tenant_id: school.id,
    name: 'Olhar',
    needed_score: 10,
    ...more,
  });
const made = async (more: object = {}): Promise<number> => (await create(more)).body.id;
const update = (id: number, more: object) =>
  school.owner.post(`${base}/update`, { tenant_id: school.id, id, ...more });
const list = async (): Promise<Level[]> =>
  (await school.owner.get(`${base}/get/${school.id}`)).body;
const open = (level_id: number, array_plans_id: number[] = [product]) =>
  school.owner.post(`${base}/permissions/create`, {
    level_id,
    array_plans_id,
    tenant_id: school.id,
  });
const inSchool = (text: string) =>
  world.platform.database.transaction(school.id, ({ db }) => sql.raw(text).execute(db));
const give = (id: number, points: number) =>
  school.owner.post(`/api/v1/members/${id}/points`, { points, reason: 'Ajudou' });

test('a product that opens a level already is not added again', async () => {
  const level = await made();
  const [first] = (await open(level)).body;
  const { status, body } = await open(level);
  expect([status, body]).toEqual([201, [first]]);
  const other = await school.product('Noite');
  expect((await open(level, [product, other])).body).toHaveLength(2);
});

test('a product that eight requests add to a level at once is added once', async () => {
  const level = await made();
  const answers = await Promise.all([...'12345678'].map(() => open(level)));
  expect(statuses(answers)).toEqual({ 201: 8 });
  const { body } = await school.owner.get(`${base}/permissions/get-by-level/${school.id}/${level}`);
  expect(body).toMatchObject([{ plan_id: product }]);
  for (const answer of answers) expect(answer.body).toEqual(body);
});

test('the products of a level are listed by title, whatever was added first', async () => {
  const level = await made();
  const titles = ['Zênite', 'Ácido', 'brilho'];
  const ids = [];
  for (const title of titles) ids.push(await school.product(title));
  await open(level, ids);
  const { body } = await school.owner.get(`${base}/permissions/get-by-level/${school.id}/${level}`);
  expect(body.map(({ plan }: { plan: { title: string } }) => plan.title)).toEqual([
    'Ácido',
    'brilho',
    'Zênite',
  ]);
});

test('a level is created, changed and removed', async () => {
  const { status, body } = await create({ show_score_on_profile: '0', animation: 'levelUpGold' });
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.any(Number),
    message: 'Novo nível criado.',
    data: {
      id: body.id,
      tenant_id: school.id,
      name: 'Olhar',
      needed_score: 10,
      color: '#ffb238',
      img: null,
      url_img: null,
      show_level_on_profile: 1,
      show_score_on_profile: 0,
      animation: 'levelUpGold',
    },
  });
  await made({ name: 'Semente', needed_score: 0 });
  expect((await list()).map(({ name }) => name)).toEqual(['Semente', 'Olhar']);
  expect(await update(body.id, { name: 'Olhar treinado' })).toMatchObject({
    status: 200,
    body: {
      message: 'Nível atualizado com sucesso.',
      data: { name: 'Olhar treinado', needed_score: 10 },
    },
  });
  expect((await list()).map(({ name }) => name)).toEqual(['Semente', 'Olhar treinado']);
  const gone = await school.owner.send('DELETE', `${base}/delete/${body.id}/${school.id}`);
  expect(gone).toMatchObject({ status: 200, body: { message: 'Nível excluído com sucesso.' } });
  expect(await list()).toMatchObject([{ name: 'Semente' }]);
  for (const answer of [
    await update(body.id, { name: 'x' }),
    await school.owner.send('DELETE', `${base}/delete/${body.id}/${school.id}`),
    await open(body.id),
  ])
    expect(answer.status).toBe(404);
});

test('a name has 32 characters when it is created, and 150 when it is changed', async () => {
  const id = await made({ name: 'é'.repeat(32) });
  expect((await create({ name: 'é'.repeat(33) })).status).toBe(422);
  expect((await create({ name: ' ' })).body.errors).toEqual({ name: ['Obrigatório'] });
  expect((await update(id, { name: 'é'.repeat(150) })).status).toBe(200);
  expect((await update(id, { name: 'é'.repeat(151) })).status).toBe(422);
});

test('a score has the same limit in a form as in JSON', async () => {
  const form = (needed_score: number) => {
    const fields = new FormData();
    fields.set('name', 'Semente');
    fields.set('needed_score', String(needed_score));
    return fields;
  };
  for (const [score, status] of [
    [1_000_000_000, 201],
    [1_000_000_001, 422],
  ] as const) {
    expect((await create({ needed_score: score })).status).toBe(status);
    expect((await school.owner.send('POST', `${base}/create`, form(score))).status).toBe(status);
  }
});

test('its badge file is kept while a level uses it', async () => {
  const img = await fileFor(world, school, 'badge');
  const id = await made({ img });
  expect((await list())[0]).toMatchObject({ img, url_img: img });
  expect(await claimedPaths(world, school)).toContain(img);
  await update(id, { color: '#fff' });
  expect((await list())[0]!.img).toBe(img);
  await update(id, { img: '' });
  expect(await claimedPaths(world, school)).not.toContain(img);
});

test('its badge file goes with the level, unless another level uses it', async () => {
  const img = await fileFor(world, school, 'badge');
  const [first, second] = [await made({ img }), await made({ img })];
  const remove = (id: number) => school.owner.send('DELETE', `${base}/delete/${id}/${school.id}`);
  await remove(first);
  expect(await claimedPaths(world, school)).toContain(img);
  await remove(second);
  expect(await claimedPaths(world, school)).not.toContain(img);
});

describe('its products', () => {
  test('are added, listed and removed', async () => {
    const id = await made();
    const { status, body } = await open(id);
    expect(status).toBe(201);
    expect(body).toEqual([
      { id: expect.any(Number), level_id: id, plan_id: product, plan: { title: 'Plano Estúdio' } },
    ]);
    expect(
      (await school.owner.get(`${base}/permissions/get-by-level/${school.id}/${id}`)).body,
    ).toEqual(body);
    const gone = await school.owner.send('DELETE', `${base}/permissions/delete/${body[0].id}`);
    expect(gone.status).toBe(200);
    expect(
      (await school.owner.send('DELETE', `${base}/permissions/delete/${body[0].id}`)).status,
    ).toBe(404);
  });

  test('must be at least one, of this school', async () => {
    const id = await made();
    expect(await open(id, [])).toMatchObject({
      status: 422,
      body: { message: 'Nenhum produto selecionado.' },
    });
    const neighbour = await world.school();
    expect((await open(id, [await neighbour.product()])).status).toBe(404);
    expect(
      (await neighbour.owner.send('DELETE', `${base}/delete/${id}/${neighbour.id}`)).status,
    ).toBe(404);
  });
});

test('a level is reached at once by members with one of its active products', async () => {
  const student = await school.join(['student'], [product]);
  const level = async () => (await student.get('/api/v1/me/score')).body.data;
  const low = await made({ name: 'Semente', needed_score: 10 });
  const high = await made({ name: 'Mestre', needed_score: 20 });
  await give(student.id, 15);
  // A level without products is reached by nobody.
  expect(await level()).toMatchObject({ level: null, next_level: null });
  await open(low);
  await open(high);
  expect(await level()).toMatchObject({ level: { id: low }, next_level: { id: high } });
  const become = (status: string) =>
    school.owner.send('PATCH', `/api/v1/products/${product}`, { status });
  await become('inactive');
  expect(await level()).toMatchObject({ level: null, next_level: null });
  await become('active');
  await give(student.id, 5);
  expect(await level()).toMatchObject({ level: { id: high }, next_level: null });
  await school.owner.send('PATCH', `/api/v1/products/${product}`, { status: 'inactive' });
  expect(await level()).toMatchObject({ level: null });
});

test('students read levels, and change none', async () => {
  const student = await school.join();
  expect((await student.get(`${base}/get/${school.id}`)).status).toBe(200);
  expect((await student.post(`${base}/create`, { name: 'Meu' })).status).toBe(403);
});

test('the next level is the nearest that the student’s own product opens, whoever holds others', async () => {
  const student = await school.join(['student'], [product]);
  const vip = await school.product('Vip');
  await school.join(['student'], [vip]);
  await open(await made({ name: 'Semente', needed_score: 10 }), [vip]);
  const own = await made({ name: 'Mestre', needed_score: 20 });
  for (const id of [own, await made({ name: 'Lenda', needed_score: 30 })]) await open(id);
  const { next_level } = (await student.get('/api/v1/me/score')).body.data;
  expect(next_level).toMatchObject({ id: own });
});

test('beside the points of a past season stands the level of the running one', async () => {
  const student = await school.join(['student'], [product]);
  await open(await made({ name: 'Semente', needed_score: 10 }));
  await give(student.id, 15);
  await school.owner.send('POST', '/api/auth/community/reset-ranking');
  const [, former] = (await student.get('/api/v1/ranking/seasons')).body;
  const { body } = await student.get(`/api/v1/me/score?season=${former.id}`);
  expect(body.data).toMatchObject({ score: 15, level: null });
});

test('says how many students a higher threshold takes it from, and changes nothing', async () => {
  const low = await made({ name: 'Semente', needed_score: 10 });
  const high = await made({ name: 'Mestre', needed_score: 30 });
  await open(low);
  await open(high);
  const down = async (id: number, score: number) =>
    (await school.owner.get(`/api/v1/levels/${id}/effect?needed_score=${score}`)).body.data?.down;
  const student = async (points: number, products = [product]) => {
    const person = await school.join(['student'], products);
    await give(person.id, points);
    return person;
  };
  expect(await down(low, 25)).toBe(0);
  const ana = await student(15);
  await student(24);
  await student(25); // reaches the new threshold
  await student(35); // stands higher
  await student(9);
  await student(15, []); // never held it
  await give((await school.join(['instructor'], [product])).id, 15);
  const leaving = await student(15);
  await school.owner.post(`/api/v1/members/${leaving.id}/erasure`);
  expect(await down(low, 25)).toBe(2);
  expect(await down(low, 5)).toBe(0);
  expect(await down(high, 36)).toBe(1);
  expect((await list()).map(({ needed_score }) => needed_score)).toEqual([10, 30]);
  expect((await ana.get(`/api/v1/levels/${low}/effect?needed_score=25`)).status).toBe(403);
  const neighbour = await world.school();
  expect((await neighbour.owner.get(`/api/v1/levels/${low}/effect?needed_score=25`)).status).toBe(
    404,
  );
  for (const wrong of ['', '-1', '1.5', '1000000001'])
    expect(
      (await school.owner.get(`/api/v1/levels/${low}/effect?needed_score=${wrong}`)).status,
    ).toBe(400);
});

test('of two badges that are saved at the same moment, the one that goes is released', async () => {
  const [before, one, other] = [
    await fileFor(world, school, 'badge'),
    await fileFor(world, school, 'badge'),
    await fileFor(world, school, 'badge'),
  ];
  const id = await made({ img: before });
  const saves = await school.transaction(async (tx) => {
    await sql`SELECT FROM levels FOR UPDATE`.execute(tx.db);
    const first = update(id, { img: one });
    await expectWaiting(tx, 1);
    const second = update(id, { img: other });
    await expectWaiting(tx, 2);
    return [first, second];
  });
  expect(statuses(await Promise.all(saves))).toEqual({ 200: 2 });
  expect(await claimedPaths(world, school)).toEqual(new Set([(await list())[0]!.img]));
});

test('says how many students lose it with its products, or with the level itself', async () => {
  const other = await school.product('Outro');
  const low = await made({ name: 'Semente', needed_score: 10 });
  const high = await made({ name: 'Mestre', needed_score: 30 });
  await open(low, [product, other]);
  await open(high);
  const down = async (query: string) =>
    (await school.owner.get(`/api/v1/levels/${low}/effect${query}`)).body.data?.down;
  const student = async (points: number, products: number[]) =>
    give((await school.join(['student'], products)).id, points);
  await student(15, [product]);
  await student(16, [other]);
  await student(17, [product, other]);
  await student(30, [product]); // stands higher
  await student(36, [other]); // has no product of the higher one
  expect(await down(`?product_ids=${product},${other}`)).toBe(0);
  expect(await down(`?product_ids=${product}`)).toBe(2);
  expect(await down(`?product_ids=${other}`)).toBe(1);
  // Who falls for both reasons counts once.
  expect(await down(`?product_ids=${product}&needed_score=17`)).toBe(3);
  expect(await down('?product_ids=')).toBe(4);
  expect(await down('')).toBe(0);
  await school.owner.send('PATCH', `/api/v1/products/${other}`, { status: 'inactive' });
  expect(await down('?product_ids=')).toBe(2);
  expect(await down(`?product_ids=${other}`)).toBe(2);
  // Nobody falls of the points of a past season.
  await school.owner.send('POST', '/api/auth/community/reset-ranking');
  expect(await down('?product_ids=')).toBe(0);
  for (const wrong of ['x', '1,', ',1', '0', '1.5'])
    expect(
      (await school.owner.get(`/api/v1/levels/${low}/effect?product_ids=${wrong}`)).status,
    ).toBe(400);
});

test('a changed threshold moves up more members than one job looks at', async () => {
  const level = await made({ needed_score: 20 });
  await open(level);
  await give((await school.join(['student'], [product])).id, 15); // opens the season
  await inSchool(`WITH people AS (
      INSERT INTO members (name, email)
      SELECT 'Alguém', 'n' || n || '-${school.slug}@example.com' FROM generate_series(1, 4001) n
      RETURNING id),
    held AS (
      INSERT INTO member_products (member_id, product_id) SELECT id, ${product} FROM people)
    INSERT INTO point_scores (season_id, member_id, score, reached_at, week, listed)
    SELECT s.id, p.id, 15, now(), date_trunc('week', now() AT TIME ZONE 'UTC')::date, true
    FROM people p, point_seasons s WHERE s.ended_at IS NULL`);
  await update(level, { name: 'Olhar', needed_score: 10 });
  await world.platform.jobs.runAll();
  const { rows } = await inSchool('SELECT count(*)::int AS reached FROM level_reaches');
  expect(rows).toEqual([{ reached: 4_002 }]);
});

describe('beside a name', () => {
  const chip = { name: 'Olhar', color: '#ffb238', url_img: null, needed_score: 10 };
  let author: Person;
  let channel: number;
  let lesson: number;
  beforeEach(async () => {
    author = await school.join(['student'], [product]);
    channel = (await communityWith(school, { channels: ['Avisos'] })).channels[0]!;
    const course = await courseWith(school, { products: [product], lessons: [1] });
    lesson = course.lessons[0]!;
    const post = await publish(author, channel);
    await comment(author, (await comment(author, post.id)).post_id, 'De novo');
    await author.post(`/api/v1/lessons/${lesson}/comments`, { content: 'Boa' });
  });
  const feed = async () => (await author.get(`/api/v1/channels/${channel}/posts`)).body.data;
  const card = async () => (await author.get(`/api/v1/people/${author.id}`)).body.data;
  const shown = async () => {
    const [post] = await feed();
    const [said] = (await author.get(`/api/v1/posts/${post.id}/comments`)).body.data;
    const [asked] = (await author.get(`/api/v1/lessons/${lesson}/comments`)).body.data;
    return [post, said, asked].map((one) => one.author.level);
  };

  test('stands the level that somebody has, in posts and comments', async () => {
    expect(await shown()).toEqual([null, null, null]);
    const id = await made();
    await open(id);
    expect(await shown()).toEqual([null, null, null]);
    await give(author.id, 10);
    expect(await shown()).toMatchObject([chip, chip, chip]);
    // A level that is not shown hides the one below it too: it is the one they have.
    const hidden = await made({ name: 'Mestre', needed_score: 20, show_level_on_profile: '0' });
    await open(hidden);
    await give(author.id, 10);
    expect(await shown()).toEqual([null, null, null]);
    expect((await card()).level).toBeNull();
    await update(hidden, { show_level_on_profile: '1' });
    expect((await card()).level).toMatchObject({ id: hidden, color: '#ffb238' });
    expect(await shown()).toMatchObject([{ id: hidden }, { id: hidden }, { id: hidden }]);
  });

  test('no level stands for staff, without the product, and after a reset', async () => {
    await open(await made({ needed_score: 0 }));
    expect(await shown()).toMatchObject([{ name: 'Olhar' }, {}, {}]);
    await inSchool(`UPDATE members SET roles = '{moderator}' WHERE id = ${author.id}`);
    expect(await shown()).toEqual([null, null, null]);
    await inSchool(`UPDATE members SET roles = '{student}' WHERE id = ${author.id}`);
    await school.owner.send('PATCH', `/api/v1/products/${product}`, { status: 'inactive' });
    expect((await feed())[0].author.level).toBeNull();
  });

  test('costs no statement, with as many authors as a page has', async () => {
    const once = async () => {
      const query = vi.spyOn(pg.Client.prototype, 'query');
      await feed();
      const { length } = query.mock.calls;
      query.mockRestore();
      return length;
    };
    // Jobs ask in between: the least of three is the feed's own.
    const statements = async () => Math.min(await once(), await once(), await once());
    await feed();
    const before = await statements();
    await open(await made({ needed_score: 0 }));
    for (const _ of [1, 2, 3]) await publish(await school.join(['student'], [product]), channel);
    await feed();
    expect(await statements()).toBe(before);
    expect((await feed()).map((post: Post) => post.author!.level?.name)).toEqual(
      Array.from({ length: 4 }, () => 'Olhar'),
    );
  });
});
