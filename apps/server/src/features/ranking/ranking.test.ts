import type { RankingPage, Season } from '@vitrine/contract/ranking';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { communityWith } from '../../../test/communities.ts';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';
import { expectWaiting } from '../../../test/lock-waits.ts';

const world = await openWorld();

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

const give = (who: Person, points: number) =>
  school.owner.post(`/api/v1/members/${who.id}/points`, { points, reason: 'Ajudou' });
const ranking = async (who: Person, query = ''): Promise<RankingPage> =>
  (await who.get(`/api/v1/ranking${query}`)).body;
const ids = ({ data }: RankingPage) => data.map(({ user }) => user.id);
const toggle = (status: string) =>
  school.owner.send('PUT', `/api/auth/ranking/toggle-status/${status}/${school.id}`);
const inSchool = (text: string) =>
  world.platform.database.transaction(school.id, ({ db }) => sql.raw(text).execute(db));

/** Moves all scores into last week. */
const weekPasses = async () => {
  const tables = ['point_scores', 'point_score_moves', 'point_score_counts', 'point_week_counts'];
  for (const table of tables) await inSchool(`UPDATE ${table} SET week = week - 7`);
  // The clock has not moved, so the servers' caches are invalidated by hand.
  await inSchool('UPDATE ranking_versions SET counted = counted + 1');
  await inSchool('INSERT INTO ranking_versions (counted) VALUES (1) ON CONFLICT DO NOTHING');
};
const countMoves = () => inSchool('SELECT count_score_moves()');

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

const week = (who: Person, query = '') => ranking(who, `?period=week${query}`);
const scores = ({ data }: RankingPage) => data.map(({ user, score }) => [user.id, score]);
/** Moves a member's ledger and score to a moment, as if they had scored then. */
const scoreAt = async (who: Person, points: number, moment: string) => {
  await give(who, points);
  await inSchool(`UPDATE point_scores SET reached_at = ${moment},
      week = date_trunc('week', ${moment} AT TIME ZONE 'UTC')::date WHERE member_id = ${who.id}`);
  await inSchool(`UPDATE point_entries SET at = ${moment} WHERE member_id = ${who.id}`);
};

