import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
import { ids, rankingCalls, scores } from '../../../test/ranking.ts';

const world = await openWorld();

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

const { give, ranking, toggle, inSchool, weekPasses, countMoves } = rankingCalls(
  world,
  () => school,
);

const week = (who: Person, query = '') => ranking(who, `?period=week${query}`);
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

  test.each(['2026-11-29T23:59:59.999Z', '2026-11-23T00:00:00Z'])(
    'says when it begins anew, from the cache too: %s',
    async (now) => {
      const ana = await school.join();
      await give(ana, 5);
      onTestFinished(() => void vi.useRealTimers());
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
      for (const query of ['', '&page=2', '&around=me'])
        expect(await week(ana, query)).toMatchObject({ ends_at: '2026-11-30T00:00:00.000Z' });
      vi.setSystemTime('2026-11-30T00:00:00Z');
      expect(await week(ana)).toMatchObject({ ends_at: '2026-12-07T00:00:00.000Z' });
      expect(await ranking(ana)).toMatchObject({ ends_at: null });
    },
  );

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
