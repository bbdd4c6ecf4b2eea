import { PLOT_COLUMNS, Preview } from '@vitrine/contract/points';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { courseWith } from '../../../test/catalog.ts';
import { comment, communityWith, publish } from '../../../test/communities.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
import { every, platform, pointCalls, schoolWithCourse, values } from '../../../test/points.ts';

const world = await openWorld();

let school: TestSchool;
let product: number;
let course: Awaited<ReturnType<typeof courseWith>>;
let lesson: number;
let marina: Person;
beforeEach(async () => {
  ({ school, product, course, lesson, marina } = await schoolWithCourse(world));
});

const { create, parameters, score, progress, like, pass } = pointCalls(() => ({
  school,
  lesson,
  marina,
}));
const plans = '/api/auth/ranking/gamification-plans';

describe('a preview', () => {
  const none = () => Array.from({ length: PLOT_COLUMNS }, () => 0);
  const preview = (more: object = {}) => school.owner.post('/api/v1/points/preview', values(more));

  test('says what these rules would have given, and changes nothing', async () => {
    const joao = await school.join(['student'], [product]);
    await progress(lesson, { seconds: 5, finished: true });
    await like();
    await like(course.lessons[1]);
    await like(lesson, joao);
    const rules = { platform_settings: { like_class: every(2, 15) } };
    expect(await preview(rules)).toMatchObject({
      status: 200,
      body: {
        data: {
          points: 2 + 20 + 1 + 1 + 15 + 1,
          members: 2,
          ranking: [
            { position: 1, user: { id: marina.id }, score: 39 },
            { position: 2, user: { id: joao.id }, score: 1 },
          ],
          level_ups: [],
          rewards: [],
        },
      },
    });
    expect(await score()).toMatchObject({ score: 0, ledger: [] });
    expect((await parameters()).community.custom_name).toBe('');
  });

  test('counts a bonus once in 24 hours, of actions inside 24 hours', async () => {
    const rules = { platform_settings: { like_class: every(2, 100) } };
    const each = { platform_settings: { like_class: every(1, 100) } };
    const points = async (tried = rules) => (await preview(tried)).body.data.points;
    const [a, b, c, d] = course.lessons as [number, number, number, number];
    const present = new Date();
    const ago = (id: number, interval: string) =>
      school.transaction(async ({ db }) => {
        await sql`UPDATE lesson_likes SET created_at = ${present}::timestamptz - ${interval}::interval
          WHERE lesson_id = ${id}`.execute(db);
      });
    for (const id of [a, b]) await like(id);
    // 24 hours apart, exactly, are not inside 24 hours.
    await ago(b, '1 hour');
    await ago(a, '25 hours');
    expect([await points(), await points(each)]).toEqual([2, 202]);
    await ago(a, '24 hours 59 minutes 59 seconds');
    expect([await points(), await points(each)]).toEqual([102, 102]);
    for (const id of [c, d]) await like(id);
    expect(await points()).toBe(104);
    // The last bonus was an hour ago, so there is no second one within its 24 hours.
    for (const [id, interval] of [
      [a, '27 hours'],
      [b, '26 hours'],
      [c, '3 hours'],
      [d, '1 hour'],
    ] as const)
      await ago(id, interval);
    expect(await points()).toBe(204);
  });

  test('counts no lesson as begun that was finished before the days', async () => {
    await progress(lesson, { seconds: 5, finished: true });
    const points = async () => (await preview()).body.data.points;
    expect(await points()).toBe(2 + 20);
    await school.transaction(({ db }) =>
      sql`UPDATE lesson_progress SET finished_at = now() - interval '31 days'`.execute(db),
    );
    await progress(lesson, { seconds: 9 });
    expect(await points()).toBe(0);
  });

  test('counts no post that the staff removed, as no comment that they removed', async () => {
    const { channels } = await communityWith(school);
    const post = await publish(marina, channels[0]!);
    const gone = await publish(marina, channels[0]!);
    const answer = await comment(marina, post.id);
    expect((await preview()).body.data.points).toBe(2 * 10 + 4);
    await school.owner.send('PUT', `/api/v1/posts/${gone.id}/removal`, { reason: 'Outro assunto' });
    await school.owner.send('DELETE', `/api/v1/comments/${answer.id}`);
    expect((await preview()).body.data.points).toBe(10);
    expect((await school.owner.send('PUT', `/api/v1/posts/${gone.id}/restore`)).status).toBe(200);
    expect((await preview()).body.data.points).toBe(20);
  });

  test('counts sign-ins of these days, which the ledger tells while they score', async () => {
    await create();
    const login = { email: 'rosa@example.com', password: 'vitrine-2026-ok' };
    await school.owner.post('/api/v1/members', { name: 'Rosa', ...login });
    expect((await school.visitor.post('/api/v1/session', login)).status).toBe(200);
    const tried = { platform: { ...platform, login: 7 } };
    const points = async () => (await preview(tried)).body.data.points;
    expect(await points()).toBe(7);
    await pass('31 days');
    expect(await points()).toBe(0);
  });

  test('gives points only to members who may score, and ranks no hidden member', async () => {
    const free = await school.product('Plano Livre');
    const joao = await school.join(['student'], [product, free]);
    for (const who of [marina, joao]) await like(lesson, who);
    const found = async () => {
      const { data } = (await preview()).body;
      return [data.points, data.members, data.ranking.length];
    };
    expect(await found()).toEqual([2, 2, 2]);
    await joao.send('PATCH', '/api/v1/me', { in_ranking: 0 });
    expect(await found()).toEqual([2, 2, 1]);
    await school.owner.post(`${plans}/create`, { tenant_id: school.id, array_plans_id: [free] });
    expect(await found()).toEqual([1, 1, 0]);
    await school.owner.send('PATCH', `/api/v1/products/${free}`, { status: 'inactive' });
    expect(await found()).toEqual([0, 0, 0]);
  });

  test('counts neither staff nor accounts that wait for their erasure', async () => {
    await school.owner.post('/api/auth/ranking/rewards/create', {
      name: 'Olhar',
      criteria: 'score',
      needed_score: 1,
    });
    const [teacher, joao] = [
      await school.join(['instructor'], [product]),
      await school.join(['student'], [product]),
    ];
    for (const who of [marina, teacher, joao]) await like(lesson, who);
    await school.owner.post(`/api/v1/members/${joao.id}/erasure`);
    const { data } = (await preview()).body as { data: Preview };
    expect(data).toMatchObject({ points: 1, members: 1 });
    expect(data.ranking.map(({ user }) => user.id)).toEqual([marina.id]);
    expect(data.rewards.map(({ member }) => member.id)).toEqual([marina.id]);
  });

  test('lists who would reach which level, and earn which reward', async () => {
    const { body } = await school.owner.post('/api/auth/ranking/levels/create', {
      name: 'Semente',
      needed_score: 20,
    });
    const permission = { level_id: body.id, array_plans_id: [product] };
    await school.owner.post('/api/auth/ranking/levels/permissions/create', permission);
    const reward = { name: 'Olhar', criteria: 'score', needed_score: 22 };
    await school.owner.post('/api/auth/ranking/rewards/create', reward);
    await like();
    expect((await preview()).body.data).toMatchObject({ level_ups: [], rewards: [] });
    await progress(lesson, { seconds: 5, finished: true });
    expect((await preview()).body.data).toMatchObject({
      level_ups: [{ member: { id: marina.id }, level: { name: 'Semente' } }],
      rewards: [{ member: { id: marina.id }, reward: { name: 'Olhar' } }],
    });
    // Members who hold it already neither rise to it nor earn it again.
    await school.owner.post(`/api/v1/members/${marina.id}/points`, { points: 30, reason: 'a' });
    expect((await preview()).body.data).toMatchObject({ level_ups: [], rewards: [] });
  });

  test('lists a reward that somebody else has earned, and none that was removed', async () => {
    const rewards = '/api/auth/ranking/rewards';
    const reward = { name: 'Olhar', criteria: 'score', needed_score: 1 };
    const { id } = (await school.owner.post(`${rewards}/create`, reward)).body;
    const joao = await school.join(['student'], [product]);
    await school.owner.post(`/api/v1/members/${joao.id}/points`, { points: 30, reason: 'a' });
    await like();
    expect((await preview()).body.data.rewards).toMatchObject([{ member: { id: marina.id } }]);
    await school.owner.send('DELETE', `${rewards}/delete/${id}/${school.id}`);
    expect((await preview()).body.data.rewards).toEqual([]);
  });

  test('lists levels and rewards only for members with their products', async () => {
    const other = await school.product('Plano de outra turma');
    const reward = { name: 'Olhar', criteria: 'score', needed_score: 1, plansSelected: [other] };
    await school.owner.post('/api/auth/ranking/rewards/create', reward);
    const level = { name: 'Semente', needed_score: 1 };
    const { body } = await school.owner.post('/api/auth/ranking/levels/create', level);
    const allowed = { level_id: body.id, array_plans_id: [other] };
    await school.owner.post('/api/auth/ranking/levels/permissions/create', allowed);
    const joao = await school.join(['student'], [product, other]);
    for (const who of [marina, joao]) await like(lesson, who);
    const found = async () => {
      const { data } = (await preview()).body;
      return [...data.level_ups, ...data.rewards].map(({ member }) => member.id);
    };
    expect(await found()).toEqual([joao.id, joao.id]);
    await school.owner.send('PATCH', `/api/v1/products/${other}`, { status: 'inactive' });
    expect(await found()).toEqual([]);
  });

  test('compares with the saved rules, over the same actions', async () => {
    const joao = await school.join(['student'], [product]);
    const rita = await school.join(['student'], [product]);
    const { body } = await school.owner.post('/api/auth/ranking/levels/create', {
      name: 'Semente',
      needed_score: 30,
    });
    const permission = { level_id: body.id, array_plans_id: [product] };
    await school.owner.post('/api/auth/ranking/levels/permissions/create', permission);
    // With the saved rules a finished lesson is worth 20 and a like 1: 22, 2, 1.
    await create();
    await progress(lesson, { seconds: 5, finished: true });
    for (const id of course.lessons.slice(0, 2)) await like(id, joao);
    await like(lesson, rita);
    const found = async (more: object) => (await preview(more)).body.data as Preview;

    const same = await found({});
    expect(z.strictObject(Preview.shape).safeParse(same).error).toBeUndefined();
    expect(same.comparison).toMatchObject({
      half: { saved: 2, tried: 2 },
      level: null,
      climber: null,
    });
    expect(same.comparison.plot.tried).toEqual(same.comparison.plot.saved);
    expect(same.comparison.plot.saved).toHaveLength(PLOT_COLUMNS);

    const likes = await found({ platform: { ...platform, like_class: 20 } });
    expect(likes.comparison).toMatchObject({
      half: { saved: 2, tried: 22 },
      level: { level: { name: 'Semente' }, members: { saved: 0, tried: 1 } },
      climber: { user: { id: joao.id }, saved: 2, tried: 1 },
    });
    expect(likes.ranking.map(({ user, saved_position }) => [user.id, saved_position])).toEqual([
      [joao.id, 2],
      [marina.id, 1],
      [rita.id, 3],
    ]);
    // The plot has a column for each two points, up to the score of nearly all: 40.
    const { plot } = likes.comparison;
    expect(plot.step).toBe(2);
    expect(plot.saved.slice(0, 2)).toEqual([1, 1]);
    expect([plot.tried[10], plot.tried[11], plot.tried[20]]).toEqual([1, 1, 1]);

    // The bonus of the day is compared too, and nobody has a place without points.
    const bonus = await found({
      platform: { ...platform, finish_class: 0, watch_class: 0 },
      platform_settings: { like_class: every(2, 40) },
    });
    expect(bonus.comparison).toMatchObject({
      half: { saved: 2, tried: 1 },
      level: { members: { saved: 0, tried: 1 } },
      climber: { user: { id: joao.id }, saved: 2, tried: 1 },
    });
    expect(bonus.ranking.map(({ user }) => user.id)).toEqual([joao.id, rita.id]);
  });

  test('counts the members of a level only among those who may reach it', async () => {
    const other = await school.product('Plano de outra turma');
    const joao = await school.join(['student'], [product, other]);
    const { body } = await school.owner.post('/api/auth/ranking/levels/create', {
      name: 'Semente',
      needed_score: 1,
    });
    for (const who of [marina, joao]) await like(lesson, who);
    expect((await preview()).body.data.comparison.level).toBeNull();
    const permission = { level_id: body.id, array_plans_id: [other] };
    await school.owner.post('/api/auth/ranking/levels/permissions/create', permission);
    expect((await preview()).body.data.comparison).toMatchObject({
      level: { members: { saved: 0, tried: 1 } },
      climber: { user: { id: marina.id }, saved: null, tried: 1 },
    });
  });

  test('compares nothing where nobody did anything', async () => {
    expect((await preview()).body.data.comparison).toEqual({
      half: { saved: 0, tried: 0 },
      level: null,
      climber: null,
      plot: { step: 1, saved: none(), tried: none() },
    });
  });

  test('reads 1 to 365 days, for admins', async () => {
    for (const days of [0, 366]) expect((await preview({ days })).status).toBe(422);
    expect((await preview({ days: 365 })).status).toBe(200);
    expect((await marina.post('/api/v1/points/preview', values())).status).toBe(403);
  });
});
