import type { RankingPage } from '@vitrine/contract/ranking';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { communityWith } from '../../../test/communities.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';

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
  for (const table of ['point_scores', 'point_score_moves', 'point_score_counts'])
    await inSchool(`UPDATE ${table} SET week = week - 7`);
  // The clock has not moved, so the servers' caches are invalidated by hand.
  await inSchool('UPDATE ranking_versions SET counted = counted + 1');
  await inSchool('INSERT INTO ranking_versions (counted) VALUES (1) ON CONFLICT DO NOTHING');
};
const countMoves = () => inSchool('SELECT count_score_moves()');

describe('the ranking', () => {
  test('lists students by score; who reached it first stands first, on one position', async () => {
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

  test('leaves out who does not want to be seen, and takes them back in', async () => {
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

  test('has pages of twenty, and five before and after oneself', async () => {
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

  test('says how many places somebody moved since Monday', async () => {
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
    /** The positions, counted from all scores of the season. */
    const truth = async () => {
      const { rows } = await inSchool(`
        WITH it AS (
          SELECT s.*, CASE WHEN s.week = date_trunc('week', now() AT TIME ZONE 'UTC')::date
            THEN s.week_score ELSE s.score END AS monday
          FROM point_scores s JOIN point_seasons run ON run.id = s.season_id AND run.ended_at IS NULL
          WHERE s.listed AND s.score > 0)
        SELECT it.member_id AS id, rank() OVER (ORDER BY it.score DESC)::integer AS position,
          CASE WHEN it.monday > 0 THEN (rank() OVER (ORDER BY it.monday DESC)
            - rank() OVER (ORDER BY it.score DESC))::integer END AS move
        FROM it ORDER BY it.score DESC, it.reached_at, it.member_id`);
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
      const all = await truth();
      const at = all.findIndex(({ id }) => id === people[0]!.id);
      const near = at < 0 ? [] : all.slice(Math.max(0, at - 5), at + 6);
      const { rows } = await inSchool('SELECT id FROM point_seasons');
      // A named season is never cached.
      const named = `season=${(rows[0] as { id: number }).id}`;
      for (const query of round % 4 ? [''] : ['', named]) {
        const page = await ranking(people[0]!, `?${query}`);
        expect(shown(page)).toEqual(all);
        expect(page.total).toBe(all.length);
        expect(shown({ data: page.around })).toEqual(near);
        expect(shown(await ranking(people[0]!, `?around=me&${query}`))).toEqual(near);
      }
    }
    await countMoves();
    const { rows } = await inSchool('SELECT * FROM point_score_moves');
    expect(rows).toEqual([]);
    expect(shown(await ranking(school.owner))).toEqual(await truth());
  });

  test('leaves out who is removed, counted or not', async () => {
    const [ana, bia] = [await school.join(), await school.join()];
    await give(ana, 20);
    await give(bia, 10);
    await countMoves();
    await inSchool(`DELETE FROM members WHERE id = ${ana.id}`);
    expect(await ranking(bia)).toMatchObject({ total: 1, me: { position: 1 } });
    await countMoves();
    expect(await ranking(bia)).toMatchObject({ total: 1, me: { position: 1 } });
  });

  test('is read by one statement beside the session, who stands around oneself with it', async () => {
    const ana = await school.join();
    await give(ana, 20);
    for (const query of ['', '?around=me']) {
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

  test('keeps past seasons', async () => {
    const ana = await school.join();
    await give(ana, 20);
    await school.owner.send('POST', '/api/auth/community/reset-ranking');
    expect(await ranking(ana)).toMatchObject({ data: [], me: null });
    const [, former] = (await ana.get('/api/v1/ranking/seasons')).body;
    expect(await ranking(ana, `?season=${former.id}`)).toMatchObject({ me: { score: 20 } });
  });

  test('is 403 for students while it is off', async () => {
    const ana = await school.join();
    expect(await toggle('0')).toMatchObject({
      status: 200,
      body: { message: 'Ranking desativado', data: { show_ranking: 0 } },
    });
    expect((await ana.get('/api/v1/ranking')).status).toBe(403);
    expect((await school.owner.get('/api/v1/ranking')).status).toBe(200);
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

test('the first community is none while the school has none', async () => {
  const { status, body } = await school.owner.get(`/api/auth/community/get-first/${school.id}`);
  expect({ status, body }).toEqual({ status: 200, body: { data: null } });
});

test('the first community is the principal one, else the oldest, with the switch of the ranking', async () => {
  const first = async () =>
    (await school.owner.get(`/api/auth/community/get-first/${school.id}`)).body.data;
  const a = (await communityWith(school, { title: 'Turma de fotografia' })).id;
  const b = (await communityWith(school, { title: 'Ateliê' })).id;
  await inSchool('UPDATE communities SET principal = false');
  expect(await first()).toEqual({ id: a, title: 'Turma de fotografia', show_ranking: 1 });
  await inSchool(`UPDATE communities SET principal = (id = ${b})`);
  await toggle('0');
  expect(await first()).toEqual({ id: b, title: 'Ateliê', show_ranking: 0 });
  await communityWith(await world.school());
  expect(await first()).toMatchObject({ id: b });
});
