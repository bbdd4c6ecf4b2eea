import type { RankingPage } from '@vitrine/contract/ranking';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';

// Servers cache a ranking's first page, the number of members at each score, and neighbours. Two
// servers here have cached them. The page of a named season is never cached, so it gives the
// expected answer.

const [world, second] = [await openWorld(), await openWorld()];

let school: TestSchool;
let product: number;
/** 24, the best first: of twenty on the page, and of others. */
const people: Person[] = [];
const place = (number: number) => people[number - 1]!;

const give = (who: Person, points: number) =>
  school.owner.post(`/api/v1/members/${who.id}/points`, { points, reason: 'Ajudou' });
const inSchool = (text: string) =>
  world.platform.database.transaction(school.id, ({ db }) => sql.raw(text).execute(db));

async function read(server: typeof world, who: Pick<Person, 'cookie'>, query = '') {
  const url = `/api/v1/ranking${query}`;
  const headers = { host: school.host, cookie: who.cookie };
  const { statusCode, body } = await server.app.inject({ url, headers });
  const { next_page_url, ...page } = JSON.parse(body) as RankingPage;
  return { statusCode, hasMore: next_page_url !== null, ...page };
}

/** The statements that a server asks, with their values. */
async function asked(work: () => Promise<unknown>) {
  const run = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  const queries = run.mock.calls.map(([query]) => query as unknown as pg.QueryConfig);
  run.mockRestore();
  return queries.filter(({ name }) => name?.startsWith('ranking.'));
}

async function expectKeptIsRight() {
  const { rows } = await inSchool('SELECT id FROM point_seasons WHERE ended_at IS NULL');
  const { id: season } = rows[0] as { id: number };
  for (const who of [place(1), place(12), place(20), place(23), school.owner])
    for (const period of ['', '&period=week']) {
      const right = await read(world, who, `?season=${season}${period}`);
      const around = await read(world, who, `?season=${season}&around=me${period}`);
      for (const server of [world, second]) {
        expect(await read(server, who, `?page=1${period}`)).toEqual(right);
        expect(await read(server, who, `?around=me${period}`)).toEqual(around);
      }
    }
}

beforeAll(async () => {
  school = await world.school();
  product = await school.product('Plano Luz');
  await inSchool(`INSERT INTO levels (name, needed_score) VALUES ('Foca', 500), ('Coruja', 900)`);
  await inSchool(
    `INSERT INTO level_products (level_id, product_id) SELECT id, ${product} FROM levels`,
  );
  for (let at = 1; at <= 24; at += 1) {
    const who = await school.join(['student'], at % 2 ? [product] : []);
    await give(who, 1_000 - 10 * at);
    people.push(who);
  }
});

const set = (who: () => Person, values: string) => () =>
  inSchool(`UPDATE members SET ${values} WHERE id = ${who().id}`);
const hold = (who: () => Person) => () =>
  inSchool(`INSERT INTO member_products (member_id, product_id) VALUES (${who().id}, ${product})`);

