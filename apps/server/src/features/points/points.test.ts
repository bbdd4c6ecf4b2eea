import {
  Parameters,
  PLOT_COLUMNS,
  Preview,
  type Entry,
  type Yesterday,
} from '@vitrine/contract/points';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { courseWith } from '../../../test/catalog.ts';
import { comment as commentOn, communityWith, publish } from '../../../test/communities.ts';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';

const world = await openWorld();
const base = '/api/auth/ranking/gamification/platform';
const plans = '/api/auth/ranking/gamification-plans';

let school: TestSchool;
let product: number;
let course: Awaited<ReturnType<typeof courseWith>>;
let lesson: number;
let marina: Person;
beforeEach(async () => {
  school = await world.school();
  product = await school.product();
  course = await courseWith(school, { products: [product], lessons: [2, 2] });
  lesson = course.lessons[0]!;
  marina = await school.join(['student'], [product]);
});

const platform = {
  login: 5,
  comment_class: 5,
  watch_class: 2,
  like_class: 1,
  finish_module: 60,
  finish_course: 200,
  finish_class: 20,
};
const community = { score_posts: 10, score_comments: 4, score_replies: 3, score_likes: 1 };
const values = (more: object = {}) => ({ custom_name: 'XP', platform, community, ...more });
const create = (more: object = {}) =>
  school.owner.post(`${base}/create-parameters`, values({ tenant_id: school.id, ...more }));
const daily = (platform_settings: object, community_settings: object = {}) =>
  school.owner.post(`${base}/create-per-day-parameters`, {
    tenant_id: school.id,
    community_settings,
    platform_settings,
  });
const every = (needed_interaction: number, plus_user_score: number) => ({
  enable: 1,
  needed_interaction,
  plus_user_score,
});
const parameters = async () =>
  (await school.owner.get(`${base}/get-parameters/${school.id}`)).body as Parameters;
const score = async (who = marina, query = '') =>
  (await who.get(`/api/v1/me/score${query}`)).body.data;
const gained = async (who = marina) => (await score(who)).score as number;
const ledger = async (who = marina): Promise<Entry[]> => (await score(who)).ledger;
const progress = (id: number, body: object, who = marina) =>
  who.send('PUT', `/api/v1/lessons/${id}/progress`, body);
const like = (id = lesson, who = marina) => who.send('PUT', `/api/v1/lessons/${id}/like`);
const unlike = (id = lesson, who = marina) => who.send('DELETE', `/api/v1/lessons/${id}/like`);
const comment = (content: string, who = marina) =>
  who.post(`/api/v1/lessons/${lesson}/comments`, { content });
const reset = () =>
  school.owner.send('POST', '/api/auth/community/reset-ranking', undefined, {
    headers: { tenantid: String(school.id) },
  });
/** Moves all ledger entries into the past. */
const pass = (interval: string) =>
  world.platform.database.transaction(school.id, async ({ db }) => {
    await sql`UPDATE point_entries SET at = at - ${interval}::interval`.execute(db);
  });
/** Every score that is not the sum of its season's ledger. */
const wrongScores = () =>
  world.platform.database.transaction(school.id, async ({ db }) => {
    const { rows } = await sql`
      SELECT coalesce(s.member_id, e.member_id) AS member_id, s.score, e.sum FROM point_scores s
      FULL JOIN (SELECT season_id, member_id, sum(points) FROM point_entries
        GROUP BY season_id, member_id HAVING sum(points) <> 0) e
        ON e.season_id = s.season_id AND e.member_id = s.member_id
      WHERE coalesce(s.score, 0) <> coalesce(e.sum, 0)`.execute(db);
    return rows;
  });

