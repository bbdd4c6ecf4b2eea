import { messages, type EarnedReward, type Reward } from '@vitrine/contract/rewards';
import { limits as uploads } from '@vitrine/contract/uploads';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { courseWith, fileFor, claimedPaths } from '../../../test/catalog.ts';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';
import { expectWaiting } from '../../../test/lock-waits.ts';
import { quizWith, takeQuiz } from '../../../test/quizzes.ts';

const world = await openWorld();
const base = '/api/auth/ranking/rewards';

let school: TestSchool;
let product: number;
let lesson: number;
let marina: Person;
beforeEach(async () => {
  school = await world.school();
  product = await school.product();
  const course = await courseWith(school, { products: [product] });
  lesson = course.lessons[0]!;
  marina = await school.join(['student'], [product]);
});

const create = (more: object = {}) =>
  school.owner.post(`${base}/create`, {
    tenant_id: school.id,
    name: 'Olhar de macro',
    criteria: 'score',
    needed_score: 10,
    ...more,
  });
const made = async (more: object = {}): Promise<number> => (await create(more)).body.id;
const update = (id: number, more: object) => school.owner.post(`${base}/update/${id}`, more);
const show = async (id: number): Promise<Reward> =>
  (await school.owner.get(`${base}/show/${school.id}/${id}`)).body.data;
const remove = (id: number) => school.owner.send('DELETE', `${base}/delete/${id}/${school.id}`);
const mine = async (who = marina): Promise<EarnedReward[]> =>
  (await who.get('/api/v1/me/rewards')).body;
const earned = async (who = marina) => (await mine(who)).map(({ id }) => id);
const give = (points: number, who = marina) =>
  school.owner.post(`/api/v1/members/${who.id}/points`, { points, reason: 'Ajudou' });
const finish = (who = marina) =>
  who.send('PUT', `/api/v1/lessons/${lesson}/progress`, { seconds: 9, finished: true });