describe('the ranking of the week', () => {
  test('lists what was gained since Monday, and keeps the levels of the season', async () => {
    const product = await school.product('Plano Luz');
    const [ana, bia] = [await school.join(['student'], [product]), await school.join()];
    await inSchool(`INSERT INTO levels (name, needed_score) VALUES ('Coruja', 100)`);
    await inSchool(`INSERT INTO level_products (level_id, product_id)
      SELECT id, ${product} FROM levels`);
    await give(ana, 100);
    await give(bia, 50);
    await weekPasses();
    expect(await week(ana)).toMatchObject({ data: [], me: null, around: [], total: 0 });
    await give(bia, 10);
    await give(ana, 5);
    const page = await week(ana);
    expect(page).toMatchObject({
      data: [
        { position: 1, user: { id: bia.id }, score: 10, level: null, move: null },
        { position: 2, user: { id: ana.id }, score: 5, level: { name: 'Coruja' }, move: null },
      ],
      me: { position: 2, score: 5 },
      total: 2,
    });
    expect((await week(ana, '&around=me')).data).toEqual(page.around);
    expect(scores(await ranking(ana))).toEqual([
      [ana.id, 105],
      [bia.id, 60],
    ]);
    // Points that are taken back from last week leave no negative score.
    await give(ana, -20);
    expect(ids(await week(ana))).toEqual([bia.id]);
  });

  test('equal gains share a position, the earliest first', async () => {
    const [ana, bia] = [await school.join(), await school.join()];
    await give(ana, 500);
    await weekPasses();
    await give(bia, 10);
    await give(ana, 10);
    const page = await week(ana);
    expect(page.data.map(({ position, user }) => [position, user.id])).toEqual([
      [1, bia.id],
      [1, ana.id],
    ]);
  });

  test('begins on Monday at midnight, UTC', async () => {
    const [before, at] = [await school.join(), await school.join()];
    const monday = `(date_trunc('week', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC')`;
    await scoreAt(before, 10, `(${monday} - interval '1 microsecond')`);
    await scoreAt(at, 10, monday);
    // Rows were changed by hand: they are counted anew.
    await inSchool('UPDATE point_scores SET listed = false');
    await inSchool('DELETE FROM point_score_moves');
    await inSchool('UPDATE point_scores SET listed = true');
    expect(ids(await week(at))).toEqual([at.id]);
    expect((await ranking(at)).total).toBe(2);
    const way = async (who: Person) =>
      (await who.get('/api/v1/ranking/me?period=week')).body.data.way.at(-1)?.score;
    expect([await way(before), await way(at)]).toEqual([undefined, 10]);
  });

  test('an action that began before Monday and commits after it takes nothing from the week', async () => {
    const ana = await school.join();
    await give(ana, 30);
    // As if this week's were the next one: the next action then belongs to the week before.
    for (const table of ['point_scores', 'point_score_moves'])
      await inSchool(`UPDATE ${table} SET week = week + 7`);
    await give(ana, 5);
    const { rows } = await inSchool(`SELECT week_points,
      (SELECT sum(greatest(score_after - monday_after, 0) - greatest(score_before - monday_before, 0))
       FROM point_score_moves)::bigint AS moved FROM point_scores`);
    expect(rows).toEqual([{ week_points: 35, moved: 35 }]);
  });

  test('leaves out staff, hidden members, other schools and former seasons', async () => {
    const [ana, bia] = [await school.join(), await school.join()];
    await give(ana, 20);
    await give(bia, 10);
    await give(await school.join(['instructor']), 99);
    await inSchool(`UPDATE members SET in_ranking = false WHERE id = ${ana.id}`);
    expect(await week(ana)).toMatchObject({ data: [{ user: { id: bia.id } }], me: null, total: 1 });
    await inSchool(`UPDATE members SET in_ranking = true WHERE id = ${ana.id}`);
    expect(ids(await week(bia))).toEqual([ana.id, bia.id]);
    const neighbour = await world.school();
    const there = await neighbour.join();
    expect(await week(there)).toMatchObject({ data: [], total: 0 });
    await school.owner.send('POST', '/api/auth/community/reset-ranking');
    expect(await week(ana)).toMatchObject({ data: [], me: null });
    await give(bia, 1);
    expect(scores(await week(ana))).toEqual([[bia.id, 1]]);
    await toggle('0');
    expect((await ana.get('/api/v1/ranking?period=week')).status).toBe(403);
    expect((await ana.get('/api/v1/ranking?period=month')).status).toBe(400);
  });

  test('counts everybody who scores at the same time, and each once', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => school.join()));
    await Promise.all(people.map((who) => give(who, 10)));
    await weekPasses();
    await Promise.all([
      ...people.flatMap((who, at) => [give(who, 1 + at), give(who, 1)]),
      countMoves(),
      countMoves(),
    ]);
    const page = await week(people[0]!);
    expect(scores(page)).toEqual(people.map(({ id }, at) => [id, 2 + at]).toReversed());
    expect(page.data.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('starts anew with a season in the same week', async () => {
    const [ana, bia] = [await school.join(), await school.join()];
    await give(ana, 20);
    await countMoves();
    await school.owner.send('POST', '/api/auth/community/reset-ranking');
    await give(bia, 1);
    await countMoves();
    expect(await week(bia)).toMatchObject({ total: 1, me: { position: 1, score: 1 } });
  });

  test('forgets the counts of a week that is over', async () => {
    const ana = await school.join();
    await give(ana, 10);
    await countMoves();
    await weekPasses();
    await give(ana, 3);
    await countMoves();
    const { rows } = await inSchool('SELECT bucket, members FROM point_week_counts WHERE size = 0');
    expect(rows).toEqual([{ bucket: 3, members: 1 }]);
    expect(await week(ana)).toMatchObject({ total: 1, me: { position: 1, score: 3 } });
  });

  test('has pages of twenty', async () => {
    for (let place = 1; place <= 22; place += 1) await give(await school.join(), 100 - place);
    const first = await week(school.owner);
    expect(first).toMatchObject({ total: 22, next_page_url: '/api/v1/ranking?period=week&page=2' });
    expect((await week(school.owner, '&page=2')).data).toMatchObject([
      { position: 21, score: 79 },
      { position: 22, score: 78 },
    ]);
  });
});