describe('the values', () => {
  test('do not exist until they are created once, and are updated then', async () => {
    const empty = await parameters();
    expect(empty.community).toMatchObject({ custom_name: '', score_posts: 0 });
    const before = await school.owner.send('PUT', `${base}/update-parameters`, values());
    expect(before.status).toBe(404);
    const made = await create();
    expect(made).toMatchObject({
      status: 201,
      body: { message: 'Pontuação criada com sucesso.', data: { platform } },
    });
    expect((await create()).status).toBe(409);
    const changed = await school.owner.send(
      'PUT',
      `${base}/update-parameters`,
      values({ custom_name: undefined, community: { ...community, custom_name: 'COIN' } }),
    );
    expect(changed).toMatchObject({
      status: 200,
      body: {
        message: 'Pontuação atualizada com sucesso.',
        data: { community: { ...community, custom_name: 'COIN' } },
      },
    });
    const rules = await daily({ finish_class: every(3, 15) }, { post: every(2, 5) });
    expect(rules).toMatchObject({
      status: 200,
      body: { message: 'Pontuação atualizada com sucesso.' },
    });
    expect((await parameters()).per_day).toMatchObject({
      platform_settings: {
        finish_class: { enable: 1, needed_interaction: 3, plus_user_score: 15 },
        like_class: { enable: 0, needed_interaction: 0, plus_user_score: 0 },
      },
      community_settings: { post: { enable: 1, needed_interaction: 2, plus_user_score: 5 } },
    });
  });

  test('of eight concurrent creations are those of one', async () => {
    const answers = await Promise.all([...'ABCDEFGH'].map(() => create()));
    expect(statuses(answers)).toEqual({ 201: 1, 409: 7 });
  });

  test.each([
    [{ custom_name: '  ' }, 'Obrigatório'],
    [{ custom_name: 'x'.repeat(33) }, 'O nome dos pontos deve ter no máximo 32 caracteres.'],
    [{ platform: { ...platform, login: -1 } }, 'Valor inválido'],
    [{ platform: { ...platform, login: 1_000_001 } }, 'Valor inválido'],
    [{ platform: { ...platform, login: 'abc' } }, 'Valor inválido'],
    [{ platform: { ...platform, login: '0x1f' } }, 'Valor inválido'],
    [{ platform: { ...platform, login: '1e3' } }, 'Valor inválido'],
  ])('%j are refused', async (wrong, says) => {
    expect(await create(wrong)).toMatchObject({ status: 422, body: { message: says } });
  });

  test('are refused with every wrong field by name', async () => {
    const wrong = { custom_name: ' ', platform: { ...platform, login: -1 } };
    const { errors } = (await create(wrong)).body;
    expect(Object.keys(errors)).toEqual(['platform.login', 'custom_name']);
    for (const community of [null, 'x']) expect((await create({ community })).status).toBe(422);
  });

  test('are for admins of the school only', async () => {
    const neighbour = await world.school();
    for (const who of [marina, await school.join(['instructor'])])
      expect((await who.get(`${base}/get-parameters/${school.id}`)).status).toBe(403);
    const { owner } = neighbour;
    expect((await owner.get(`${base}/get-parameters/${school.id}`)).status).toBe(403);
    expect(
      (await owner.post(`${base}/create-parameters`, values({ tenant_id: school.id }))).status,
    ).toBe(403);
    expect((await owner.get(`/api/v1/members/${marina.id}/score`)).status).toBe(404);
    expect(
      (await owner.post(`/api/v1/members/${marina.id}/points`, { points: 1, reason: 'x' })).status,
    ).toBe(404);
  });
});