describe('a reward', () => {
  test('is created with what it delivers, changed and removed', async () => {
    const file = await fileFor(world, school, 'reward_file');
    const img = await fileFor(world, school, 'badge');
    const extra = await school.product('Bônus');
    const { status, body } = await create({
      file,
      img,
      links: ['https://exemplo.com/guia'],
      embed: '<iframe src="https://www.youtube.com/embed/aaaaaaaaaaa"></iframe>',
      deliverable_product: extra,
      plansSelected: [product],
      animation: 'trofeu',
      song: 'fanfarra',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.any(Number),
      message: 'Recompensa criada com sucesso.',
    });
    const reward = await show(body.id);
    expect(reward).toMatchObject({
      criteria: 'score',
      reward_type: 'score',
      needed_score: 10,
      plansSelected: [product],
      animation: 'trofeu',
      song: 'fanfarra',
      earned: 0,
    });
    expect(reward.deliverables.map(({ type }) => type)).toEqual([
      'file',
      'link',
      'insignia',
      'embed',
      'product',
    ]);
    const [, expiry] = /\?e=(\d+)&s=/.exec(reward.deliverables[0]!.url!)!;
    const minutes = Math.round((Number(expiry) - Date.now() / 1000) / 60);
    expect(minutes).toBeGreaterThanOrEqual(uploads.signedMinutes);
    expect(minutes).toBeLessThanOrEqual(uploads.signedMinutes + 5);
    expect(reward.deliverables[4]).toMatchObject({ product: { id: extra, title: 'Bônus' } });
    const held = await claimedPaths(world, school);
    expect(held).toContain(file);
    expect(held).toContain(img);

    const changed = await update(body.id, { name: 'Macro', file: '' });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        message: 'Recompensa atualizada com sucesso.',
        data: { name: 'Macro', img, file: null },
      },
    });
    expect(await claimedPaths(world, school)).not.toContain(file);
    expect(await update(body.id, { deliverable_product: product })).toMatchObject({ status: 422 });
    expect((await update(body.id, { deliverable_product: extra })).status).toBe(200);

    expect(await remove(body.id)).toMatchObject({
      body: { message: 'Recompensa excluída com sucesso.' },
    });
    expect((await school.owner.get(`${base}/get/${school.id}`)).body).toEqual([]);
    expect((await remove(body.id)).status).toBe(404);
    expect((await update(body.id, { name: '' })).status).toBe(404);
  });

  test('keeps one image of two saves at the same moment, and releases the other', async () => {
    const [before, one, other] = [
      await fileFor(world, school, 'badge'),
      await fileFor(world, school, 'badge'),
      await fileFor(world, school, 'badge'),
    ];
    const id = await made({ img: before });
    const saves = await school.transaction(async (tx) => {
      await sql`SELECT FROM rewards FOR UPDATE`.execute(tx.db);
      const first = update(id, { img: one });
      await expectWaiting(tx, 1);
      const second = update(id, { img: other });
      await expectWaiting(tx, 2);
      return [first, second];
    });
    expect(statuses(await Promise.all(saves))).toEqual({ 200: 2 });
    expect(await claimedPaths(world, school)).toEqual(new Set([(await show(id)).img]));
  });

  test('is read and changed beside others, which stay as they are', async () => {
    const first = await made({ name: 'Primeira', criteria: 'lesson', lesson });
    const second = await made({ name: 'Segunda' });
    for (const [id, name] of [
      [first, 'Um'],
      [second, 'Dois'],
    ] as const)
      expect((await update(id, { name })).body.data).toMatchObject({ id, name });
    await give(10);
    expect(await show(first)).toMatchObject({ name: 'Um', criteria: 'lesson', earned: 0 });
    expect(await show(second)).toMatchObject({ name: 'Dois', criteria: 'score', earned: 1 });
  });

  test('that was removed is not read, changed or given products', async () => {
    const [id] = [await made(), await made()];
    await remove(id);
    const products = `${base}/permissions`;
    for (const answer of [
      await school.owner.get(`${base}/show/${school.id}/${id}`),
      await update(id, { name: 'Volta' }),
      await school.owner.get(`${products}/get-by-reward/${school.id}/${id}`),
      await school.owner.post(`${products}/create`, { reward_id: id, array_plans_id: [product] }),
    ])
      expect(answer.status).toBe(404);
  });

  test('keeps the fields of the criteria that are not chosen', async () => {
    const id = await made();
    expect((await update(id, { criteria: 'lesson', lesson })).status).toBe(200);
    expect(await show(id)).toMatchObject({ criteria: 'lesson', needed_score: 10, lesson });
  });

  test.each([
    [{ criteria: 'quiz' }, { quiz: [messages.needsQuiz] }],
    [{ criteria: 'lesson' }, { lesson: [messages.needsLesson] }],
    [{ reward_type: 'lesson' }, { lesson: [messages.needsLesson] }],
    [{ needed_score: '' }, { needed_score: [messages.needsScore] }],
  ])('that is changed to %j is 422, and stays as it is', async (wrong, errors) => {
    const id = await made();
    const { status, body } = await update(id, wrong);
    expect({ status, errors: body.errors }).toEqual({ status: 422, errors });
    expect(await show(id)).toMatchObject({ criteria: 'score', needed_score: 10 });
  });

  test.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'é'.repeat(151) }, 'name'],
    [{ description: 'é'.repeat(251) }, 'description'],
    [{ criteria: undefined }, 'criteria'],
    [{ criteria: 'sorte' }, 'criteria'],
    [{ needed_score: '' }, 'needed_score'],
    [{ criteria: 'quiz' }, 'quiz'],
    [{ criteria: 'lesson' }, 'lesson'],
    [{ links: ['javascript:x()'] }, 'links'],
    [{ links: [''] }, 'links'],
    [{ embed: '<script>x()</script>' }, 'embed'],
    [{ song: '../etc' }, 'song'],
    [{ animation: 'fogos' }, 'animation'],
  ])('with %j is 422', async (wrong, field) => {
    const { status, body } = await create(wrong);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)[0]).toContain(field);
  });

  test('without a description, as null, has an empty one', async () => {
    const id = await made({ description: null });
    expect((await show(id)).description).toBe('');
    await update(id, { description: 'Para imprimir' });
    expect((await update(id, { description: null })).status).toBe(200);
    expect((await show(id)).description).toBe('');
  });

  test('with an embed code that is no player is refused, with what is accepted', async () => {
    const { body } = await create({ embed: '<script>x()</script>' });
    expect(body.errors).toEqual({ embed: [messages.wrongEmbed] });
  });

  test.each([
    [{ name: ' ', criteria: undefined }, ['name', 'criteria']],
    [{ name: ' ', needed_score: '' }, ['name', 'needed_score']],
    [{ description: 'é'.repeat(251), criteria: 'quiz' }, ['description', 'quiz']],
    [{ song: '../etc', reward_type: 'lesson', criteria: undefined }, ['song', 'lesson']],
  ])('with %j is 422, and names every wrong field', async (wrong, fields) => {
    const { status, body } = await create(wrong);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual(fields);
    expect(body.message).toBe(body.errors[fields[0]!][0]);
  });

  test.each([null, '', 0])('with the criterion %j is 422, with one text', async (criteria) => {
    const { status, body } = await create({ criteria });
    expect({ status, errors: body.errors }).toEqual({
      status: 422,
      errors: { criteria: ['Valor inválido'] },
    });
  });

  test('names nothing of another school', async () => {
    const neighbour = await world.school();
    const course = await courseWith(neighbour);
    const theirs = await neighbour.product();
    for (const foreign of [
      { criteria: 'lesson', lesson: course.lessons[0] },
      { plansSelected: [theirs] },
      { deliverable_product: theirs },
    ])
      expect((await create(foreign)).status).toBe(404);
    const id = await made();
    expect((await neighbour.owner.post(`${base}/update/${id}`, { name: 'x' })).status).toBe(404);
    expect((await marina.get(`${base}/get/${school.id}`)).status).toBe(403);
  });
});