describe('the ranking since the beginning', () => {
  const all = (who: Person, query = '') => ranking(who, `?period=all${query}`);
  const scores = ({ data }: RankingPage) => data.map(({ user, score }) => [user.id, score]);
  const reset = () => school.owner.send('POST', '/api/auth/community/reset-ranking');
  const runJobs = () => world.platform.jobs.runAll();
  /** The tables that a job keeps, and what they must hold. Nobody counts the points of who hides. */
  const expectSums = async () => {
    const { rows } = await inSchool(`
      SELECT t.member_id, t.points, sums.points AS right_points FROM point_totals t
      FULL JOIN (SELECT member_id, sum(greatest(score, 0)) AS points FROM point_scores
        GROUP BY member_id) AS sums USING (member_id)
      WHERE t.points IS DISTINCT FROM sums.points AND coalesce(t.listed, true)`);
    expect(rows).toEqual([]);
    const counts = await inSchool(`
      SELECT size, bucket, sum(members) AS members FROM (
        SELECT size, bucket, members FROM point_total_counts
        UNION ALL
        SELECT size, t.points >> (6 * size), -1 FROM point_totals t, generate_series(0, 5) AS size
        WHERE t.listed AND t.points > 0) AS it
      GROUP BY size, bucket HAVING sum(members) <> 0`);
    expect(counts.rows).toEqual([]);
  };

  test('is that of the season until the first reset', async () => {
    const ana = await school.join();
    await give(ana, 20);
    expect(await all(ana)).toEqual(await ranking(ana));
    expect(await all(ana)).toMatchObject({ total: 1, summing: 0, updated_at: null });
    expect((await inSchool('SELECT * FROM point_totals')).rows).toEqual([]);
  });

  test('sums all seasons, orders equal sums by the earliest, and keeps the current levels', async () => {
    const product = await school.product();
    await inSchool(`INSERT INTO levels (name, needed_score) VALUES ('Foca', 30)`);
    await inSchool(
      `INSERT INTO level_products (level_id, product_id) SELECT id, ${product} FROM levels`,
    );
    const [ana, bia, caio] = await Promise.all(
      Array.from({ length: 3 }, () => school.join(['student'], [product])),
    );
    await give(ana!, 40);
    await give(bia!, 5);
    await give(caio!, 10);
    await reset();
    await give(bia!, 35);
    await give(caio!, -7);
    await runJobs();
    const page = await all(bia!);
    expect(scores(page)).toEqual([
      [ana!.id, 40],
      [bia!.id, 40],
      [caio!.id, 10],
    ]);
    expect(page).toMatchObject({
      total: 3,
      summing: 0,
      me: { position: 1, score: 40, move: null },
    });
    expect(page.data.map(({ level }) => level?.name)).toEqual([undefined, 'Foca', undefined]);
    expect(page.around).toEqual(page.data);
    expect((await all(bia!, '&around=me')).data).toEqual(page.data);
    await expectSums();
  });

  test('says that it is being summed, and shows nobody meanwhile', async () => {
    const [ana, bia] = [await school.join(), await school.join()];
    await give(ana, 20);
    await give(bia, 10);
    await reset();
    const empty = { data: [], around: [], me: null, total: 0, summing: 1 };
    expect(await all(ana)).toMatchObject(empty);
    // A part of the members is no ranking.
    expect((await inSchool('SELECT sum_next_members(2) AS more')).rows).toEqual([{ more: true }]);
    expect((await inSchool('SELECT member_id FROM point_totals')).rows).toHaveLength(1);
    expect(await all(ana)).toMatchObject(empty);
    expect(await all(ana, '&page=2')).toMatchObject({ data: [], total: 0, summing: 1 });
    await runJobs();
    expect(await all(ana)).toMatchObject({ total: 2, summing: 0, me: { position: 1 } });
  });

  test('of a school that was reset before sums existed is built at the first request', async () => {
    const ana = await school.join();
    await give(ana, 20);
    await inSchool('UPDATE point_seasons SET ended_at = now()');
    await inSchool('INSERT INTO point_seasons DEFAULT VALUES');
    await inSchool('INSERT INTO point_total_states DEFAULT VALUES');
    await runJobs();
    expect(await all(ana)).toMatchObject({ data: [], summing: 1 });
    await runJobs();
    expect(await all(ana)).toMatchObject({ total: 1, summing: 0, me: { score: 20 } });
  });

  test('lists nobody without points', async () => {
    const [ana, bia] = [await school.join(), await school.join()];
    await give(ana, 20);
    await give(bia, 5);
    await give(bia, -5);
    await reset();
    await runJobs();
    expect(await all(bia)).toMatchObject({ total: 1, me: null });
    expect(ids(await all(bia))).toEqual([ana.id]);
  });

  test('is kept while people score', async () => {
    const [ana, bia] = [await school.join(), await school.join()];
    await give(ana, 20);
    await reset();
    await runJobs();
    await all(ana);
    await give(bia, 30);
    const run = vi.spyOn(pg.Client.prototype, 'query');
    await all(ana);
    const names = run.mock.calls.map(([config]) => (config as unknown as { name?: string }).name);
    run.mockRestore();
    expect(names).toContain('ranking.front-again-of-all by session');
    expect(names).not.toContain('ranking.board-of-all');
  });

  test('tells its age after new scores, and is summed again on request', async () => {
    const ana = await school.join();
    await give(ana, 20);
    await reset();
    await runJobs();
    await inSchool('SELECT count_score_moves()');
    for (const query of ['', '&page=2'])
      expect(await all(ana, query)).toMatchObject({ updated_at: null });
    await give(ana, 5);
    const waiting = await all(ana);
    expect(waiting).toMatchObject({ me: { score: 20 } });
    expect(Date.now() - new Date(waiting.updated_at!).getTime()).toBeLessThan(60_000);
    await runJobs();
    expect(await all(ana)).toMatchObject({ me: { score: 20 } });
    await inSchool('UPDATE ranking_versions SET counted = counted - 301 * 1000000');
    await all(ana);
    await runJobs();
    expect(await all(ana)).toMatchObject({ me: { score: 25 }, updated_at: null });
  });

  test('leaves out hidden, new staff and removed members at once, and their count with the next sum', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => school.join()));
    for (const [at, who] of people.entries()) await give(who, 50 - 10 * at);
    await reset();
    await runJobs();
    const [ana, bia, caio, duda, eva] = people as [Person, Person, Person, Person, Person];
    expect(ids(await all(eva))).toEqual(people.map(({ id }) => id));
    await inSchool(`UPDATE members SET in_ranking = false WHERE id = ${ana.id}`);
    await inSchool(`UPDATE members SET roles = '{instructor}' WHERE id = ${bia.id}`);
    await inSchool(`DELETE FROM members WHERE id = ${caio.id}`);
    expect(ids(await all(eva))).toEqual([duda.id, eva.id]);
    expect(await all(ana)).toMatchObject({ me: null, around: [] });
    await countMoves();
    await expectSums();
    expect(await all(eva)).toMatchObject({ total: 2, me: { position: 2, score: 10 } });
    await inSchool(`UPDATE members SET in_ranking = true WHERE id = ${ana.id}`);
    // Nobody is listed before they are counted: they would share the position of the next one.
    expect(await all(ana)).toMatchObject({ me: null, data: { length: 2 } });
    await countMoves();
    expect(await all(eva)).toMatchObject({ total: 3, me: { position: 3 } });
    // A new name without points in the running season.
    await inSchool(`UPDATE members SET name = 'Duda Nova' WHERE id = ${duda.id}`);
    expect((await all(eva)).data[1]).toMatchObject({ user: { name: 'Duda Nova' } });
  });

  test.each([
    ['hides', 'UPDATE members SET in_ranking = false'],
    ['becomes staff', `UPDATE members SET roles = '{instructor}'`],
    ['is removed', 'DELETE FROM members'],
  ])('leaves out at once who %s, also without points of the season', async (_name, change) => {
    const [ana, bia] = [await school.join(), await school.join()];
    await give(ana, 20);
    await give(bia, 10);
    await reset();
    await runJobs();
    expect(ids(await all(bia))).toEqual([ana.id, bia.id]);
    await inSchool(`${change} WHERE id = ${ana.id}`);
    expect(ids(await all(bia))).toEqual([bia.id]);
  });

  test('shows a level at once to who got its product, also without points of the season', async () => {
    const product = await school.product();
    await inSchool(`INSERT INTO levels (name, needed_score) VALUES ('Foca', 0)`);
    await inSchool(
      `INSERT INTO level_products (level_id, product_id) SELECT id, ${product} FROM levels`,
    );
    const ana = await school.join();
    await give(ana, 20);
    await reset();
    await runJobs();
    const levelOf = async () => (await all(ana)).data[0]!.level?.name;
    expect(await levelOf()).toBeUndefined();
    await school.owner.send('PATCH', `/api/v1/members/${ana.id}`, { product_ids: [product] });
    expect(await levelOf()).toBe('Foca');
    await give(ana, 1);
    await countMoves();
    expect(await levelOf()).toBe('Foca');
    await school.owner.send('PATCH', `/api/v1/members/${ana.id}`, { product_ids: [] });
    expect(await levelOf()).toBeUndefined();
  });

  test('is right after people score, hide and go while the school is reset and summed', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => school.join()));
    await Promise.all(people.map((who) => give(who, 10)));
    for (let round = 0; round < 3; round += 1)
      await Promise.all([
        ...people.flatMap((who, at) => [give(who, 1 + at), give(who, 3)]),
        reset(),
        inSchool('SELECT sum_next_members(3)'),
        countMoves(),
        inSchool(`UPDATE members SET in_ranking = NOT in_ranking WHERE id = ${people[7]!.id}`),
        countMoves(),
      ]);
    await inSchool(`DELETE FROM members WHERE id = ${people[6]!.id}`);
    await runJobs();
    await countMoves();
    await expectSums();
    const page = await all(people[0]!);
    expect(scores(page)).toEqual(
      [5, 4, 3, 2, 1, 0].map((at) => [people[at]!.id, 10 + 3 * (4 + at)]),
    );
    expect(page.data.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('has pages of twenty, none of a neighbour, and is 403 for students while it is off', async () => {
    for (let place = 1; place <= 22; place += 1) await give(await school.join(), 100 - place);
    await reset();
    await runJobs();
    const ana = await school.join();
    expect(await all(ana)).toMatchObject({
      total: 22,
      next_page_url: '/api/v1/ranking?period=all&page=2',
    });
    expect((await all(ana, '&page=2')).data).toMatchObject([
      { position: 21, score: 79 },
      { position: 22, score: 78 },
    ]);
    const there = await (await world.school()).join();
    expect(await all(there)).toMatchObject({ data: [], total: 0 });
    await toggle('0');
    expect((await ana.get('/api/v1/ranking?period=all')).status).toBe(403);
    expect(await all(school.owner)).toMatchObject({ total: 22 });
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
