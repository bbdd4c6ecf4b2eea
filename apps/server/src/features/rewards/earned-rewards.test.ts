import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { courseWith } from '../../../test/catalog.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
import { expectWaiting } from '../../../test/lock-waits.ts';
import { quizWith, takeQuiz } from '../../../test/quizzes.ts';
import { rewardCalls, schoolWithLesson } from '../../../test/rewards.ts';

const world = await openWorld();

let school: TestSchool;
let product: number;
let lesson: number;
let marina: Person;
beforeEach(async () => {
  ({ school, product, lesson, marina } = await schoolWithLesson(world));
});
const { made, update, show, remove, mine, earned, give, finish } = rewardCalls(() => ({
  school,
  product,
  lesson,
  marina,
}));

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
    const { body } = await school.owner.get(`/api/v1/members?search=${marina.email}`);
    expect(body.data[0]).toMatchObject({
      product_ids: [product, extra],
      rewarded_products: [{ product_id: extra, product: 'Bônus', reward: 'Olhar de macro' }],
    });
    const other = await school.join(['student'], [product]);
    const listed = await school.owner.get(`/api/v1/members?search=${other.email}`);
    expect(listed.body.data[0]).toMatchObject({ product_ids: [product], rewarded_products: [] });
  });

  test('without its product, where that is deleted meanwhile', async () => {
    const extra = await school.product('Bônus');
    const id = await made({ criteria: 'lesson', lesson, deliverable_product: extra });
    const [answer] = await school.transaction(async (tx) => {
      await tx.db.deleteFrom('products').where('id', '=', extra).execute();
      const running = finish();
      await expectWaiting(tx, 1);
      return [running];
    });
    expect((await answer!).status).toBe(200);
    expect(await earned()).toEqual([id]);
  });

  test('whole or not at all by who reaches it while it is removed', async () => {
    const extra = await school.product('Bônus');
    const id = await made({ deliverable_product: extra });
    const people = await Promise.all([...'1234567'].map(() => school.join(['student'], [product])));
    const [removed, ...answers] = await Promise.all([
      remove(id),
      ...people.map((who) => give(10, who)),
    ]);
    expect(removed.status).toBe(200);
    for (const { status } of answers) expect(status).toBeLessThan(300);
    const earners = await Promise.all(people.map((who) => earned(who)));
    const { body } = await school.owner.get(`/api/v1/products/${extra}/uses`);
    expect(body.data.members).toBe(earners.flat().length);
    await give(10);
    expect(await earned()).toEqual([]);
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
    // The product stays too.
    const { body } = await school.owner.get(`/api/v1/products/${extra}/uses`);
    expect(body.data.members).toBe(1);
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
    const firstTime = () =>
      school.transaction(({ db }) =>
        db
          .selectFrom('reward_earnings')
          .select('seen_at')
          .where('member_id', '=', marina.id)
          .executeTakeFirstOrThrow(),
      );
    const first = await firstTime();
    expect((await seen(marina)).status).toBe(204);
    expect(await firstTime()).toEqual(first);
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
