import type { RankingPage, Season } from '@vitrine/contract/ranking';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { communityWith } from '../../../test/communities.ts';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';
import { expectWaiting } from '../../../test/lock-waits.ts';
import { ownDatabase } from '../../../test/own-database.ts';
import { ids, rankingCalls } from '../../../test/ranking.ts';

const world = await openWorld({}, await ownDatabase());

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

const { give, ranking, toggle, inSchool, weekPasses, countMoves } = rankingCalls(
  world,
  () => school,
);

describe('the ranking', () => {
  test('lists students by score; equal scores share a position, the earliest first', async () => {
    const [ana, bia, caio] = [await school.join(), await school.join(), await school.join()];
    await give(bia, 10);
    await give(caio, 10);
    await give(ana, 30);
    await give(await school.join(['instructor']), 99);
    const page = await ranking(ana);
    expect(ids(page)).toEqual([ana.id, bia.id, caio.id]);
    expect(page.data.map(({ position }) => position)).toEqual([1, 2, 2]);
    expect(page).toMatchObject({ total: 3, me: { position: 1, score: 30, user: { id: ana.id } } });
    expect(await ranking(school.owner)).toMatchObject({ me: null, total: 3 });
    // Caio passes, and Bia reaches it again after him.
    await give(bia, -5);
    await give(bia, 5);
    expect(ids(await ranking(ana))).toEqual([ana.id, caio.id, bia.id]);
  });

  test('lists equal scores of one moment by member, also beside the viewer', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => school.join()));
    for (const who of people) await give(who, 10);
    await inSchool(`UPDATE point_scores SET reached_at = '2026-01-05T10:00:00Z'`);
    const inOrder = people.map(({ id }) => id).toSorted((one, other) => one - other);
    const { rows } = await inSchool('SELECT id FROM point_seasons');
    // A named season is never cached.
    const named = `&season=${(rows[0] as { id: number }).id}`;
    for (const who of people)
      for (const query of ['', '&around=me', `${named}&around=me`, named])
        expect(ids(await ranking(who, `?page=1${query}`))).toEqual(inOrder);
  });

  test('shows the level that a score just reaches, the later of two, to holders of its product', async () => {
    const product = await school.product();
    await inSchool(`INSERT INTO levels (name, needed_score)
      VALUES ('Foca', 10), ('Lince', 10), ('Coruja', 11)`);
    await inSchool(
      `INSERT INTO level_products (level_id, product_id) SELECT id, ${product} FROM levels`,
    );
    const [ana, bia] = [await school.join(['student'], [product]), await school.join()];
    await give(ana, 10);
    await give(bia, 10);
    const { rows } = await inSchool('SELECT id FROM point_seasons');
    // A named season is never cached.
    for (const query of ['', `?season=${(rows[0] as { id: number }).id}`]) {
      const { data } = await ranking(ana, query);
      expect(data.map(({ level }) => level?.name)).toEqual(['Lince', undefined]);
    }
  });

  test('leaves out members who hide, and shows them again', async () => {
    const ana = await school.join();
    await give(ana, 10);
    await inSchool(`UPDATE members SET in_ranking = false WHERE id = ${ana.id}`);
    expect(await ranking(ana)).toMatchObject({ data: [], me: null });
    await give(ana, 1);
    expect(await ranking(ana)).toMatchObject({ data: [], me: null });
    await inSchool(`UPDATE members SET in_ranking = true WHERE id = ${ana.id}`);
    expect(await ranking(ana)).toMatchObject({ me: { score: 11 } });
    await inSchool(`UPDATE members SET roles = '{moderator}' WHERE id = ${ana.id}`);
    expect(ids(await ranking(school.owner))).toEqual([]);
  });

  test('has pages of twenty, and five before and after the viewer', async () => {
    const people: Person[] = [];
    for (let place = 1; place <= 22; place += 1) {
      const who = await school.join();
      await give(who, 100 - place);
      people.push(who);
    }
    const first = await ranking(people[0]!);
    expect(first.data).toHaveLength(20);
    expect(first.next_page_url).toBe('/api/v1/ranking?page=2');
    expect(ids(await ranking(people[0]!, '?page=2'))).toEqual(people.slice(20).map(({ id }) => id));
    const around = await ranking(people[9]!, '?around=me');
    expect(around.data.map(({ position }) => position)).toEqual([
      5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
    ]);
    expect((await ranking(people[9]!)).around).toEqual(around.data);
    expect((await ranking(people[9]!, '?page=2')).around).toEqual([]);
    expect(ids(await ranking(people[0]!, '?around=me'))).toHaveLength(6);
    expect(ids(await ranking(school.owner, '?around=me'))).toEqual([]);
    expect((await ranking(school.owner)).around).toEqual([]);
  });

  test('tells how many positions a member moved since Monday', async () => {
    const [ana, bia] = [await school.join(), await school.join()];
    await give(ana, 20);
    await give(bia, 10);
    await weekPasses();
    expect((await ranking(ana)).data.map(({ move }) => move)).toEqual([0, 0]);
    await give(bia, 15);
    await give(await school.join(), 1);
    const page = await ranking(ana);
    expect(page.data.map(({ user, move }) => [user.id, move])).toEqual([
      [bia.id, 1],
      [ana.id, -1],
      [expect.any(Number), null],
    ]);
  });

  test('counts the same positions before and after a job has counted, whatever happens', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => school.join()));
    /** The positions, counted from all scores of the season, or from what they gained since Monday. */
    const truth = async (period: string) => {
      const { rows } = await inSchool(`
        WITH it AS (
          SELECT s.*, CASE WHEN s.week = date_trunc('week', now() AT TIME ZONE 'UTC')::date
            THEN s.week_score ELSE s.score END AS monday
          FROM point_scores s JOIN point_seasons run ON run.id = s.season_id AND run.ended_at IS NULL
          WHERE s.listed),
        compared AS (
          SELECT it.member_id, it.reached_at,
            ${period ? 'greatest(score, 0) - greatest(monday, 0)' : 'score'} AS score,
            ${period ? '0' : 'monday'} AS monday
          FROM it)
        SELECT it.member_id AS id, rank() OVER (ORDER BY it.score DESC)::integer AS position,
          CASE WHEN it.monday > 0 THEN (rank() OVER (ORDER BY it.monday DESC)
            - rank() OVER (ORDER BY it.score DESC))::integer END AS move
        FROM compared it WHERE it.score > 0
        ORDER BY it.score DESC, it.reached_at, it.member_id`);
      return rows as { id: number; position: number; move: number | null }[];
    };
    const shown = ({ data }: Pick<RankingPage, 'data'>) =>
      data.map(({ user, position, move }) => ({ id: user.id, position, move }));
    let seed = 7;
    const any = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const acts = [
      (who: Person) => give(who, [1, 10, 64, 4_096, 70_000, 999_999][any(6)]!),
      (who: Person) => give(who, [10, 10, 64, 5_000][any(4)]!),
      (who: Person) => give(who, -[10, 64, 4_000][any(3)]!),
      (who: Person) =>
        inSchool(`UPDATE members SET in_ranking = NOT in_ranking WHERE id = ${who.id}`),
      () => countMoves(),
      () => weekPasses(),
    ];
    for (let round = 0; round < 40; round += 1) {
      for (let act = 0; act < 4; act += 1) await acts[any(acts.length)]!(people[any(12)]!);
      await Promise.all(people.slice(0, 4).map((who) => give(who, 10)));
      const { rows } = await inSchool('SELECT id FROM point_seasons');
      // A named season is never cached.
      const named = `&season=${(rows[0] as { id: number }).id}`;
      const period = round % 2 ? '&period=week' : '';
      const all = await truth(period);
      const at = all.findIndex(({ id }) => id === people[0]!.id);
      const near = at < 0 ? [] : all.slice(Math.max(0, at - 5), at + 6);
      for (const query of round % 8 < 2 ? [period, period + named] : [period]) {
        const page = await ranking(people[0]!, `?page=1${query}`);
        expect(shown(page)).toEqual(all);
        expect(page.total).toBe(all.length);
        expect(shown({ data: page.around })).toEqual(near);
        expect(shown(await ranking(people[0]!, `?around=me${query}`))).toEqual(near);
      }
    }
    await countMoves();
    const { rows } = await inSchool('SELECT * FROM point_score_moves');
    expect(rows).toEqual([]);
    for (const period of ['', '&period=week'])
      expect(shown(await ranking(school.owner, `?page=1${period}`))).toEqual(await truth(period));
  });

  test('leaves out removed members, counted or not', async () => {
    const [ana, bia] = [await school.join(), await school.join()];
    await give(ana, 20);
    await give(bia, 10);
    await countMoves();
    await inSchool(`DELETE FROM members WHERE id = ${ana.id}`);
    expect(await ranking(bia)).toMatchObject({ total: 1, me: { position: 1 } });
    await countMoves();
    expect(await ranking(bia)).toMatchObject({ total: 1, me: { position: 1 } });
  });

  test('is read by one statement beside the session, neighbours included', async () => {
    const ana = await school.join();
    await give(ana, 20);
    await school.owner.send('POST', '/api/auth/community/reset-ranking');
    await world.platform.jobs.runAll();
    await give(ana, 20);
    const periods = ['', '?period=week', '?period=all'];
    for (const query of periods.flatMap((it) => [it, `${it || '?page=1'}&around=me`])) {
      await ranking(ana, query);
      const run = vi.spyOn(pg.Client.prototype, 'query');
      await ranking(ana, query);
      const asked = run.mock.calls
        .map(([config]) => config as unknown as string | { name?: string })
        .map((config) => (typeof config === 'string' ? config : config.name));
      run.mockRestore();
      expect(asked.filter((name) => String(name).includes('ranking'))).toHaveLength(1);
    }
  });

  test('keeps past seasons, and counts each by itself, before and after a job has counted', async () => {
    const [ana, bia] = [await school.join(), await school.join()];
    await give(ana, 20);
    await school.owner.send('POST', '/api/auth/community/reset-ranking');
    expect(await ranking(ana)).toMatchObject({ data: [], me: null, total: 0 });
    await give(bia, 5);
    const [, former] = (await ana.get('/api/v1/ranking/seasons')).body;
    for (const isCounted of [false, true]) {
      if (isCounted) await countMoves();
      for (const query of ['', '?page=2'])
        expect(await ranking(bia, query)).toMatchObject({ total: 1, me: { position: 1 } });
      expect(await ranking(ana, `?season=${former.id}`)).toMatchObject({
        total: 1,
        me: { position: 1, score: 20 },
      });
      const { body } = await ana.get('/api/v1/ranking/seasons');
      expect(body).toMatchObject([{ members: 1 }, { id: former.id, members: 1 }]);
    }
  });

  test('of several resets at once ends its season once, and leaves no empty one', async () => {
    const seasons = async () =>
      (await school.owner.get('/api/v1/ranking/seasons')).body as Season[];
    const reset = () => school.owner.send('POST', '/api/auth/community/reset-ranking');
    const ana = await school.join();
    await give(ana, 20);
    await reset();
    const [, first] = await seasons();
    await give(ana, 5);
    const resets = await school.transaction(async (tx) => {
      await sql`SELECT FROM point_seasons FOR UPDATE`.execute(tx.db);
      const started = Array.from({ length: 4 }, reset);
      await expectWaiting(tx, 4);
      return started;
    });
    expect(statuses(await Promise.all(resets))).toEqual({ 200: 4 });
    const [running, second, ...others] = await seasons();
    expect(running).toMatchObject({ ended_at: null, members: 0 });
    expect(second).toMatchObject({ ended_at: expect.any(String), members: 1 });
    expect(others).toEqual([first]);
  });

  test('lists no ended season in which nobody scored', async () => {
    const seasons = async () =>
      (await school.owner.get('/api/v1/ranking/seasons')).body as Season[];
    const reset = () => school.owner.send('POST', '/api/auth/community/reset-ranking');
    await reset();
    const ana = await school.join();
    await give(ana, 20);
    await reset();
    await reset();
    // Points that were taken again leave nothing either.
    await give(ana, 5);
    await give(ana, -5);
    await reset();
    const [running, first, ...others] = await seasons();
    expect(running).toMatchObject({ ended_at: null, members: 0 });
    expect(first).toMatchObject({ ended_at: expect.any(String), members: 1 });
    expect(others).toEqual([]);
    // Who hides keeps the season in the own history.
    await ana.send('PATCH', '/api/v1/me/settings', { in_ranking: 0 });
    expect(await seasons()).toHaveLength(2);
  });

  test('is 404 for a season of another school', async () => {
    const [ana, there] = [await school.join(), await (await world.school()).join()];
    await give(ana, 20);
    const [{ id }] = (await ana.get('/api/v1/ranking/seasons')).body;
    for (const query of [`season=${id}`, `season=${id}&around=me`, 'season=999999'])
      expect((await there.get(`/api/v1/ranking?${query}`)).status).toBe(404);
    expect((await ana.get(`/api/v1/ranking?season=${id}`)).status).toBe(200);
  });

  test('tells no move in a past season', async () => {
    const ana = await school.join();
    await give(ana, 20);
    await weekPasses();
    expect(await ranking(ana)).toMatchObject({ me: { move: 0 } });
    await school.owner.send('POST', '/api/auth/community/reset-ranking');
    const [, former] = (await ana.get('/api/v1/ranking/seasons')).body;
    expect(await ranking(ana, `?season=${former.id}`)).toMatchObject({ me: { move: null } });
  });

  test('is 403 for students while it is off', async () => {
    const ana = await school.join();
    expect(await toggle('0')).toMatchObject({
      status: 200,
      body: { message: 'Ranking desativado', data: { show_ranking: 0 } },
    });
    await give(ana, 5);
    const [{ id }] = (await ana.get('/api/v1/ranking/seasons')).body;
    for (const query of ['', '?around=me', '?page=2', `?season=${id}`, '?period=week&page=2']) {
      expect((await ana.get(`/api/v1/ranking${query}`)).status).toBe(403);
      expect((await school.owner.get(`/api/v1/ranking${query}`)).status).toBe(200);
    }
    expect(await toggle('1')).toMatchObject({ body: { message: 'Ranking ativado' } });
    expect((await ana.get('/api/v1/ranking')).status).toBe(200);
  });

  test('is switched and reset by admins of this school', async () => {
    const ana = await school.join();
    const neighbour = await world.school();
    const path = `/api/auth/ranking/toggle-status/0/${school.id}`;
    for (const who of [ana, await school.join(['moderator']), neighbour.owner])
      expect((await who.send('PUT', path)).status).toBe(403);
    expect((await ana.send('POST', '/api/auth/community/reset-ranking')).status).toBe(403);
    expect((await toggle('2')).status).toBe(400);
  });
});