describe('an action', () => {
  test('scores nothing before the school has set its points', async () => {
    await like();
    expect(await score()).toMatchObject({ score: 0, points_name: '', ledger: [] });
  });

  test('of each kind scores its value, and the ledger says where it came from', async () => {
    await create();
    expect((await progress(lesson, { seconds: 0 })).body.data).not.toHaveProperty('points');
    expect((await progress(lesson, { seconds: 3 })).body.data).toMatchObject({ points: 2 });
    for (const id of course.lessons) await progress(id, { seconds: 9, finished: true });
    await like();
    await comment('A luz ficou linda.');
    // 4 watched, 4 finished, 2 modules, 1 course, 1 like, 1 comment
    expect(await gained()).toBe(4 * 2 + 4 * 20 + 2 * 60 + 200 + 1 + 5);
    const all = await score();
    expect(all.sources).toEqual({ lessons: 414, community: 0, bonus: 0, login: 0, manual: 0 });
    expect(all.ledger[0]).toMatchObject({
      action: 'comment_class',
      points: 5,
      thing: {
        kind: 'lesson',
        id: lesson,
        title: 'Aula 1.1',
        url: expect.stringContaining(`/${lesson}`),
      },
      reason: null,
    });
    const staff = await school.join(['moderator']);
    expect((await staff.get(`/api/v1/members/${marina.id}/score`)).body.data.score).toBe(414);
    expect(await wrongScores()).toEqual([]);
  });

  test('of beginning a lesson scores for each person and each lesson', async () => {
    await create();
    const people = [await school.join(['student'], [product]), school.owner, marina];
    for (const person of people)
      for (const id of course.lessons) await progress(id, { seconds: 3 }, person);
    for (const person of people) {
      const own = await score(person);
      expect([own.score, own.sources.lessons, own.ledger.length]).toEqual([8, 8, 4]);
    }
  });

  test('on a post without a title is named by its text; removed content has no link', async () => {
    await create();
    const { channels } = await communityWith(school, { channels: ['Avisos'] });
    const post = await publish(school.owner, channels[0]!, '<p>Luz da <b>manhã</b></p>');
    const long = `${'luz '.repeat(18)}luz, amarela da manhã`;
    const other = await publish(marina, channels[0]!, `<p>${long}</p>`);
    const mine = await publish(marina, channels[0]!, '<p>Cheguei</p>');
    const said = await commentOn(marina, post.id);
    await marina.send('PUT', `/api/v1/posts/${post.id}/like`);
    const things = async () => (await ledger()).map(({ action, thing }) => [action, thing?.title]);
    expect(await things()).toEqual([
      ['like', 'Luz da manhã'],
      ['comment', 'Luz da manhã'],
      ['post', 'Cheguei'],
      ['post', `${'luz '.repeat(19).trim()}…`],
    ]);
    const [liked] = await ledger();
    expect(liked).toMatchObject({
      object_kind: 'post',
      thing: { kind: 'post', id: post.id, place: 'Avisos', url: expect.stringContaining('/post/') },
    });
    await marina.send('DELETE', `/api/v1/posts/${other.id}`);
    await marina.send('DELETE', `/api/v1/posts/${mine.id}`);
    const [undone] = await ledger();
    expect(undone).toMatchObject({ action: 'post', points: -10, thing: { url: null } });
    await marina.send('DELETE', `/api/v1/comments/${said.id}`);
    await school.owner.send('DELETE', `/api/v1/posts/${post.id}`);
    expect((await ledger()).every(({ thing }) => thing?.url === null)).toBe(true);
  });

  test('scores once, however often it is sent, also at once', async () => {
    await create();
    for (let time = 0; time < 5; time += 1) {
      await like();
      await unlike();
      await progress(lesson, { seconds: 0, finished: false });
      await progress(lesson, { seconds: 40, finished: true });
    }
    await Promise.all(
      [...'ABCDEFGHIJ'].map(() => progress(course.lessons[1]!, { seconds: 7, finished: true })),
    );
    await Promise.all([...'ABCDEFGHIJ'].map(() => like(course.lessons[1])));
    expect(await gained()).toBe(1 + 2 + 20 + 2 + 20 + 60 + 1);
    expect(await wrongScores()).toEqual([]);
    const repeated = (await ledger()).filter(({ reason }) => reason === 'counted_before');
    expect(repeated.length).toBeGreaterThan(0);
    expect(repeated.every(({ points }) => points === 0)).toBe(true);
    // The ledger lists a refused repetition once a day for each thing.
    expect(repeated.filter(({ action }) => action === 'like_class')).toHaveLength(1);
  });

  test('sends gained points in a header; a repeated action and a playing video send none', async () => {
    await create();
    await daily({ like_class: every(2, 15) });
    const gains = async (answer: ReturnType<typeof like>) =>
      (await answer).headers['x-points-awarded'];
    expect(await gains(like())).toBe('1');
    await unlike();
    expect(await gains(like())).toBeUndefined();
    // The bonus of the day is part of it.
    expect(await gains(like(course.lessons[1]))).toBe('16');
    expect(await gains(comment('A luz ficou linda.'))).toBe('5');
    expect(await gains(progress(lesson, { seconds: 3 }))).toBeUndefined();
    expect(await gains(progress(lesson, { finished: true }))).toBe('20');
    // The lesson, and the module that ends with it.
    expect(await gains(progress(course.lessons[1]!, { finished: true }))).toBe('80');
    expect(await gains(progress(course.lessons[1]!, { finished: true }))).toBeUndefined();
  });

  test('a comment that its author removes gives its points back, once', async () => {
    await create();
    await daily({ comment_class: every(2, 10) });
    for (const time of [1, 2, 3]) {
      const { body } = await comment(`Comentário ${time}`);
      await Promise.all(
        [1, 2, 3].map(() => marina.send('DELETE', `/api/v1/lesson-comments/${body.data.id}`)),
      );
    }
    expect(await gained()).toBe(0);
    await comment('Um');
    const { body } = await comment('Dois');
    expect(await gained()).toBe(5 + 5 + 10);
    await marina.send('DELETE', `/api/v1/lesson-comments/${body.data.id}`);
    expect(await gained()).toBe(5);
    expect(await wrongScores()).toEqual([]);
  });

  test('a comment that staff remove keeps its points', async () => {
    await create();
    const { body } = await comment('Propaganda');
    await school.owner.send('DELETE', `/api/v1/lesson-comments/${body.data.id}`);
    expect(await gained()).toBe(5);
  });

  test('of signing in scores once a day', async () => {
    await create();
    const email = 'rosa@example.com';
    const { body } = await school.owner.post('/api/v1/members', {
      name: 'Rosa',
      email,
      password: 'vitrine-2026-ok',
    });
    const signIn = () =>
      school.visitor.post('/api/v1/session', { email, password: 'vitrine-2026-ok' });
    expect(statuses(await Promise.all([signIn(), signIn(), signIn()]))).toEqual({ 200: 3 });
    const found = (await school.owner.get(`/api/v1/members/${body.data.id}/score`)).body.data;
    expect(found).toMatchObject({
      score: 5,
      ledger: [{ action: 'login', points: 5, thing: null }],
    });
  });
});