describe('a reward is earned', () => {
  test('once, at once, when the score is reached, and stays when points are taken', async () => {
    const id = await made();
    await give(9);
    expect(await earned()).toEqual([]);
    await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => give(1)));
    expect(await mine()).toMatchObject([{ id, name: 'Olhar de macro', seen: 0 }]);
    await give(-17);
    expect(await earned()).toEqual([id]);
    expect((await show(id)).earned).toBe(1);
  });

  test('by the lesson that is finished, once by racing requests, with its product', async () => {
    const extra = await school.product('Bônus');
    const id = await made({ criteria: 'lesson', lesson, deliverable_product: extra });
    await marina.send('PUT', `/api/v1/lessons/${lesson}/progress`, { seconds: 9 });
    expect(await earned()).toEqual([]);
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => finish()));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await earned()).toEqual([id]);
    const held = await world.platform.database.transaction(school.id, ({ db }) =>
      db
        .selectFrom('member_products')
        .select(['product_id', 'from_reward_id'])
        .where('member_id', '=', marina.id)
        .orderBy('product_id')
        .execute(),
    );
    expect(held).toEqual([
      { product_id: product, from_reward_id: null },
      { product_id: extra, from_reward_id: id },
    ]);
  });

  test('at the next action, if its threshold was reached before it was created', async () => {
    await finish();
    const id = await made({ criteria: 'lesson', lesson });
    expect(await earned()).toEqual([]);
    await marina.send('PUT', `/api/v1/lessons/${lesson}/like`);
    expect(await earned()).toEqual([id]);
  });

  test('by a passed quiz or a finished lesson of their own, not of a classmate', async () => {
    const quiz = await quizWith(school);
    const byQuiz = await made({ criteria: 'quiz', quiz: quiz.id });
    const byLesson = await made({ criteria: 'lesson', lesson });
    const joao = await school.join(['student'], [product]);
    await takeQuiz(marina, quiz);
    await finish();
    await takeQuiz(joao, quiz, false);
    await joao.send('PUT', `/api/v1/lessons/${lesson}/like`);
    expect(await earned(joao)).toEqual([]);
    expect(new Set(await earned())).toEqual(new Set([byQuiz, byLesson]));
  });

  test('by the points of the running season, not of a past one', async () => {
    await give(10);
    await school.owner.send('POST', '/api/auth/community/reset-ranking');
    const id = await made();
    await marina.send('PUT', `/api/v1/lessons/${lesson}/like`);
    expect(await earned()).toEqual([]);
    await give(10);
    expect(await earned()).toEqual([id]);
  });

  test('by members with one of its active products; without products by everybody', async () => {
    const other = await school.product('Plano Livre');
    const closed = await made({ plansSelected: [other] });
    const open = await made();
    const joao = await school.join(['student'], [other]);
    await give(10);
    await give(10, joao);
    expect(await earned()).toEqual([open]);
    expect(new Set(await earned(joao))).toEqual(new Set([closed, open]));
    await school.owner.send('PATCH', `/api/v1/products/${other}`, { status: 'inactive' });
    const rosa = await school.join(['student'], [other]);
    await give(10, rosa);
    expect(await earned(rosa)).toEqual([open]);
  });

  test('no more after it was removed; members who have it keep it', async () => {
    const extra = await school.product('Bônus');
    const id = await made({ links: ['https://exemplo.com'], deliverable_product: extra });
    const other = await made({ name: 'Longe', needed_score: 500 });
    await give(10);
    await remove(id);
    const joao = await school.join(['student'], [product]);
    await give(10, joao);
    expect(await earned(joao)).toEqual([]);
    expect(await mine()).toMatchObject([
      { id, deliverables: [{ type: 'link' }, { product: { id: extra } }] },
    ]);
    // The product stays too, with its source.
    const source = await world.platform.database.transaction(school.id, ({ db }) =>
      db
        .selectFrom('member_products')
        .select('from_reward_id')
        .where('member_id', '=', marina.id)
        .where('product_id', '=', extra)
        .executeTakeFirst(),
    );
    expect(source).toEqual({ from_reward_id: id });
    expect((await show(other)).earned).toBe(0);
  });

  test('and is visible to the member who earned it', async () => {
    const id = await made();
    await give(10);
    const joao = await school.join(['student'], [product]);
    const seen = (who: Person, which = id) => who.send('PUT', `/api/v1/me/rewards/${which}/seen`);
    expect((await seen(await school.join())).status).toBe(404);
    expect((await seen(marina)).status).toBe(204);
    expect(await mine()).toMatchObject([{ seen: 1 }]);
    const unseen = async () => (await marina.get('/api/v1/me/rewards?unseen=1')).body;
    expect(await unseen()).toEqual([]);
    const second = await made({ needed_score: 11 });
    await give(1);
    expect(await unseen()).toMatchObject([{ id: second, seen: 0 }]);
    // The latest stands first.
    expect(await earned()).toEqual([second, id]);
    await give(11, joao);
    expect((await seen(joao, second)).status).toBe(204);
    expect(await mine(joao)).toMatchObject([
      { id: second, seen: 1 },
      { id, seen: 0 },
    ]);
    expect(await unseen()).toMatchObject([{ id: second, seen: 0 }]);
    expect((await seen(marina)).status).toBe(204);
  });
});

