import { limits, type Report } from '@vitrine/contract/posts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { comment, communityWith, publish } from '../../../test/communities.ts';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';
import { ownDatabase } from '../../../test/own-database.ts';
import { rowsRead } from '../../../test/plans.ts';
import { postCalls, postPath, schoolWithPeople } from '../../../test/posts.ts';
import { reports } from './reports.store.ts';

// Own statistics: a plan depends on them.
const world = await openWorld({}, await ownDatabase());

let school: TestSchool;
let community: number;
let channel: number;
let marina: Person;
let joao: Person;
let moderator: Person;
beforeEach(async () => {
  ({ school, community, channel, marina, joao, moderator } = await schoolWithPeople(world));
});

const { seed, uploadedBy } = postCalls(world, () => ({ school, community, channel, marina }));

describe('moderation', () => {
  test('accepts one report for each person and thing, and answers all of a thing', async () => {
    const { id } = await publish(marina, channel, 'Venda');
    const said = await comment(marina, id, 'Chama no zap');
    const report = (who: Person, more: object = {}) =>
      who.post(postPath(id, '/reports'), { reason: 'Venda', ...more });
    const answers = await Promise.all([...'ABCDEFGH'].map(() => report(joao)));
    expect(statuses(answers)).toEqual({ 201: 1, 409: 7 });
    expect((await report(joao)).body.code).toBe('already_reported');
    expect((await report(joao, { comment_id: said.id })).status).toBe(201);
    const elsewhere = await comment(marina, (await publish(marina, channel)).id);
    for (const comment_id of [999_999, elsewhere.id])
      expect((await report(joao, { comment_id })).status).toBe(404);
    expect((await report(joao, { reason: '' })).status).toBe(422);
    expect((await report(moderator, { reason: 'Golpe' })).status).toBe(201);
    const list = async (query = '') =>
      (await moderator.get(`/api/v1/communities/${community}/reports${query}`)).body.data;
    expect(await list()).toMatchObject([
      {
        post_id: id,
        comment_id: null,
        count: 2,
        reason: 'Golpe',
        reporters: [{ id: moderator.id }, { id: joao.id }],
      },
      { post_id: id, comment_id: said.id, count: 1, thing: { content: 'Chama no zap' } },
    ]);
    expect((await moderator.get('/api/v1/reports')).body).toMatchObject({ open: 2 });
    const [first] = await list();
    expect((await moderator.send('PUT', `/api/v1/reports/${first.id}/kept`)).status).toBe(204);
    expect(await list()).toHaveLength(1);
    expect(await list('?state=answered')).toMatchObject([{ post_id: id, answer: 'kept' }]);
    expect((await marina.get(`/api/v1/communities/${community}/reports`)).status).toBe(403);
    await moderator.send('DELETE', `/api/v1/comments/${said.id}`);
    expect(await list()).toEqual([]);
  });

  test('lists reports without reading other members', async () => {
    await school.transaction(({ db }) =>
      sql`INSERT INTO members (name, email)
        SELECT 'Aluno', 'aluno' || n || '@example.com' FROM generate_series(1, 50) n`.execute(db),
    );
    const { id } = await publish(marina, channel);
    await joao.post(postPath(id, '/reports'), { reason: 'Venda' });
    const values = { communityId: null, isOpen: true, beforeId: Number.MAX_SAFE_INTEGER };
    const read = await school.transaction((tx) =>
      rowsRead(world.databaseUrl, tx, 'members', reports, values),
    );
    expect(read).toBeLessThan(10);
  });

  test('lists open reports without reading the answered ones', async () => {
    const [answered, { id }] = [await publish(marina, channel), await publish(marina, channel)];
    await school.transaction(({ db }) =>
      sql`WITH reporters AS (
          INSERT INTO members (name, email)
          SELECT 'Aluno', 'aluno' || n || '@example.com' FROM generate_series(1, 300) n RETURNING id)
        INSERT INTO post_reports (community_id, post_id, member_id, reason, answer, answered_at)
        SELECT ${community}, ${answered.id}, r.id, 'Venda', 'kept', now() FROM reporters r`.execute(
        db,
      ),
    );
    await joao.post(postPath(id, '/reports'), { reason: 'Venda' });
    const values = { communityId: null, isOpen: true, beforeId: Number.MAX_SAFE_INTEGER };
    const read = await school.transaction((tx) =>
      rowsRead(world.databaseUrl, tx, 'post_reports', reports, values),
    );
    expect(read).toBeLessThan(10);
  });

  test('hides reports of removed content until it is restored', async () => {
    const { id } = await publish(marina, channel);
    const said = await comment(marina, id);
    const head = await comment(marina, id);
    await comment(joao, id, 'r', { parent_id: head.id });
    for (const comment_id of [said.id, head.id])
      await joao.post(postPath(id, '/reports'), { reason: 'Venda', comment_id });
    const open = async () => {
      const { body } = await moderator.get('/api/v1/reports');
      expect(body.open).toBe(body.data.length);
      return body.data.map((one: { comment_id: number }) => one.comment_id);
    };
    expect(await open()).toEqual([head.id, said.id]);
    await marina.send('DELETE', `/api/v1/comments/${head.id}`);
    expect(await open()).toEqual([said.id]);
    await moderator.send('PUT', postPath(id, '/removal'), { reason: 'Venda' });
    expect(await open()).toEqual([]);
    await moderator.send('PUT', postPath(id, '/restore'));
    expect(await open()).toEqual([said.id]);
  });

  test('answers the reports of what it removes', async () => {
    const { id } = await publish(marina, channel);
    await joao.post(postPath(id, '/reports'), { reason: 'Ofensa' });
    await moderator.send('PUT', postPath(id, '/removal'), { reason: 'Ofensa' });
    expect((await moderator.get('/api/v1/reports')).body).toMatchObject({ open: 0, data: [] });
    expect((await moderator.get('/api/v1/reports?state=answered')).body.data).toMatchObject([
      { answer: 'removed', thing: { removed: true } },
    ]);
  });

  test('answers the reports of one thing alone', async () => {
    const made = [await publish(marina, channel), await publish(marina, channel)];
    const [first, second] = made.map(({ id }) => id) as [number, number];
    for (const id of [first, second])
      await joao.post(postPath(id, '/reports'), { reason: 'Venda' });
    const list = async (state: string) =>
      (await moderator.get(`/api/v1/reports?state=${state}`)).body.data as {
        id: number;
        post_id: number;
        answer: string | null;
      }[];
    const [late] = await list('open');
    expect(late!.post_id).toBe(second);
    await moderator.send('PUT', `/api/v1/reports/${late!.id}/kept`);
    expect(await list('open')).toMatchObject([{ post_id: first }]);
    expect(await list('answered')).toMatchObject([{ post_id: second, answer: 'kept' }]);
    await joao.post(postPath((await publish(marina, channel)).id, '/reports'), { reason: 'Venda' });
    await moderator.send('PUT', postPath(first, '/removal'), { reason: 'Venda' });
    expect(await list('open')).toHaveLength(1);
    // The restored post is kept, and no other one.
    await moderator.send('PUT', postPath(second, '/removal'), { reason: 'Venda' });
    await moderator.send('PUT', postPath(second, '/restore'));
    expect(await list('answered')).toMatchObject([
      { post_id: second, answer: 'kept' },
      { post_id: first, answer: 'removed' },
    ]);
  });

  test('tells the author’s record in this community', async () => {
    const elsewhere = await communityWith(school);
    await publish(marina, elsewhere.channels[0]!);
    const { id } = await publish(marina, channel);
    const gone = await publish(marina, channel);
    await moderator.send('PUT', postPath(gone.id, '/removal'), { reason: 'Venda' });
    await joao.post(postPath(id, '/reports'), { reason: 'Venda' });
    expect((await moderator.get('/api/v1/reports')).body.data[0].history).toMatchObject({
      posts: 2,
      removed: 1,
      silenced: false,
    });
  });

  test('lists things page by page, each once at its latest report, and those of one community alone', async () => {
    const elsewhere = await communityWith(school);
    const beside = await publish(marina, elsewhere.channels[0]!);
    const made = await seed(21);
    await school.transaction(({ db }) =>
      sql`INSERT INTO post_reports (community_id, post_id, member_id, reason)
        SELECT ${community}, id, ${joao.id}, 'Venda' FROM unnest(${made}::bigint[]) AS id
        ORDER BY id`.execute(db),
    );
    const [oldest, second, ...others] = made as [number, number, ...number[]];
    // Its first report is the oldest one of all, its latest the newest.
    await moderator.post(postPath(oldest, '/reports'), { reason: 'Golpe' });
    await joao.post(postPath(beside.id, '/reports'), { reason: 'Venda' });
    const pages = async (path: string) => {
      const first = (await moderator.get(path)).body;
      const rest = (await moderator.get(`${path}?cursor=${first.next_cursor}`)).body;
      expect([first.data.length, rest.next_cursor]).toEqual([20, null]);
      return [...first.data, ...rest.data].map((one: Report) => one.post_id);
    };
    const own = [oldest, ...others.toReversed(), second];
    expect(await pages(`/api/v1/communities/${community}/reports`)).toEqual(own);
    expect(await pages('/api/v1/reports')).toEqual([beside.id, ...own]);
  });

  test('shows a reported comment with its own author and words, and not those of its post', async () => {
    const attachments = [{ kind: 'image', path: await uploadedBy(marina, 'post_image') }];
    const { id } = await publish(marina, channel, 'Luz', { title: 'Retrato', attachments });
    const said = await comment(joao, id, 'Chama no zap');
    for (const who of [joao, moderator]) await who.send('PUT', postPath(id, '/like'));
    await marina.send('PUT', `/api/v1/comments/${said.id}/like`);
    await comment(marina, id, 'Não', { parent_id: said.id });
    await comment(marina, id, 'Aqui não');
    for (let n = 0; n < 2; n += 1) await publish(joao, channel);
    for (const body of [{ reason: 'Venda', comment_id: said.id }, { reason: 'Foto alheia' }])
      await moderator.post(postPath(id, '/reports'), body);
    const [ofPost, ofComment] = (await moderator.get('/api/v1/reports')).body.data as Report[];
    expect(ofPost!.thing).toMatchObject({
      title: 'Retrato',
      content: 'Luz',
      author: { id: marina.id },
      attachments: [{ kind: 'image' }],
      likes: 2,
      comments: 3,
    });
    expect(ofPost!.history).toMatchObject({ posts: 1 });
    expect(ofComment!.thing).toMatchObject({
      title: '',
      content: 'Chama no zap',
      author: { id: joao.id },
      attachments: [],
      likes: 1,
      comments: 1,
    });
    expect(ofComment!.history).toMatchObject({ posts: 2 });
  });

  test('tells whether the author is silenced in this community, and until when', async () => {
    const elsewhere = await communityWith(school);
    const { id } = await publish(marina, channel);
    await joao.post(postPath(id, '/reports'), { reason: 'Venda' });
    const history = async () => (await moderator.get('/api/v1/reports')).body.data[0].history;
    const silence = (at: number, who: Person, until: string | null = null) =>
      moderator.send('PUT', `/api/v1/communities/${at}/silences/${who.id}`, { until });
    await silence(elsewhere.id, marina);
    await silence(community, joao);
    expect(await history()).toMatchObject({ silenced: false, silenced_until: null });
    const until = new Date(Date.now() + 86_400_000).toISOString();
    await silence(community, marina, until);
    expect(await history()).toMatchObject({ silenced: true, silenced_until: until });
    await school.transaction(({ db }) =>
      sql`UPDATE community_silences SET until = now() - interval '1 second'`.execute(db),
    );
    expect(await history()).toMatchObject({ silenced: false });
    await silence(community, marina);
    expect(await history()).toMatchObject({ silenced: true, silenced_until: null });
  });

  test('names the latest twenty who reported a thing, and counts all', async () => {
    const { id } = await publish(marina, channel);
    const said = await comment(marina, id);
    await joao.post(postPath(id, '/reports'), { reason: 'Outra coisa', comment_id: said.id });
    const { rows } = await school.transaction(({ db }) =>
      sql<{ member_id: number }>`WITH added AS (
          INSERT INTO members (name, email)
          SELECT 'Aluno ' || n, 'a' || n || '@example.com' FROM generate_series(1, 21) n
          RETURNING id)
        INSERT INTO post_reports (community_id, post_id, member_id, reason)
        SELECT ${community}, ${id}, id, 'Venda' FROM added ORDER BY id
        RETURNING member_id`.execute(db),
    );
    const reporters = rows.map(({ member_id }) => member_id);
    const found = (await moderator.get('/api/v1/reports')).body.data as Report[];
    expect(found.map((one) => [one.count, one.reporters.map((person) => person.id)])).toEqual([
      [21, reporters.toReversed().slice(0, 20)],
      [1, [joao.id]],
    ]);
  });

  test('shows a restored post as kept, and its removed comment as removed', async () => {
    const { id } = await publish(marina, channel);
    const said = await comment(marina, id);
    // A comment with a reply leaves its place.
    await comment(joao, id, 'r', { parent_id: said.id });
    await joao.post(postPath(id, '/reports'), { reason: 'Ofensa' });
    await joao.post(postPath(id, '/reports'), { reason: 'Venda', comment_id: said.id });
    await moderator.send('DELETE', `/api/v1/comments/${said.id}`);
    const { id: other } = await publish(marina, channel);
    await joao.post(postPath(other, '/reports'), { reason: 'Ofensa' });
    for (const post of [id, other])
      await moderator.send('PUT', postPath(post, '/removal'), { reason: 'Ofensa' });
    await moderator.send('PUT', postPath(id, '/restore'));
    const answered = (await moderator.get('/api/v1/reports?state=answered')).body.data;
    expect(answered).toMatchObject([
      { post_id: other, answer: 'removed' },
      { comment_id: said.id, answer: 'removed' },
      { comment_id: null, answer: 'kept', thing: { removed: false } },
    ]);
  });
});

test('one member reports as many things a minute as the limit says, in parallel too', async () => {
  const { id } = await publish(marina, channel);
  const most = limits.perMinute.report;
  const things = [];
  for (let count = 0; count < most + 5; count += 1) things.push(await comment(marina, id));
  const report = (who: Person, thing: { id: number }) =>
    who.post(postPath(id, '/reports'), { reason: 'Venda', comment_id: thing.id });
  const answers = await Promise.all(things.map((thing) => report(joao, thing)));
  expect(statuses(answers)).toEqual({ 201: most, 429: 5 });
  expect((await moderator.get('/api/v1/reports')).body.data).toHaveLength(most);
  expect((await report(moderator, things[0]!)).status).toBe(201);
});