describe('a part of the ledger', () => {
  test('is read separately, by its member and by staff, and does not change the sums', async () => {
    await create();
    await daily({ like_class: { enable: 1, needed_interaction: 1, plus_user_score: 7 } });
    const { channels } = await communityWith(school);
    await publish(marina, channels[0]!);
    await like();
    await unlike();
    await like();
    const whole = await score();
    const actionsOf = async (part: string, who = marina, path = '/api/v1/me/score') => {
      const { body } = await who.get(`${path}?part=${part}`);
      expect(body.data).toMatchObject({ score: whole.score, sources: whole.sources, unscored: 1 });
      return body.data.ledger.map(({ action, points }: Entry) => `${action} ${points}`);
    };
    expect(await actionsOf('lessons')).toEqual(['like_class 0', 'like_class 1']);
    expect(await actionsOf('community')).toEqual(['post 10']);
    expect(await actionsOf('bonus')).toEqual(['bonus 7']);
    expect(await actionsOf('unscored')).toEqual(['like_class 0']);
    const ofMarina = `/api/v1/members/${marina.id}/score`;
    expect(await actionsOf('bonus', school.owner, ofMarina)).toEqual(['bonus 7']);
    expect((await marina.get(`${ofMarina}?part=bonus`)).status).toBe(403);
    expect((await marina.get('/api/v1/me/score?part=login')).status).toBe(400);
    // Manual points have a reason, and they score.
    await school.owner.post(`/api/v1/members/${marina.id}/points`, { points: 5, reason: 'Oi' });
    expect(await score(marina, '?part=unscored')).toMatchObject({
      unscored: 1,
      ledger: { length: 1 },
    });
  });
});

