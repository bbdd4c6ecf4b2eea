import pg from 'pg';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
import { ownDatabase } from '../../../test/own-database.ts';
import { ids, rankingCalls, scores } from '../../../test/ranking.ts';

const world = await openWorld({}, await ownDatabase());

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

const { give, ranking, toggle, inSchool, countMoves } = rankingCalls(world, () => school);

describe('the ranking since the beginning', () => {
  const all = (who: Person, query = '') => ranking(who, `?period=all${query}`);
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

  test('is summed again on request, also on a server whose clock is behind', async () => {
    const ana = await school.join();
    await give(ana, 20);
    await reset();
    await runJobs();
    await inSchool('SELECT count_score_moves()');
    await give(ana, 5);
    await inSchool('UPDATE ranking_versions SET counted = counted + 3600 * 1000000::bigint');
    await all(ana);
    await runJobs();
    expect(await all(ana)).toMatchObject({ me: { score: 25 } });
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
