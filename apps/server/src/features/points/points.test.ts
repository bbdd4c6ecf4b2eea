import { beforeEach, describe, expect, test } from 'vitest';
import { courseWith } from '../../../test/catalog.ts';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';
import {
  base,
  community,
  every,
  platform,
  pointCalls,
  schoolWithCourse,
  values,
} from '../../../test/points.ts';

const world = await openWorld();

let school: TestSchool;
let product: number;
let course: Awaited<ReturnType<typeof courseWith>>;
let lesson: number;
let marina: Person;
beforeEach(async () => {
  ({ school, product, course, lesson, marina } = await schoolWithCourse(world));
});

const { create, daily, parameters, score, gained, progress, like, unlike, reset, wrongScores } =
  pointCalls(() => ({ school, lesson, marina }));
const plans = '/api/auth/ranking/gamification-plans';

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

  test('of an update replace those of before', async () => {
    await create();
    const changed = {
      platform: { ...platform, login: 7 },
      community: { ...community, score_likes: 9 },
    };
    await school.owner.send('PUT', `${base}/update-parameters`, values(changed));
    expect(await parameters()).toMatchObject(changed);
  });

  test('are created by rules of the day first, and after a reset too', async () => {
    expect((await daily({ finish_class: every(3, 15) })).body.message).toBe(
      'Pontuação criada com sucesso.',
    );
    await reset();
    expect(await create()).toMatchObject({
      status: 201,
      body: { data: { per_day: { platform_settings: { finish_class: { enable: 1 } } } } },
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

describe('who may score', () => {
  const allow = (ids: number[]) =>
    school.owner.post(`${plans}/create`, { tenant_id: school.id, array_plans_id: ids });

  test('is a product once, also if eight requests add it at once', async () => {
    const answers = await Promise.all([...'12345678'].map(() => allow([product])));
    expect(statuses(answers)).toEqual({ 201: 8 });
    const { body } = await school.owner.get(`${plans}/get/${school.id}`);
    expect(body).toMatchObject([{ plan_id: product }]);
    for (const answer of answers) expect(answer.body).toEqual(body);
  });

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

  test('does not limit points by hand', async () => {
    await create();
    await allow([await school.product('Plano Livre')]);
    const path = `/api/v1/members/${marina.id}/points`;
    expect(await school.owner.post(path, { points: 30, reason: 'Ajudou' })).toMatchObject({
      status: 201,
      body: { data: { score: 30 } },
    });
    expect(await score()).toMatchObject({ score: 30, ledger: [{ points: 30, reason: 'manual' }] });
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
    // Two resets at the same moment end one season or, one after the other, two. One without points is
    // not listed.
    const { body } = await marina.get('/api/v1/ranking/seasons');
    const [running, ...ended] = body.map(
      ({ ended_at }: { ended_at: string | null }) => ended_at === null,
    );
    expect(running).toBe(true);
    expect([[], [false], [false, false]]).toContainEqual(ended);
  });
});
