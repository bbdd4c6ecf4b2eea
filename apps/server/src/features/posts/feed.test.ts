import { limits } from '@vitrine/contract/posts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { comment, publish } from '../../../test/communities.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
import { ids, postCalls, postPath, schoolWithPeople } from '../../../test/posts.ts';
import { feedOfRow } from './feed.reader.ts';

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

const { feed, seed, uploadedBy } = postCalls(world, () => ({ school, community, channel, marina }));

describe('a post', () => {
  test('comes twenty a page, with stable cursors while others write', async () => {
    const made = await seed(45);
    const first = await feed(marina);
    await publish(joao, channel);
    const second = await feed(marina, `?cursor=${first.next_cursor}`);
    const third = await feed(marina, `?cursor=${second.next_cursor}`);
    expect([first, second, third].map(({ data }) => data.length)).toEqual([20, 20, 5]);
    expect(third.next_cursor).toBeNull();
    const read = [...first.data, ...second.data, ...third.data];
    expect(ids(read)).toEqual(made.toReversed());
    expect((await feed(marina, '?limit=3')).data).toHaveLength(3);
    expect((await marina.get(`/api/v1/channels/${channel}/posts?limit=51`)).status).toBe(400);
  });

  test('that is pinned comes first, and once', async () => {
    const made = await seed(3);
    await moderator.send('PUT', postPath(made[0]!, '/pin'));
    const first = await feed(marina, '?limit=1');
    const second = await feed(marina, `?limit=1&cursor=${first.next_cursor}`);
    expect([ids(first.data), ids(second.data)]).toEqual([[made[0], made[2]], [made[1]]]);
  });

  test('that was pinned last stands above the other pinned ones', async () => {
    const [a, b, c] = (await seed(3)) as [number, number, number];
    for (const id of [c, a]) await moderator.send('PUT', postPath(id, '/pin'));
    expect(ids((await feed(marina)).data)).toEqual([a, c, b]);
  });

  test('that is pinned stays in its place in the other orders', async () => {
    const [a, b, c] = (await seed(3)) as [number, number, number];
    await moderator.send('PUT', postPath(a, '/pin'));
    await comment(joao, b);
    const orderOf = async (order: string) => ids((await feed(marina, `?order=${order}`)).data);
    expect(await orderOf('newest')).toEqual([c, b, a]);
    expect(await orderOf('active')).toEqual([b, c, a]);
  });

  test('is ordered by its last comment in the order of activity', async () => {
    const [a, b, c] = (await seed(3)) as [number, number, number];
    await comment(joao, a);
    await comment(joao, b);
    const first = await feed(marina, '?order=active&limit=2');
    expect(ids(first.data)).toEqual([b, a]);
    const next = await feed(marina, `?order=active&limit=2&cursor=${first.next_cursor}`);
    expect(ids(next.data)).toEqual([c]);
  });

  test('is refused after a cursor of another list, instead of beginning again', async () => {
    const [post] = (await seed(1)) as [number];
    const channelPosts = `/api/v1/channels/${channel}/posts`;
    for (const query of [
      `${channelPosts}?cursor=nonsense`,
      `${channelPosts}?cursor=0`,
      `${channelPosts}?cursor=123-4`,
      `${channelPosts}?order=active&cursor=4`,
      `/api/v1/posts/${post}/comments?cursor=-1`,
      `/api/v1/posts/${post}/comments?before=nonsense`,
    ])
      expect([query, (await marina.get(query)).status]).toEqual([query, 400]);
    expect((await moderator.get('/api/v1/removed-posts?cursor=4')).status).toBe(400);
  });

  test('is shown as it stands now to everybody, however often it was read before', async () => {
    const imagePath = await uploadedBy(marina, 'post_image');
    const post = await publish(marina, channel, '<p>Antes</p>', {
      attachments: [{ kind: 'image', path: imagePath }],
    });
    const seen = async (who: Person) => (await feed(who)).data[0]!;
    expect(await seen(joao)).toEqual((await joao.get(postPath(post.id))).body.data);
    const said = await comment(joao, post.id, 'Bia');
    const changes = [
      () => joao.send('PUT', postPath(post.id, '/like')),
      () => moderator.send('PUT', postPath(post.id, '/like')),
      () => joao.send('DELETE', postPath(post.id, '/like')),
      () => joao.send('PUT', postPath(post.id, '/like')),
      () => joao.send('PATCH', `/api/v1/comments/${said.id}`, { content: 'Boa' }),
      () => comment(moderator, post.id),
      () => comment(joao, post.id, 'Obrigado', { parent_id: said.id }),
      () => joao.send('DELETE', `/api/v1/comments/${said.id}`),
      () => marina.send('PATCH', postPath(post.id), { content: '<p>Depois</p>' }),
      () => moderator.send('PUT', postPath(post.id, '/pin')),
      () =>
        school.transaction(({ db }) =>
          db
            .updateTable('members')
            .set({ name: 'Marina Nova' })
            .where('id', '=', marina.id)
            .execute(),
        ),
      () =>
        school.transaction(({ db }) =>
          db
            .updateTable('members')
            .set({ erase_at: sql`now()` })
            .where('id', '=', marina.id)
            .execute(),
        ),
    ];
    for (const change of changes) {
      await change();
      for (const who of [joao, moderator, joao])
        expect(await seen(who)).toEqual((await who.get(postPath(post.id))).body.data);
    }
    const last = await seen(joao);
    expect(last).toMatchObject({ likes: 2, liked: true, comments: 2, pinned: true, author: null });
    expect((await seen(marina)).liked).toBe(false);
    expect((await school.visitor.get(last.attachments[0]!.url)).status).not.toBe(403);
    await moderator.send('PUT', postPath(post.id, '/removal'), { reason: 'Venda' });
    expect((await feed(joao)).data).toEqual([]);
  });

  test('shows the last likers and the last comments, without replies', async () => {
    const { id } = await publish(marina, channel);
    expect((await feed(joao)).data[0]).toMatchObject({ likers: [], last_comments: [] });
    const people: Person[] = [];
    for (let n = 0; n < limits.likersShown + 1; n += 1) people.push(await school.join());
    for (const who of people) await who.send('PUT', postPath(id, '/like'));
    const first = await comment(joao, id, '1');
    const second = await comment(marina, id, '2');
    await comment(marina, id, 'r', { parent_id: first.id });
    const removed = await comment(marina, id, '3');
    await comment(joao, id, 'r', { parent_id: removed.id });
    await moderator.send('DELETE', `/api/v1/comments/${removed.id}`);
    const seen = async () => (await feed(joao)).data[0]!;
    expect(ids((await seen()).likers)).toEqual(ids(people.toReversed()).slice(0, 3));
    expect((await seen()).last_comments).toMatchObject([
      { id: second.id, content: '2', author: { id: marina.id, role: null } },
    ]);
    // A member who waits for erasure is named nowhere. A removed member is gone.
    await school.transaction(({ db }) =>
      db
        .updateTable('members')
        .set({ erase_at: sql`now()` })
        .where('id', 'in', [people.at(-1)!.id, marina.id])
        .execute(),
    );
    await school.owner.send('DELETE', `/api/v1/members/${people.at(-2)!.id}`);
    expect(ids((await seen()).likers)).toEqual([people[1]!.id, people[0]!.id]);
    expect((await seen()).last_comments).toMatchObject([{ author: null }]);
    expect((await joao.get(postPath(id))).body.data).toEqual(await seen());
  });

  test('of a version that another page has read names the people in it', async () => {
    const { id } = await publish(marina, channel);
    await feed(joao);
    await moderator.send('PUT', postPath(id, '/like'));
    await comment(marina, id);
    for (const query of ['?order=newest', '?order=active', ''])
      expect((await feed(joao, query)).data).toMatchObject([
        { likers: [{ id: moderator.id }], last_comments: [{ author: { id: marina.id } }] },
      ]);
  });

  test('names its people where another page has read only some of them since a change', async () => {
    await publish(marina, channel);
    // A page reads one post more than it shows.
    await publish(moderator, channel);
    await publish(moderator, channel);
    const authors = async (query: string) =>
      (await feed(joao, query)).data.map(({ author }) => author?.name);
    await authors('?order=newest');
    await school.transaction(({ db }) =>
      db.updateTable('members').set({ name: 'Outra' }).execute(),
    );
    expect(await authors('?order=newest&limit=1')).toEqual(['Outra']);
    expect(await authors('?order=newest')).toEqual(['Outra', 'Outra', 'Outra']);
  });

  test('names its people as they look now, whatever changed about them', async () => {
    const product = await school.product();
    marina = await school.join(['student'], [product]);
    const { id } = await publish(marina, channel);
    await moderator.send('PUT', postPath(id, '/like'));
    await comment(joao, id);
    const change = (member: Person, values: object) =>
      school.transaction(({ db }) =>
        db.updateTable('members').set(values).where('id', '=', member.id).execute(),
      );
    const changeAll = (table: 'levels' | 'products', values: object) =>
      school.transaction(({ db }) => db.updateTable(table).set(values).execute());
    const removeAll = (table: 'levels' | 'member_products') =>
      school.transaction(({ db }) => db.deleteFrom(table).execute());
    const addLevel = async (name: string, needed_score: number) => {
      const path = '/api/auth/ranking/levels';
      const level = { tenant_id: school.id, name, needed_score };
      const { id: level_id } = (await school.owner.post(`${path}/create`, level)).body;
      const opened = { level_id, array_plans_id: [product], tenant_id: school.id };
      await school.owner.post(`${path}/permissions/create`, opened);
    };
    const points = (amount: number) =>
      school.owner.post(`/api/v1/members/${marina.id}/points`, { points: amount, reason: 'Sim' });

    /** `new`: the post has never looked like this. `known`: it looks as at an earlier moment. */
    const changes: [what: string, look: 'new' | 'known', act: () => Promise<unknown>][] = [
      ['who likes it has another name', 'new', () => change(moderator, { name: 'Bia Nova' })],
      ['who comments has a photo', 'new', () => change(joao, { photo_url: '/nova.png' })],
      ['who comments teaches', 'new', () => change(joao, { roles: ['instructor'] })],
      ['the author moderates', 'new', () => change(marina, { roles: ['student', 'moderator'] })],
      ['the author moderates no more', 'known', () => change(marina, { roles: ['student'] })],
      ['there is a first level', 'new', () => addLevel('Olhar', 0)],
      ['there is a level for more points', 'known', () => addLevel('Luz', 100)],
      ['the author reaches it', 'new', () => points(100)],
      ['the author falls below it', 'known', () => points(-100)],
      ['the author reaches it again', 'known', () => points(101)],
      ['the levels have a colour', 'new', () => changeAll('levels', { color: '#123456' })],
      ['staff have no level', 'known', () => change(marina, { roles: ['student', 'moderator'] })],
      ['a student has one again', 'known', () => change(marina, { roles: ['student'] })],
      [
        'profiles show no level',
        'known',
        () => changeAll('levels', { show_level_on_profile: false }),
      ],
      [
        'profiles show the level again',
        'known',
        () => changeAll('levels', { show_level_on_profile: true }),
      ],
      [
        'the product of the level is off',
        'known',
        () => changeAll('products', { status: 'inactive' }),
      ],
      ['the product is on again', 'known', () => changeAll('products', { status: 'active' })],
      ['the author loses the product', 'known', () => removeAll('member_products')],
      ['there are no levels', 'known', () => removeAll('levels')],
      [
        'who comments waits for the erasure',
        'new',
        () => change(joao, { erase_at: sql`now() + interval '7 days'` }),
      ],
      ['who comments stays', 'known', () => change(joao, { erase_at: null })],
      [
        'who likes it is gone',
        'new',
        () => school.owner.send('DELETE', `/api/v1/members/${moderator.id}`),
      ],
    ];
    const looks = new Set<string>();
    for (const [what, look, act] of changes) {
      await act();
      for (const query of ['', '?order=newest', '?order=active', '']) {
        const [post] = (await feed(joao, query)).data;
        expect(post, what).toEqual((await joao.get(postPath(id))).body.data);
      }
      const { author, likers, last_comments } = (await joao.get(postPath(id))).body.data;
      const shown = JSON.stringify([author, likers, last_comments]);
      expect(looks.has(shown) ? 'known' : 'new', what).toBe(look);
      looks.add(shown);
    }
  });

  test('names people as they look now after eight changes and reads at once', async () => {
    const { id } = await publish(marina, channel);
    await joao.send('PUT', postPath(id, '/like'));
    const rename = (name: string) =>
      school.transaction(({ db }) =>
        db.updateTable('members').set({ name }).where('id', 'in', [marina.id, joao.id]).execute(),
      );
    for (let round = 0; round < 5; round += 1) {
      const names = Array.from({ length: 8 }, (_, n) => `Nome ${round} ${n}`);
      const read = await Promise.all(
        names.flatMap((name) => [rename(name).then(() => feed(joao)), feed(moderator)]),
      );
      const now = (await feed(moderator)).data;
      expect(now).toEqual([(await moderator.get(postPath(id))).body.data]);
      // One transaction renames both: nobody reads one name of each.
      for (const { data } of [...read, { data: now }])
        if (round > 0) expect(data[0]!.author!.name).toBe(data[0]!.likers[0]!.name);
    }
  });

  const offer = {
    open: true,
    shown: true,
    community_id: 1,
    title: '',
    upsell_text: '',
    upsell_link: null,
  };
  const rowOf = (posts: (string | number)[], more: object = {}) => ({
    ...offer,
    posts: posts.join('\u001f'),
    people: null,
    levels: null,
    people_version: 0,
    has_levels: false,
    ...more,
  });

  test('that is no longer cached is read again', () => {
    const asked = { tenantId: school.id, channelId: 1, order: 'pinned', limit: 20 } as const;
    const row = rowOf([7, 900, 1, '', 'f']);
    expect(feedOfRow(world.platform, row, asked)).toBeNull();
  });

  test('that was cached without levels is read again after the first level', async () => {
    const { id } = await publish(marina, channel);
    const level = { tenant_id: school.id, name: 'Olhar', needed_score: 0 };
    await school.owner.post('/api/auth/ranking/levels/create', level);
    await feed(joao);
    const { rows } = await school.transaction(({ db }) =>
      sql<{ xmin: string; version: number }>`
        SELECT p.xmin::text, v.version FROM posts p, people_versions v WHERE p.id = ${id}`.execute(
        db,
      ),
    );
    const { xmin, version } = rows[0]!;
    const asked = { tenantId: school.id, channelId: channel, order: 'pinned', limit: 20 } as const;
    const read = (has_levels: true | null) =>
      feedOfRow(
        world.platform,
        rowOf([id, xmin, 1, '', 'f'], { people_version: version, has_levels }),
        asked,
      );
    expect(read(null)).toBeNull();
    expect(read(true)).toContain('"level":null');
  });
});
