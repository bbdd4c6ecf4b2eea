import type { RankingPage } from '@vitrine/contract/ranking';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
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
    expect(ids(await ranking(people[0]!, '?around=me'))).toHaveLength(6);
    expect(ids(await ranking(school.owner, '?around=me'))).toEqual([]);
  });

  test('says how many places somebody moved since Monday', async () => {
    const [ana, bia] = [await school.join(), await school.join()];
    await give(ana, 20);
    await give(bia, 10);
    await inSchool(`UPDATE point_scores SET week = week - 7`);
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
