import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { comment, communityWith, publish, show } from '../../../test/communities.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
import { postPath, schoolWithPeople } from '../../../test/posts.ts';

const world = await openWorld();

let school: TestSchool;
let community: number;
let channel: number;
let marina: Person;
let joao: Person;
let moderator: Person;
beforeEach(async () => {
  ({ school, community, channel, marina, joao, moderator } = await schoolWithPeople(world));
});

describe('moderation', () => {
  test('silences a member, who still reads and likes but cannot write', async () => {
    const { id } = await publish(marina, channel);
    const said = await comment(joao, id);
    const own = await publish(joao, channel);
    const at = `/api/v1/communities/${community}/silences/${joao.id}`;
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const made = await moderator.send('PUT', at, { until, reason: 'Spam' });
    expect(made.body).toEqual({ data: { member_id: joao.id, until, reason: 'Spam' } });
    for (const answer of [
      await joao.post(`/api/v1/channels/${channel}/posts`, { content: 'x' }),
      await joao.post(`/api/v1/channels/${channel}/posts`, {}),
      // 403 comes before 422 for the file, too.
      await joao.post(`/api/v1/channels/${channel}/posts`, {
        attachments: [{ kind: 'image', path: '/files/0/x.webp' }],
      }),
      await joao.send('PATCH', postPath(own.id), { content: 'x' }),
      await joao.send('PATCH', postPath(own.id), { content: '' }),
      await joao.post(postPath(id, '/comments'), { content: 'x' }),
      await joao.send('PATCH', `/api/v1/comments/${said.id}`, { content: 'x' }),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: 'silenced', data: { until } } });
    expect((await joao.send('PUT', postPath(id, '/like'))).status).toBe(200);
    expect(await show(joao, community)).toMatchObject({ silenced: true, silenced_until: until });
    expect((await moderator.get('/api/v1/silences')).body).toMatchObject({
      data: [{ member_id: joao.id, community_id: community, until }],
      next_cursor: null,
      total: 1,
    });
    expect((await moderator.send('PUT', at, { until: null, reason: '' })).status).toBe(200);
    expect(await show(joao, community)).toMatchObject({ silenced: true, silenced_until: null });
    expect((await moderator.send('PUT', at, { until: '2020-01-01T00:00:00Z' })).status).toBe(422);
    const inDays = (await moderator.send('PUT', at, { days: 7 })).body.data.until as string;
    expect(Math.abs(Date.parse(inDays) - Date.now() - 7 * 86_400_000)).toBeLessThan(60_000);
    for (const body of [{}, { reason: 'Spam' }, { days: 0 }, { days: 366 }, { days: 1.5 }])
      expect((await moderator.send('PUT', at, body)).status, JSON.stringify(body)).toBe(422);
    // Without an offset, a text would be read in the zone of the server.
    for (const text of ['amanhã', '12/31/2090', '2090-01-01T00:00:00', '2090', ''])
      expect((await moderator.send('PUT', at, { until: text })).status, text).toBe(422);
    for (const until of ['+275000-01-01T00:00:00Z', '9999-12-31T23:59:59-12:00'])
      expect((await moderator.send('PUT', at, { until })).status, until).toBe(422);
    for (const [where, who] of [
      [community, 999_999],
      [999_999, joao.id],
    ]) {
      const unknown = `/api/v1/communities/${where}/silences/${who}`;
      for (const body of [{}, { until: null }])
        expect((await moderator.send('PUT', unknown, body)).status, unknown).toBe(404);
    }
    expect(
      (await moderator.send('PUT', at.replace(/\d+$/, String(school.owner.id)), { until: null }))
        .status,
    ).toBe(409);
    const atMarina = `/api/v1/communities/${community}/silences/${marina.id}`;
    expect((await moderator.send('PUT', atMarina, { until: null })).status).toBe(200);
    expect((await moderator.send('DELETE', at)).status).toBe(204);
    expect((await moderator.send('DELETE', at)).status).toBe(404);
    expect((await joao.post(postPath(id, '/comments'), { content: 'x' })).status).toBe(201);
    expect((await marina.post(postPath(id, '/comments'), { content: 'x' })).status).toBe(403);
  });

  test('ends a silence in one community alone', async () => {
    const elsewhere = await communityWith(school);
    const at = (id: number) => `/api/v1/communities/${id}/silences/${joao.id}`;
    for (const id of [community, elsewhere.id])
      await moderator.send('PUT', at(id), { until: null });
    expect((await moderator.send('DELETE', at(elsewhere.id))).status).toBe(204);
    expect((await moderator.send('DELETE', at(elsewhere.id))).status).toBe(404);
    expect((await moderator.send('DELETE', at(999_999))).status).toBe(404);
    const write = { content: 'x' };
    expect((await joao.post(`/api/v1/channels/${channel}/posts`, write)).status).toBe(403);
    const open = `/api/v1/channels/${elsewhere.channels[0]}/posts`;
    expect((await joao.post(open, write)).status).toBe(201);
  });

  test('lists all silenced members, page by page', async () => {
    const joined = await Promise.all(Array.from({ length: 42 }, () => school.join()));
    const silenced = joined.map(({ id }) => id);
    // Many at one moment, and one whose silence has ended.
    await school.transaction(({ db }) =>
      sql`INSERT INTO community_silences (community_id, member_id, created_at)
        SELECT ${community}, id, '2026-03-01T12:00:00.123456Z'::timestamptz - (id % 3) * interval '1 minute'
        FROM unnest(${silenced}::bigint[]) AS id`.execute(db),
    );
    await school.transaction(({ db }) =>
      sql`INSERT INTO community_silences (community_id, member_id, until)
        VALUES (${community}, ${joao.id}, now() - interval '1 second')`.execute(db),
    );
    const found: number[] = [];
    for (let query = '', pages = 0; pages < 5; pages += 1) {
      const { status, body } = await moderator.get(`/api/v1/silences${query}`);
      expect([status, body.total]).toEqual([200, silenced.length]);
      found.push(...body.data.map((one: { member_id: number }) => one.member_id));
      if (body.next_cursor === null) break;
      query = `?cursor=${body.next_cursor}`;
    }
    expect(found.toSorted((a, b) => a - b)).toEqual(silenced.toSorted((a, b) => a - b));
    expect((await moderator.get('/api/v1/silences?cursor=nada')).status).toBe(400);
    expect((await marina.get('/api/v1/silences')).status).toBe(403);
  });

  test('lists no silence that has ended', async () => {
    await school.transaction(({ db }) =>
      sql`INSERT INTO community_silences (community_id, member_id, until)
        VALUES (${community}, ${joao.id}, now() - interval '1 second')`.execute(db),
    );
    expect((await joao.post(`/api/v1/channels/${channel}/posts`, { content: 'x' })).status).toBe(
      201,
    );
    expect(await show(joao, community)).toMatchObject({ silenced: false, silenced_until: null });
  });
});