describe('the rule of the day', () => {
  const rule = () => daily({ like_class: every(2, 15) });

  test('adds its bonus once in 24 hours, and names what made it', async () => {
    await create();
    await rule();
    for (const id of course.lessons) await like(id);
    expect(await gained()).toBe(4 + 15);
    const entries = await ledger();
    const bonus = entries.find(({ action, points }) => action === 'bonus' && points === 15)!;
    const likes = entries.filter(({ action }) => action === 'like_class').map(({ id }) => id);
    expect(new Set(bonus.bonus_of)).toEqual(new Set(likes.slice(2)));
    expect(entries.filter(({ reason }) => reason === 'bonus_given')).toMatchObject([{ points: 0 }]);
  });

  test('counts actions within exactly 24 hours', async () => {
    await create();
    await rule();
    await like(course.lessons[0]);
    await pass('24 hours');
    await like(course.lessons[1]);
    expect(await gained()).toBe(2);
    await pass('23 hours 59 minutes');
    await like(course.lessons[2]);
    expect(await gained()).toBe(3 + 15);
  });

  test.each([
    ['23 hours 59 minutes', 4 + 15],
    ['24 hours', 4 + 15 + 15],
  ])('after %s it has given %i points', async (interval, points) => {
    await create();
    await rule();
    await like(course.lessons[0]);
    await like(course.lessons[1]);
    await pass(interval);
    await like(course.lessons[2]);
    await like(course.lessons[3]);
    expect(await gained()).toBe(points);
  });

  test('of ten actions at once gives one bonus', async () => {
    await create();
    await rule();
    await Promise.all(course.lessons.flatMap((id) => [like(id), like(id), like(id)]));
    expect(await gained()).toBe(4 + 15);
    expect(await wrongScores()).toEqual([]);
  });

  test('gives no second bonus inside its 24 hours after a reset', async () => {
    await create();
    await rule();
    await like(course.lessons[0]);
    await like(course.lessons[1]);
    await reset();
    await like(course.lessons[2]);
    await like(course.lessons[3]);
    expect(await gained()).toBe(2);
  });
});

describe('who may score', () => {
  const allow = (ids: number[]) =>
    school.owner.post(`${plans}/create`, { tenant_id: school.id, array_plans_id: ids });

  test('are members with a product of the list; an empty list means everybody', async () => {
    await create();
    const other = await school.product('Plano Livre');
    const added = await allow([other]);
    expect(added).toMatchObject({
      status: 201,
      body: [{ plan_id: other, plan: { title: 'Plano Livre' } }],
    });
    await like();
    expect(await score()).toMatchObject({
      score: 0,
      ledger: [{ points: 0, reason: 'no_product' }],
    });
    const removed = await school.owner.send('DELETE', `${plans}/delete/${other}/${school.id}`);
    expect(removed).toMatchObject({ body: { message: 'Produto excluído das permissões' } });
    expect(
      (await school.owner.send('DELETE', `${plans}/delete/${other}/${school.id}`)).status,
    ).toBe(404);
    await unlike();
    await like();
    expect(await gained()).toBe(1);
  });

  test('is a list by title, whatever its accents', async () => {
    await create();
    const ids = [];
    for (const title of ['Zoom', 'Órbita', 'Nave', 'Água']) ids.push(await school.product(title));
    const titlesOf = (body: { plan: { title: string } }[]) => body.map(({ plan }) => plan.title);
    const { body } = await allow(ids);
    expect(titlesOf(body)).toEqual(['Água', 'Nave', 'Órbita', 'Zoom']);
    await school.owner.send('DELETE', `${plans}/delete/${ids[2]}/${school.id}`);
    const left = (await school.owner.get(`${plans}/get/${school.id}`)).body;
    expect(titlesOf(left)).toEqual(['Água', 'Órbita', 'Zoom']);
  });

  test('are not members with an inactive product', async () => {
    await create();
    const other = await school.product('Plano Livre');
    const joao = await school.join(['student'], [product, other]);
    await allow([other]);
    await like(lesson, joao);
    await school.owner.send('PATCH', `/api/v1/products/${other}`, { status: 'inactive' });
    await like(course.lessons[1], joao);
    expect(await gained(joao)).toBe(1);
  });

  test('is refused without a product, and with one of another school', async () => {
    expect(await allow([])).toMatchObject({
      status: 422,
      body: { message: 'Nenhum produto selecionado.' },
    });
    const neighbour = await world.school();
    expect((await allow([product, await neighbour.product()])).status).toBe(404);
    expect((await school.owner.get(`${plans}/get/${school.id}`)).body).toEqual([]);
  });
});

