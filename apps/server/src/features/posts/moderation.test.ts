import { messages, Post } from '@vitrine/contract/posts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { comment, communityWith, publish } from '../../../test/communities.ts';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';
import { ids, postCalls, postPath, schoolWithPeople } from '../../../test/posts.ts';

const world = await openWorld();

let school: TestSchool;
let community: number;
let channel: number;
let other: number;
let marina: Person;
let joao: Person;
let moderator: Person;
beforeEach(async () => {
  ({ school, community, channel, other, marina, joao, moderator } = await schoolWithPeople(world));
});

const { feed, seed } = postCalls(world, () => ({ school, community, channel, marina }));

describe('moderation', () => {
  test('pins up to three posts a channel, however many at once; they stand first', async () => {
    const made = await seed(6);
    const pin = (id: number) => moderator.send('PUT', postPath(id, '/pin'));
    const answers = await Promise.all(made.slice(0, 5).map(pin));
    expect(statuses(answers)).toEqual({ 200: 3, 409: 2 });
    const { data } = await feed(joao);
    expect(data.slice(0, 3).every(({ pinned }) => pinned)).toBe(true);
    expect(data).toHaveLength(6);
    expect(ids((await feed(joao, '?order=newest')).data)).toEqual(made.toReversed());
    const [pinned] = data;
    expect((await moderator.send('DELETE', postPath(pinned!.id, '/pin'))).body.data.pinned).toBe(
      false,
    );
    expect((await pin(made[5]!)).status).toBe(200);
    expect((await pin(made[5]!)).status).toBe(200);
    for (const path of ['/pin', '/restore'])
      expect((await marina.send('PUT', postPath(made[0]!, path))).status).toBe(403);
    const [elsewhere] = await seed(1, other);
    expect((await pin(elsewhere!)).status).toBe(200);
  });

  test('closes comments: students write no more, staff do', async () => {
    const { id } = await publish(marina, channel);
    const said = await comment(joao, id);
    const close = (closed: number) =>
      moderator.send('PUT', postPath(id, '/comments-closed'), { closed });
    expect((await close(1)).body.data.comments_closed).toBe(true);
    const refused = await joao.post(postPath(id, '/comments'), { content: 'Oi' });
    expect(refused).toMatchObject({ status: 403, body: { code: 'comments_closed' } });
    expect((await joao.send('PATCH', `/api/v1/comments/${said.id}`, { content: 'x' })).status).toBe(
      403,
    );
    expect((await moderator.post(postPath(id, '/comments'), { content: 'Oi' })).status).toBe(201);
    await close(0);
    expect((await joao.post(postPath(id, '/comments'), { content: 'Oi' })).status).toBe(201);
  });

  test('removes with a reason that the author reads, and brings back within 30 days', async () => {
    const { id } = await publish(marina, channel, 'Vendo preset');
    await comment(joao, id, 'Quanto?');
    await moderator.send('PUT', postPath(id, '/pin'));
    const removal = (reason: string) => moderator.send('PUT', postPath(id, '/removal'), { reason });
    expect((await removal(' ')).body.errors).toEqual({ reason: [messages.reasonRequired] });
    expect((await removal('Venda não fica no canal.')).status).toBe(200);
    expect((await removal('De novo')).status).toBe(404);
    expect((await feed(joao)).data).toEqual([]);
    for (const path of ['', '/comments'])
      expect((await joao.get(postPath(id, path))).status).toBe(404);
    expect((await joao.post(postPath(id, '/comments'), { content: 'x' })).status).toBe(404);
    expect((await joao.send('PUT', postPath(id, '/like'))).status).toBe(404);
    expect(await marina.get(postPath(id))).toMatchObject({
      status: 403,
      body: { code: 'post_removed', data: { reason: 'Venda não fica no canal.' } },
    });
    expect((await moderator.get(postPath(id))).body.data.removed).toMatchObject({
      reason: 'Venda não fica no canal.',
    });
    expect((await marina.send('DELETE', postPath(id))).status).toBe(403);
    expect((await moderator.send('PATCH', postPath(id), { content: 'x' })).status).toBe(404);
    expect((await moderator.send('DELETE', postPath(id))).status).toBe(404);
    const other = await publish(marina, channel, 'Vendo tripé');
    await moderator.send('PUT', postPath(other.id, '/removal'), { reason: 'Também não.' });
    const back = await moderator.send('PUT', postPath(id, '/restore'));
    // Three others may be pinned by now.
    expect(back.body.data).toMatchObject({ removed: null, comments: 1, pinned: false });
    expect((await feed(joao)).data).toHaveLength(1);
    expect((await moderator.send('PUT', postPath(id, '/restore'))).status).toBe(404);
    await moderator.send('DELETE', postPath(id));
    const age = (days: number) =>
      school.transaction(({ db }) =>
        sql`UPDATE posts SET removed_at = now() - ${days} * interval '1 day' WHERE id = ${id}`.execute(
          db,
        ),
      );
    await age(30.1);
    expect((await moderator.send('PUT', postPath(id, '/restore'))).status).toBe(404);
    expect((await moderator.get(postPath(id))).status).toBe(404);
    await age(29.9);
    expect((await moderator.send('PUT', postPath(id, '/restore'))).status).toBe(200);
    const audit = await school.transaction(({ db }) =>
      db
        .selectFrom('audit_entries')
        .select('action')
        .where('member_id', '=', moderator.id)
        .execute(),
    );
    expect(new Set(audit.map(({ action }) => action))).toEqual(
      new Set(['posts.pin', 'posts.removeAsStaff', 'posts.restore', 'posts.remove']),
    );
  });

  test('removes without a reason with one in the language of who removes', async () => {
    for (const [language, reason] of [
      ['pt', 'Removido pela equipe.'],
      ['en', 'Removed by the team.'],
      ['es', 'Eliminado por el equipo.'],
    ]) {
      const { id } = await publish(marina, channel);
      const headers = { cookie: `${moderator.cookie}; language=${language}` };
      expect((await moderator.send('DELETE', postPath(id), undefined, { headers })).status).toBe(
        204,
      );
      expect((await marina.get(postPath(id))).body.data.reason).toBe(reason);
    }
  });

  test('moves a post within its community', async () => {
    const { id } = await publish(marina, channel);
    const stays = await publish(marina, channel);
    await moderator.send('PUT', postPath(id, '/pin'));
    const move = (who: Person, channel_id: number) =>
      who.send('PATCH', postPath(id), { channel_id });
    expect((await move(marina, other)).status).toBe(403);
    expect((await move(moderator, channel)).body.data.pinned).toBe(true);
    const elsewhere = await communityWith(school);
    const neighbour = await communityWith(await world.school());
    for (const wrong of [elsewhere.channels[0]!, neighbour.channels[0]!, 999_999])
      expect((await move(moderator, wrong)).status).toBe(404);
    expect((await move(moderator, other)).body.data).toMatchObject({
      channel_id: other,
      pinned: false,
      edited_at: null,
    });
    expect(ids((await feed(joao, '', other)).data)).toEqual([id]);
    expect((await feed(joao)).data).toEqual([stays]);
  });

  test('of staff who change or move a post, another’s or their own, is in the audit', async () => {
    const { id } = await publish(marina, channel);
    const own = await publish(moderator, channel);
    await marina.send('PATCH', postPath(id), { content: 'Nova' });
    for (const post of [id, own.id]) {
      await moderator.send('PATCH', postPath(post), { content: 'Outra' });
      await moderator.send('PATCH', postPath(post), { channel_id: other });
    }
    const update = { action: 'posts.update', member_id: moderator.id };
    expect(await school.auditEntries('posts.')).toMatchObject([
      { ...update, params: { id } },
      { ...update, params: { id } },
      { ...update, params: { id: own.id } },
    ]);
  });

  test('lists removed content while it can be restored, without a report', async () => {
    const made = await seed(23);
    const removed = made.slice(0, 22);
    await school.transaction(({ db }) =>
      sql`UPDATE posts SET removed_reason = 'Venda',
          removed_at = now() - (id % 4) * interval '1 day' - interval '7 microseconds'
        WHERE id = ANY (${removed}::bigint[])`.execute(db),
    );
    const [late, back] = removed as [number, number];
    await school.transaction(({ db }) =>
      sql`UPDATE posts SET removed_at = now() - interval '31 days' WHERE id = ${late}`.execute(db),
    );
    const list = async (query = '') => (await moderator.get(`/api/v1/removed-posts${query}`)).body;
    const first = await list();
    const rest = await list(`?cursor=${first.next_cursor}`);
    expect(rest.next_cursor).toBeNull();
    const found = [...first.data, ...rest.data] as Post[];
    expect(ids(found).toSorted((a, b) => a - b)).toEqual(removed.slice(1));
    expect(found[0]!.removed).toMatchObject({ reason: 'Venda' });
    const moments = found.map((post) => String(post.removed!.at));
    expect(moments).toEqual(moments.toSorted().toReversed());
    expect((await moderator.send('PUT', postPath(back, '/restore'))).status).toBe(200);
    expect(ids([...(await list()).data])).not.toContain(back);
    expect((await list()).next_cursor).toBeNull();
    expect((await marina.get('/api/v1/removed-posts')).status).toBe(403);
    const neighbour = await world.school();
    expect((await neighbour.owner.get('/api/v1/removed-posts')).body.data).toEqual([]);
  });

  test('does not pin a post that is removed at the same moment', async () => {
    const { id } = await publish(marina, channel);
    let pinned: Promise<unknown> = Promise.resolve();
    await school.transaction(async ({ db }) => {
      await db
        .updateTable('posts')
        .set({ removed_at: sql`now()`, removed_reason: 'Venda' })
        .where('id', '=', id)
        .execute();
      pinned = moderator.send('PUT', postPath(id, '/pin'));
      // Until the pin waits for this row.
      for (let waiting = 0; waiting === 0;) {
        const { rows } = await sql<{ n: number }>`
          SELECT count(*)::int AS n FROM pg_locks
          WHERE NOT granted AND transactionid = pg_current_xact_id()::xid`.execute(db);
        waiting = rows[0]!.n;
      }
    });
    await pinned;
    expect((await moderator.send('PUT', postPath(id, '/restore'))).body.data.pinned).toBe(false);
  });
});