describe('the next reward', () => {
  const next = async (who = marina) => (await who.get('/api/v1/me/rewards/next')).body;

  test('tells the missing points, and skips earned rewards', async () => {
    const far = await made({ name: 'Longe', needed_score: 30 });
    const near = await made({ needed_score: 12 });
    await give(5);
    expect(await next()).toMatchObject([
      { id: near, missing: 7 },
      { id: far, missing: 25 },
    ]);
    await give(7);
    expect(await next()).toMatchObject([{ id: far, missing: 18 }]);
    // Neither the points nor the rewards of others.
    const joao = await school.join(['student'], [product]);
    await give(2, joao);
    expect(await next(joao)).toMatchObject([
      { id: near, missing: 10 },
      { id: far, missing: 28 },
    ]);
    await remove(far);
    expect(await next()).toEqual([]);
  });

  test('is listed with all others, however many there are', async () => {
    await school.transaction(({ db }) =>
      sql`INSERT INTO rewards (name, criteria, needed_score)
        SELECT 'Meta ' || n, 'score', n FROM generate_series(1, 130) n`.execute(db),
    );
    expect((await next()).map(({ missing }: { missing: number }) => missing)).toEqual(
      Array.from({ length: 130 }, (_, place) => place + 1),
    );
  });

  test('asks for the points of the running season', async () => {
    const id = await made();
    await give(4);
    await school.owner.send('POST', '/api/auth/community/reset-ranking', undefined, {
      headers: { tenantid: String(school.id) },
    });
    expect(await next()).toMatchObject([{ id, missing: 10 }]);
    await give(1);
    expect(await next()).toMatchObject([{ id, missing: 9 }]);
  });

  test('names a quiz that is open to everybody, or opens with its lesson', async () => {
    const { id: open } = await quizWith(school);
    const { id: ofLesson } = await quizWith(school);
    await school.transaction(({ db }) =>
      db.updateTable('lessons').set({ quiz_id: ofLesson }).where('id', '=', lesson).execute(),
    );
    await made({ criteria: 'quiz', quiz: open });
    await made({ criteria: 'quiz', quiz: ofLesson });
    const joao = await school.join();
    const urls = async (who: Person) =>
      (await next(who)).map(({ thing }: { thing: { url: string } | null }) => thing?.url ?? null);
    const hrefs = [open, ofLesson].map((quiz) => expect.stringContaining(String(quiz)));
    expect(await urls(marina)).toEqual(hrefs);
    expect(await urls(joao)).toEqual([hrefs[0], null]);
  });

  test('is none whose quiz or lesson was removed', async () => {
    const { id: quiz } = await quizWith(school);
    const { lessons } = await courseWith(school, { products: [product] });
    const other = await school.product('Plano Livre');
    await made({ criteria: 'quiz', quiz });
    await made({ criteria: 'lesson', lesson: lessons[0], plansSelected: [other] });
    const left = await made({ criteria: 'lesson', lesson });
    const closed = async () => (await marina.get('/api/v1/me/rewards/closed')).body.data.count;
    expect([(await next()).length, await closed()]).toEqual([2, 1]);
    await school.owner.send('DELETE', `/api/auth/quiz/${quiz}`);
    await school.transaction(({ db }) =>
      db.deleteFrom('lessons').where('id', '=', lessons[0]!).execute(),
    );
    expect(await next()).toMatchObject([{ id: left }]);
    expect(await closed()).toBe(0);
  });

  test('names a published quiz only to members with one of its active products', async () => {
    const other = await school.product('Plano Livre');
    await quizWith(school, { name: 'De outro plano', product_ids: [other] });
    const { id: quiz } = await quizWith(school, { product_ids: [product] });
    const { id: draft } = await quizWith(school, { published: 0, product_ids: [product] });
    const id = await made({ criteria: 'quiz', quiz: draft });
    expect(await next()).toMatchObject([{ thing: null }]);
    await update(id, { quiz });
    const joao = await school.join(['student'], [other]);
    const named = { title: 'Luz e sombra', url: expect.stringContaining(String(quiz)) };
    expect(await next()).toMatchObject([{ missing: null, thing: named }]);
    expect(await next(joao)).toMatchObject([{ thing: null }]);
    await school.owner.send('PATCH', `/api/v1/products/${product}`, { status: 'inactive' });
    expect(await next()).toMatchObject([{ thing: null }]);
    expect(await next(school.owner)).toMatchObject([{ thing: named }]);
  });

  test('names a lesson only to members who may open it', async () => {
    await made({ criteria: 'lesson', lesson });
    expect(await next()).toMatchObject([
      { missing: null, thing: { url: expect.stringContaining(`/${lesson}`) } },
    ]);
    expect(await next(await school.join())).toMatchObject([{ thing: null }]);
  });

  test('leaves out what the member cannot earn', async () => {
    await made({ plansSelected: [await school.product('Plano Livre')] });
    expect(await next()).toEqual([]);
  });

  test('is none of a product that is inactive, and counts as closed', async () => {
    const id = await made({ plansSelected: [product] });
    expect(await next()).toMatchObject([{ id }]);
    await school.owner.send('PATCH', `/api/v1/products/${product}`, { status: 'inactive' });
    expect(await next()).toEqual([]);
    expect((await marina.get('/api/v1/me/rewards/closed')).body.data).toEqual({ count: 1 });
  });

  test('counts no earned reward as closed, also after its product is lost', async () => {
    await made({ criteria: 'score', needed_score: 10, plansSelected: [product] });
    const points = { points: 10, reason: 'Ajudou' };
    await school.owner.post(`/api/v1/members/${marina.id}/points`, points);
    await school.owner.send('PATCH', `/api/v1/members/${marina.id}`, { product_ids: [] });
    expect((await marina.get('/api/v1/me/rewards')).body).toHaveLength(1);
    expect((await marina.get('/api/v1/me/rewards/closed')).body.data).toEqual({ count: 0 });
  });

  test('counts the rewards that other products earn', async () => {
    const closed = async () => (await marina.get('/api/v1/me/rewards/closed')).body.data;
    await made({ needed_score: 1_000 });
    expect(await closed()).toEqual({ count: 0 });
    const free = await school.product('Plano Livre');
    const other = await made({ plansSelected: [free] });
    expect(await closed()).toEqual({ count: 1 });
    const joao = await school.join(['student'], [free]);
    await give(10, joao);
    expect(await earned(joao)).toEqual([other]);
    expect(await closed()).toEqual({ count: 1 });
    await remove(other);
    expect(await closed()).toEqual({ count: 0 });
  });
});

test('its products are added, listed and removed', async () => {
  const id = await made();
  const added = await school.owner.post(`${base}/permissions/create`, {
    reward_id: id,
    array_plans_id: [product],
  });
  expect(added).toMatchObject({
    status: 201,
    body: [{ plan_id: product, reward_id: id, plan: { title: 'Plano Estúdio' } }],
  });
  const listed = await school.owner.get(`${base}/permissions/get-by-reward/${school.id}/${id}`);
  expect(listed.body).toEqual(added.body);
  const other = await made();
  const more = { reward_id: other, array_plans_id: [product] };
  await school.owner.post(`${base}/permissions/create`, more);
  const gone = () => school.owner.send('DELETE', `${base}/permissions/delete/${added.body[0].id}`);
  expect((await gone()).status).toBe(200);
  expect((await gone()).status).toBe(404);
  expect(await show(id)).toMatchObject({ plansSelected: [] });
  expect(await show(other)).toMatchObject({ plansSelected: [product] });
});