test('the first community is null while the school has none', async () => {
  const { status, body } = await school.owner.get(`/api/auth/community/get-first/${school.id}`);
  expect({ status, body }).toEqual({ status: 200, body: { data: null } });
});

test('the first community is the principal one, else the first in order, with the switch of the ranking', async () => {
  const first = async () =>
    (await school.owner.get(`/api/auth/community/get-first/${school.id}`)).body.data;
  const a = (await communityWith(school, { title: 'Turma de fotografia' })).id;
  const b = (await communityWith(school, { title: 'Ateliê' })).id;
  await inSchool('UPDATE communities SET principal = false');
  expect(await first()).toEqual({ id: a, title: 'Turma de fotografia', show_ranking: 1 });
  await inSchool('UPDATE communities SET position = 10 - position');
  expect(await first()).toMatchObject({ id: b });
  await inSchool('UPDATE communities SET position = 10 - position');
  await inSchool(`UPDATE communities SET principal = (id = ${b})`);
  await toggle('0');
  expect(await first()).toEqual({ id: b, title: 'Ateliê', show_ranking: 0 });
  await communityWith(await world.school());
  expect(await first()).toMatchObject({ id: b });
});

test('the first community is none that the viewer may not know of', async () => {
  const student = await school.join();
  const first = async ({ get }: Pick<Person, 'get'>) =>
    (await get(`/api/auth/community/get-first/${school.id}`)).body.data;
  const main = (await communityWith(school, { title: 'Em preparo' })).id;
  const next = (await communityWith(school, { title: 'Ateliê' })).id;
  await inSchool(`UPDATE communities SET active = false WHERE id = ${main}`);
  expect(await first(student)).toEqual({ id: next, title: 'Ateliê', show_ranking: 1 });
  expect(await first(school.owner)).toMatchObject({ id: main });
  await inSchool('UPDATE platform_settings SET communities_active = false');
  expect(await first(student)).toBeNull();
  expect(await first(school.owner)).toMatchObject({ id: main });
});