const changes: [string, () => Promise<unknown>][] = [
  ['somebody on the page scores', () => give(place(5), 1)],
  ['somebody behind the page scores', () => give(place(23), 1)],
  ['somebody behind the page comes onto it', () => give(place(22), 100)],
  ['who stands on it loses points', () => give(place(4), -15)],
  ['two have the same score', () => give(place(11), -10)],
  ['a job counted the moves', () => inSchool('SELECT count_score_moves()')],
  ['somebody scores after it', () => give(place(21), 1)],
  [
    'a week is over',
    // The clock has not moved, so the servers' caches are invalidated by hand.
    () =>
      inSchool(`UPDATE point_scores SET week = week - 7; UPDATE point_score_moves SET week = week - 7;
        UPDATE point_score_counts SET week = week - 7; UPDATE point_week_counts SET week = week - 7;
        UPDATE ranking_versions SET counted = counted + 1`),
  ],
  ['people score in the next one', () => Promise.all([5, 12, 23].map((at) => give(place(at), 2)))],
  ['somebody on the page is hidden', set(() => place(3), 'in_ranking = false')],
  ['and shown again', set(() => place(3), 'in_ranking = true')],
  ['somebody behind the page is hidden', set(() => place(24), 'in_ranking = false')],
  ['somebody becomes staff', set(() => place(6), `roles = '{moderator}'`)],
  ['somebody on the page is renamed', set(() => place(7), `name = 'Nome Novo'`)],
  ['somebody behind the page has a photo', set(() => place(23), `photo_url = '/files/1/a.jpg'`)],
  ['somebody may reach levels', hold(() => place(8))],
  ['a neighbour behind the page may', hold(() => place(24))],
  [
    'a product is taken',
    () => inSchool(`DELETE FROM member_products WHERE member_id = ${place(9).id}`),
  ],
  ['a level is renamed', () => inSchool(`UPDATE levels SET name = 'Lince' WHERE name = 'Foca'`)],
  ['a level is removed', () => inSchool(`DELETE FROM levels WHERE name = 'Lince'`)],
  ['its product is switched off', () => inSchool(`UPDATE products SET status = 'inactive'`)],
  [
    'points have another name',
    () => inSchool(`INSERT INTO points_settings VALUES (DEFAULT, 'PX')`),
  ],
  ['a member is removed', () => inSchool(`DELETE FROM members WHERE id = ${place(10).id}`)],
  [
    'more are renamed at once than are noted',
    async () => {
      await inSchool(`WITH many AS (
          INSERT INTO members (name, email) SELECT 'Aluno', 'muitos' || n || '@example.com'
          FROM generate_series(1, 110) n RETURNING id)
        INSERT INTO point_scores (season_id, member_id, score, reached_at, week, listed)
        SELECT (SELECT id FROM point_seasons), id, 1, now(), current_date, true FROM many`);
      await expectKeptIsRight();
      await inSchool(`UPDATE members SET name = 'Outro' WHERE name = 'Aluno';
        UPDATE members SET name = 'Outra' WHERE id = ${place(2).id}`);
    },
  ],
  ['a new season begins', () => school.owner.send('POST', '/api/auth/community/reset-ranking')],
  ['somebody scores in it', () => give(place(12), 3)],
];

describe('a server with a cached ranking answers correctly', () => {
  test.each(changes)('after: %s', async (_name, change) => {
    await expectKeptIsRight();
    await change();
    await expectKeptIsRight();
  });
});

test('a viewer’s ranking is read again only if a score near them changed', async () => {
  for (let at = 1; at <= 24; at += 1) await give(place(at), 1_000 - 10 * at);
  await inSchool(`INSERT INTO point_scores (season_id, member_id, score, reached_at, week, listed)
    SELECT (SELECT id FROM point_seasons WHERE ended_at IS NULL), id, row_number() OVER (), now(),
      current_date, true FROM members WHERE name = 'Outro'`);
  await inSchool('SELECT count_score_moves()');
  const look = () => read(world, place(23));
  const readsNobody = expect.objectContaining({
    name: 'ranking.front-again-of-season by session',
    values: expect.arrayContaining([place(23).id]),
  });
  await look();
  expect(await asked(look)).toEqual([readsNobody]);
  const move = (score: number) =>
    inSchool(`UPDATE point_scores SET score = score + 1 WHERE score = ${score}`);
  await move(50);
  expect(await asked(look)).toEqual([readsNobody]);
  await move(108);
  expect(await asked(look)).toEqual([
    readsNobody,
    expect.objectContaining({ name: 'ranking.front-of-season' }),
  ]);
});

test('is 403 for students from the moment it is off, on every server', async () => {
  for (const server of [world, second])
    expect(await read(server, place(1))).toMatchObject({ statusCode: 200 });
  await school.owner.send('PUT', `/api/auth/ranking/toggle-status/0/${school.id}`);
  for (const server of [world, second])
    expect(await read(server, place(1))).toMatchObject({ statusCode: 403 });
});