describe('a reset', () => {
  test('begins a season at zero; what scored before does not score again', async () => {
    await create();
    await like();
    const answer = await reset();
    expect(answer).toMatchObject({ body: { message: 'Pontuação geral limpa com sucesso.' } });
    expect(await gained()).toBe(0);
    await unlike();
    await like();
    expect(await score()).toMatchObject({
      score: 0,
      sources: { lessons: 0 },
      ledger: [{ points: 0, reason: 'before_reset' }],
    });
    const [running, former] = (await marina.get('/api/v1/ranking/seasons')).body;
    expect(running).toMatchObject({ ended_at: null, members: 0 });
    expect(former).toMatchObject({ ended_at: expect.stringMatching(/Z$/), members: 1 });
    expect(await score(marina, `?season=${former.id}`)).toMatchObject({
      score: 1,
      sources: { lessons: 1 },
    });
    const neighbour = await world.school();
    await neighbour.owner.send('POST', '/api/auth/community/reset-ranking');
    const [theirs] = (await neighbour.owner.get('/api/v1/ranking/seasons')).body;
    expect((await marina.get(`/api/v1/me/score?season=${theirs.id}`)).status).toBe(404);
    expect((await marina.get(`/api/v1/ranking?season=${theirs.id}`)).status).toBe(404);
  });

  test('while people score leaves every score the sum of its ledger', async () => {
    await create();
    const people = await Promise.all([1, 2, 3, 4].map(() => school.join(['student'], [product])));
    await Promise.all([
      ...people.flatMap((who) =>
        course.lessons.map((id) => progress(id, { seconds: 5, finished: true }, who)),
      ),
      ...people.flatMap((who) => course.lessons.map((id) => like(id, who))),
      reset(),
      reset(),
    ]);
    expect(await wrongScores()).toEqual([]);
    expect(await marina.get('/api/v1/ranking/seasons')).toMatchObject({ body: { length: 3 } });
  });
});

describe('points by hand', () => {
  const give = (points: unknown, reason: unknown = 'Ajudou a turma') =>
    school.owner.post(`/api/v1/members/${marina.id}/points`, { points, reason });

  test('are added and taken, with entries in the ledger and the audit log', async () => {
    expect(await give(50)).toMatchObject({ status: 201, body: { data: { score: 50 } } });
    expect(await give(-20, 'Engano')).toMatchObject({ body: { data: { score: 30 } } });
    expect(await ledger()).toMatchObject([
      { action: 'manual', points: -20, reason: 'manual', note: 'Engano' },
      { points: 50, note: 'Ajudou a turma' },
    ]);
    const rows = await world.platform.database.transaction(school.id, ({ db }) =>
      db.selectFrom('audit_entries').select('params').where('action', '=', 'points.give').execute(),
    );
    expect(rows).toHaveLength(2);
    expect(await wrongScores()).toEqual([]);
  });

  test('are whole, not zero, with a reason, and given by admins', async () => {
    for (const wrong of [0, 1.5, '3', null]) expect((await give(wrong)).status).toBe(422);
    expect((await give(1, ' ')).status).toBe(422);
    expect(
      (await marina.post(`/api/v1/members/${marina.id}/points`, { points: 9, reason: 'x' })).status,
    ).toBe(403);
    expect((await school.owner.post('/api/v1/members/999999/points', {})).status).toBe(404);
  });
});

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
      world.platform.database.transaction(school.id, async ({ db }) => {
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

describe('yesterday', () => {
  const yesterday = async (who: Person = school.owner): Promise<Yesterday[]> =>
    (await who.get('/api/v1/points/yesterday')).body.data;
  /** Moves all entries of the ledger to `hours` hours before today. */
  const before = (hours: number) =>
    world.platform.database.transaction(school.id, async ({ db }) => {
      await sql`UPDATE point_entries
        SET at = date_trunc('day', now(), 'UTC') - make_interval(hours => ${hours})`.execute(db);
    });

  test('names the student who did each action most often', async () => {
    expect(await yesterday()).toEqual([]);
    await create();
    const joao = await school.join(['student'], [product]);
    await like(lesson);
    for (const id of course.lessons.slice(0, 3)) await like(id, joao);
    await progress(lesson, { seconds: 5, finished: true });
    const teacher = await school.join(['instructor'], [product]);
    for (const id of course.lessons) await like(id, teacher);
    expect(await yesterday()).toEqual([]);
    await before(1);
    const found = await yesterday();
    expect(found).toMatchObject([
      { action: 'finish_class', user: { id: marina.id }, times: 1 },
      { action: 'like_class', user: { id: joao.id }, times: 3 },
      { action: 'watch_class', user: { id: marina.id }, times: 1 },
    ]);
    await before(24);
    expect(await yesterday()).toEqual(found);
    await before(25);
    expect(await yesterday()).toEqual([]);
  });

  test('leaves out what was taken back, and is for admins of this school', async () => {
    await create();
    const { body } = await comment('Que luz.');
    await before(2);
    expect(await yesterday()).toMatchObject([{ action: 'comment_class', times: 1 }]);
    await marina.send('DELETE', `/api/v1/lesson-comments/${body.data.id}`);
    await before(2);
    expect(await yesterday()).toEqual([]);
    expect((await marina.get('/api/v1/points/yesterday')).status).toBe(403);
    await like(lesson);
    await before(2);
    expect(await yesterday((await world.school()).owner)).toEqual([]);
  });
});

test('the streak counts days in a row with points, up to today or yesterday', async () => {
  await create();
  const streak = async () => (await score()).streak as number;
  const week = async () => (await score()).week as number[];
  await progress(lesson, { finished: true }, await school.join(['student'], [product]));
  expect([await streak(), await week()]).toEqual([0, [0, 0, 0, 0, 0, 0, 0]]);
  await school.owner.post(`/api/v1/members/${marina.id}/points`, { points: 5, reason: 'Ajudou' });
  expect(await streak()).toBe(0);
  for (const id of course.lessons.slice(0, 4)) await progress(id, { finished: true });
  const daysAgo = (days: number[]) =>
    world.platform.database.transaction(school.id, ({ db }) =>
      sql`
        WITH it AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM point_entries
          WHERE member_id = ${marina.id} AND action = 'finish_class')
        UPDATE point_entries e
        SET at = now() - make_interval(days => coalesce((${days}::int[])[it.n], 40))
        FROM it WHERE it.id = e.id`.execute(db),
    );
  // All other entries are old.
  await world.platform.database.transaction(school.id, ({ db }) =>
    sql`UPDATE point_entries SET at = now() - interval '40 days'`.execute(db),
  );
  await daysAgo([0, 0, 1, 2]);
  expect([await streak(), await week()]).toEqual([3, [0, 0, 0, 0, 1, 1, 1]]);
  await daysAgo([1, 2, 4, 7]);
  expect([await streak(), await week()]).toEqual([2, [0, 0, 1, 0, 1, 1, 0]]);
  await daysAgo([2, 3, 4, 5]);
  expect(await streak()).toBe(0);
});
