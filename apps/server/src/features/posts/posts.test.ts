import { Author, limits, messages, Post, type PostComment } from '@vitrine/contract/posts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { fileFor, claimedPaths } from '../../../test/catalog.ts';
import { comment, communityWith, publish, show } from '../../../test/communities.ts';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';
import { communityQuery } from '../communities/communities.reader.ts';
import { feedOfRow } from './feed.reader.ts';

const world = await openWorld();

let school: TestSchool;
let community: number;
let channel: number;
let other: number;
let marina: Person;
let joao: Person;
let moderator: Person;
beforeEach(async () => {
  school = await world.school();
  const made = await communityWith(school, { channels: ['Avisos', 'Dúvidas'] });
  community = made.id;
  [channel, other] = made.channels as [number, number];
  marina = await school.join();
  joao = await school.join();
  moderator = await school.join(['moderator']);
});

const feed = async (who: Person, query = '', at = channel) =>
  (await who.get(`/api/v1/channels/${at}/posts${query}`)).body as {
    data: Post[];
    next_cursor: string | null;
  };
const comments = async (who: Person, post: number, query = '') =>
  (await who.get(`/api/v1/posts/${post}/comments${query}`)).body as {
    data: PostComment[];
    next_cursor: string | null;
    previous_cursor: string | null;
  };
const ids = (list: { id: number }[]) => list.map(({ id }) => id);
const on = (id: number, what = '') => `/api/v1/posts/${id}${what}`;
const inSchool = <T>(
  work: (
    db: Parameters<Parameters<typeof world.platform.database.transaction>[1]>[0]['db'],
  ) => Promise<T>,
) => world.platform.database.transaction(school.id, ({ db }) => work(db));
/** Posts without waiting for the rate of their author. */
const seed = (count: number, at = channel, author = marina) =>
  inSchool(async (db) => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO posts (community_id, channel_id, member_id, content)
      SELECT ${community}, ${at}, ${author.id}, '<p>Nota ' || n || '</p>' FROM generate_series(1, ${count}::integer) n
      RETURNING id`.execute(db);
    return rows.map(({ id }) => id).toSorted((a, b) => a - b);
  });
const uploadedBy = async (who: Person, use: 'post_image' | 'post_video' | 'post_file') => {
  const path = await fileFor(world, school, use);
  await inSchool((db) =>
    db
      .updateTable('files')
      .set({ member_id: who.id, filename: 'minha.bin' })
      .where('name', '=', path.split('/')[3]!)
      .execute(),
  );
  return path;
};

describe('a post', () => {
  test('is published, and everybody in the channel reads it', async () => {
    const { status, body } = await marina.post(`/api/v1/channels/${channel}/posts`, {
      title: ' Serra ',
      content: '<p onclick="x()">Cheguei <b>cedo</b>.<script>x()</script></p>',
    });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.any(Number),
      community_id: community,
      channel_id: channel,
      title: 'Serra',
      content: '<p>Cheguei <b>cedo</b>.</p>',
      author: {
        id: marina.id,
        name: 'Marina Teles',
        photo_url: null,
        staff: false,
        role: null,
        level: null,
      },
      likes: 0,
      liked: false,
      likers: [],
      comments: 0,
      last_comments: [],
      pinned: false,
      comments_closed: false,
      attachments: [],
      embed: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      edited_at: null,
      removed: null,
    });
    expect((await feed(joao)).data).toEqual([body.data]);
    expect((await joao.get(on(body.data.id))).body.data).toEqual(body.data);
    expect((await feed(joao, '', other)).data).toEqual([]);
    const said = await publish(moderator, channel);
    expect(said.author).toMatchObject({ staff: true, role: 'moderator' });
  });

  test('of 10,000 characters is accepted, of one more is refused', async () => {
    const post = (content: string) => marina.post(`/api/v1/channels/${channel}/posts`, { content });
    expect((await post('🌻'.repeat(10_000))).status).toBe(201);
    expect(await post('🌻'.repeat(10_001))).toMatchObject({
      status: 422,
      body: { errors: { content: [messages.tooLong] } },
    });
    expect((await post('x'.repeat(300_000))).status).toBe(413);
  });

  test.each([
    {},
    { content: ' ' },
    { content: '<p></p>' },
    { content: '<script>x()</script>' },
    { title: 'Só título' },
  ])('that says nothing (%j) is 422', async (input) => {
    const answer = await marina.post(`/api/v1/channels/${channel}/posts`, input);
    expect(answer).toMatchObject({ status: 422, body: { errors: { content: [messages.blank] } } });
    expect((await feed(marina)).data).toEqual([]);
  });

  test('turns addresses into links, and the first video into a player', async () => {
    const post = await publish(
      marina,
      channel,
      '<p>Veja https://escola.example/a?b=1&amp;c=2. E https://youtu.be/aaaaaaaaaaa</p><a href="https://x.example">https://x.example</a>',
    );
    expect(post.content).toBe(
      '<p>Veja <a href="https://escola.example/a?b=1&amp;c=2" rel="noopener nofollow" target="_blank">https://escola.example/a?b=1&amp;c=2</a>. E ' +
        '<a href="https://youtu.be/aaaaaaaaaaa" rel="noopener nofollow" target="_blank">https://youtu.be/aaaaaaaaaaa</a></p>' +
        '<a href="https://x.example" rel="noopener nofollow" target="_blank">https://x.example</a>',
    );
    expect(post.embed).toBe('https://www.youtube-nocookie.com/embed/aaaaaaaaaaa');
  });

  test('keeps the markup of its composer, and removes all other', async () => {
    const kept =
      '<p>Um <strong>dia</strong> <em>claro</em><br />aqui</p>' +
      '<ul><li>pão</li></ul><ol><li>sal</li></ol>' +
      '<p><a href="https://a.example" rel="noopener nofollow" target="_blank">a</a></p>';
    expect((await publish(marina, channel, kept)).content).toBe(kept);
    const hostile = [
      '<h2 id="root">T</h2>',
      '<p id="boot" class="x" style="position:fixed" onclick="x()">a</p>',
      '<a id="boot" name="boot" href="https://a.example">b</a>',
      '<a href="javascript:x()">c</a><a href="data:text/html,x">d</a><a href="//a.example">e</a>',
      '<img src="https://a.example/x.png" onerror="x()"><iframe src="https://www.youtube.com/embed/aaaaaaaaaaa"></iframe>',
      '<svg><script>x()</script></svg><math><mtext><style>p{}</style></mtext></math>',
      '<table><tr><td>f</td></tr></table><form action="/x"><input name="y"><button>g</button></form>',
      '<blockquote>h</blockquote><pre><code>i</code></pre><u>j</u><sub>k</sub>',
      '<span class="katex-html">l</span><object data="x"></object><base href="https://a.example">',
      '<!-- --><style>p{color:red}</style><meta http-equiv="refresh" content="0">',
      '<p title="><img src=x onerror=x()>">m</p><ul id="n"><li value="7" id="o">p</li></ul>',
    ].join('');
    const said = await comment(joao, (await publish(marina, channel, '<p>Oi</p>')).id, hostile);
    for (const { content } of [await publish(marina, channel, hostile), said]) {
      const tags = [...content.matchAll(/<\/?([^\s<>/]+)([^<>]*)>/g)];
      expect(new Set(tags.map(([, tag]) => tag))).toEqual(new Set(['p', 'a', 'ul', 'li']));
      const attributes = tags.map(([, , rest]) => rest!.trim()).filter(Boolean);
      const link = 'rel="noopener nofollow" target="_blank"';
      expect(new Set(attributes)).toEqual(new Set([`href="https://a.example" ${link}`, link]));
      expect(content.replace(/<[^<>]*>/g, '')).not.toMatch(/x\(\)|color:red/);
    }
  });

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

  test('is changed and removed by its author and by staff, by nobody else', async () => {
    const { id } = await publish(marina, channel);
    for (const [who, status] of [
      [marina, 200],
      [moderator, 200],
      [joao, 403],
    ] as const)
      expect((await who.send('PATCH', on(id), { content: 'Nova' })).status).toBe(status);
    expect((await joao.send('PATCH', on(id), { content: '' })).status).toBe(403);
    expect((await marina.send('PATCH', on(id), { content: '' })).status).toBe(422);
    expect((await feed(joao)).data).toMatchObject([
      { content: 'Nova', edited_at: expect.stringMatching(/Z$/) },
    ]);
    expect((await joao.send('DELETE', on(id))).status).toBe(403);
    const answers = await Promise.all([...'ABCDEFGH'].map(() => marina.send('DELETE', on(id))));
    expect(statuses(answers)).toEqual({ 204: 1, 404: 7 });
    expect((await feed(joao)).data).toEqual([]);
  });

  test('of a removed member stays, without a name', async () => {
    const { id } = await publish(marina, channel);
    await school.owner.send('DELETE', `/api/v1/members/${marina.id}`);
    expect((await feed(joao)).data).toMatchObject([{ id, author: null }]);
  });

  test('has the same fields in a feed and alone, and no others', async () => {
    const image = await uploadedBy(marina, 'post_image');
    const posts = [
      await publish(marina, channel, '<p>"a" \u001e\\u001e &amp; \u2028 é 🌅</p>', {
        title: 'b\u001ec',
      }),
      await publish(marina, channel, '', { attachments: [{ kind: 'image', path: image }] }),
      await publish(school.owner, channel, 'Oi'),
    ];
    await moderator.send('PUT', on(posts[0]!.id, '/pin'));
    const found = (await feed(joao)).data;
    expect(ids(found)).toEqual([posts[0]!.id, posts[2]!.id, posts[1]!.id]);
    const strict = z.strictObject({ ...Post.shape, author: z.strictObject(Author.shape) });
    for (const post of found) {
      expect(strict.safeParse(post).error).toBeUndefined();
      const alone = (await joao.get(on(post.id))).body.data as Post;
      expect({ ...post, attachments: [] }).toEqual({ ...alone, attachments: [] });
      expect(post.attachments.map(({ path }) => path)).toEqual(
        alone.attachments.map(({ path }) => path),
      );
    }
    expect(found[2]!.attachments[0]!.url).toMatch(/\?e=\d+&s=/);
  });

  test('is shown as it stands now to everybody, however often it was read before', async () => {
    const imagePath = await uploadedBy(marina, 'post_image');
    const post = await publish(marina, channel, '<p>Antes</p>', {
      attachments: [{ kind: 'image', path: imagePath }],
    });
    const seen = async (who: Person) => (await feed(who)).data[0]!;
    expect(await seen(joao)).toEqual((await joao.get(on(post.id))).body.data);
    const said = await comment(joao, post.id, 'Bia');
    const changes = [
      () => joao.send('PUT', on(post.id, '/like')),
      () => moderator.send('PUT', on(post.id, '/like')),
      () => joao.send('DELETE', on(post.id, '/like')),
      () => joao.send('PUT', on(post.id, '/like')),
      () => joao.send('PATCH', `/api/v1/comments/${said.id}`, { content: 'Boa' }),
      () => comment(moderator, post.id),
      () => comment(joao, post.id, 'Obrigado', { parent_id: said.id }),
      () => joao.send('DELETE', `/api/v1/comments/${said.id}`),
      () => marina.send('PATCH', on(post.id), { content: '<p>Depois</p>' }),
      () => moderator.send('PUT', on(post.id, '/pin')),
      () =>
        inSchool((db) =>
          db
            .updateTable('members')
            .set({ name: 'Marina Nova' })
            .where('id', '=', marina.id)
            .execute(),
        ),
      () =>
        inSchool((db) =>
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
        expect(await seen(who)).toEqual((await who.get(on(post.id))).body.data);
    }
    const last = await seen(joao);
    expect(last).toMatchObject({ likes: 2, liked: true, comments: 2, pinned: true, author: null });
    expect((await seen(marina)).liked).toBe(false);
    expect((await school.visitor.get(last.attachments[0]!.url)).status).not.toBe(403);
    await moderator.send('PUT', on(post.id, '/removal'), { reason: 'Venda' });
    expect((await feed(joao)).data).toEqual([]);
  });

  test('shows the last likers and the last comments, without replies', async () => {
    const { id } = await publish(marina, channel);
    expect((await feed(joao)).data[0]).toMatchObject({ likers: [], last_comments: [] });
    const people: Person[] = [];
    for (let n = 0; n < limits.likersShown + 1; n += 1) people.push(await school.join());
    for (const who of people) await who.send('PUT', on(id, '/like'));
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
    await inSchool((db) =>
      db
        .updateTable('members')
        .set({ erase_at: sql`now()` })
        .where('id', 'in', [people.at(-1)!.id, marina.id])
        .execute(),
    );
    await school.owner.send('DELETE', `/api/v1/members/${people.at(-2)!.id}`);
    expect(ids((await seen()).likers)).toEqual([people[1]!.id, people[0]!.id]);
    expect((await seen()).last_comments).toMatchObject([{ author: null }]);
    expect((await joao.get(on(id))).body.data).toEqual(await seen());
  });

  test('of a version that another page has read names the people in it', async () => {
    const { id } = await publish(marina, channel);
    await feed(joao);
    await moderator.send('PUT', on(id, '/like'));
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
    await inSchool((db) => db.updateTable('members').set({ name: 'Outra' }).execute());
    expect(await authors('?order=newest&limit=1')).toEqual(['Outra']);
    expect(await authors('?order=newest')).toEqual(['Outra', 'Outra', 'Outra']);
  });

  test('names its people as they look now, whatever changed about them', async () => {
    const product = await school.product();
    marina = await school.join(['student'], [product]);
    const { id } = await publish(marina, channel);
    await moderator.send('PUT', on(id, '/like'));
    await comment(joao, id);
    const change = (member: Person, values: object) =>
      inSchool((db) => db.updateTable('members').set(values).where('id', '=', member.id).execute());
    const addLevel = async (name: string, needed_score: number) => {
      const path = '/api/auth/ranking/levels';
      const level = { tenant_id: school.id, name, needed_score };
      const { id: level_id } = (await school.owner.post(`${path}/create`, level)).body;
      const opened = { level_id, array_plans_id: [product], tenant_id: school.id };
      await school.owner.post(`${path}/permissions/create`, opened);
      return level_id as number;
    };
    const points = (amount: number) =>
      school.owner.post(`/api/v1/members/${marina.id}/points`, { points: amount, reason: 'Sim' });
    const levels: number[] = [];
    const changes = [
      () => change(moderator, { name: 'Bia Nova' }),
      () => change(joao, { photo_url: '/nova.png' }),
      () => change(joao, { roles: ['instructor'] }),
      () => change(marina, { roles: ['student', 'moderator'] }),
      () => change(marina, { roles: ['student'] }),
      async () => levels.push(await addLevel('Olhar', 0)),
      async () => levels.push(await addLevel('Luz', 100)),
      () => points(100),
      () => points(-100),
      () => points(101),
      () => inSchool((db) => db.updateTable('levels').set({ color: '#123456' }).execute()),
      () => change(marina, { roles: ['student', 'moderator'] }),
      () => change(marina, { roles: ['student'] }),
      () =>
        inSchool((db) => db.updateTable('levels').set({ show_level_on_profile: false }).execute()),
      () =>
        inSchool((db) => db.updateTable('levels').set({ show_level_on_profile: true }).execute()),
      () => inSchool((db) => db.updateTable('products').set({ status: 'inactive' }).execute()),
      () => inSchool((db) => db.updateTable('products').set({ status: 'active' }).execute()),
      () =>
        inSchool((db) =>
          db.deleteFrom('member_products').where('member_id', '=', marina.id).execute(),
        ),
      () => inSchool((db) => db.deleteFrom('levels').where('id', 'in', levels).execute()),
      () => change(joao, { erase_at: sql`now() + interval '7 days'` }),
      () => change(joao, { erase_at: null }),
      () => school.owner.send('DELETE', `/api/v1/members/${moderator.id}`),
    ];
    const told = new Set<string>();
    for (const act of changes) {
      await act();
      for (const query of ['', '?order=newest', '?order=active', '']) {
        const [post] = (await feed(joao, query)).data;
        expect(post).toEqual((await joao.get(on(id))).body.data);
        told.add(JSON.stringify([post!.author, post!.likers, post!.last_comments]));
      }
    }
    // Thirteen changes led back to what had been.
    expect(told.size).toBe(changes.length - 13);
  });

  test('names people as they look now after eight changes and reads at once', async () => {
    const { id } = await publish(marina, channel);
    await joao.send('PUT', on(id, '/like'));
    const rename = (name: string) =>
      inSchool((db) =>
        db.updateTable('members').set({ name }).where('id', 'in', [marina.id, joao.id]).execute(),
      );
    for (let round = 0; round < 5; round += 1) {
      const names = Array.from({ length: 8 }, (_, n) => `Nome ${round} ${n}`);
      const read = await Promise.all(
        names.flatMap((name) => [rename(name).then(() => feed(joao)), feed(moderator)]),
      );
      const now = (await feed(moderator)).data;
      expect(now).toEqual([(await moderator.get(on(id))).body.data]);
      // One transaction renames both: nobody reads one name of each.
      for (const { data } of [...read, { data: now }])
        if (round > 0) expect(data[0]!.author!.name).toBe(data[0]!.likers[0]!.name);
    }
  });

  test('shows the first words of a long comment, as text', async () => {
    const { id } = await publish(marina, channel);
    const long = `<p>Luz &amp; sombra &lt;b&gt;</p>${'<p><b>Longo</b> texto</p>'.repeat(60)}`;
    await comment(joao, id, long);
    const { content } = (await feed(marina)).data[0]!.last_comments[0]!;
    expect(content).toMatch(/^Luz sombra b (Longo texto ?)+/);
    expect(content).not.toMatch(/[<&]/);
    expect(content.length).toBeLessThanOrEqual(301);
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
    const { rows } = await inSchool((db) =>
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

describe('attachments', () => {
  test('are carried with signed addresses, held while the post stands', async () => {
    const image = await uploadedBy(marina, 'post_image');
    const file = await uploadedBy(marina, 'post_file');
    const post = await publish(marina, channel, '', {
      attachments: [
        { kind: 'image', path: image },
        { kind: 'file', path: file, name: 'Roteiro.pdf' },
      ],
    });
    expect(post.attachments).toEqual([
      {
        kind: 'image',
        path: image,
        name: 'minha.bin',
        type: expect.any(String),
        bytes: 1234,
        url: expect.stringMatching(/\?e=\d+&s=/),
      },
      {
        kind: 'file',
        path: file,
        name: 'Roteiro.pdf',
        type: expect.any(String),
        bytes: 1234,
        url: expect.stringMatching(/\?e=\d+&s=/),
      },
    ]);
    expect(await claimedPaths(world, school)).toEqual(new Set([image, file]));
    expect((await joao.get(image)).status).toBe(404);
    const kept = await marina.send('PATCH', on(post.id), {
      content: 'Só a foto',
      attachments: [{ kind: 'image', path: post.attachments[0]!.url }],
    });
    expect(kept.body.data.attachments).toMatchObject([{ path: image }]);
    expect(await claimedPaths(world, school)).toEqual(new Set([image]));
    await marina.send('DELETE', on(post.id));
    expect(await claimedPaths(world, school)).toEqual(new Set());
  });

  test('must be the author’s uploads, of their kind, once a post, ten at most', async () => {
    const image = await uploadedBy(marina, 'post_image');
    const theirs = await uploadedBy(joao, 'post_image');
    const foreign = await fileFor(world, await world.school(), 'post_image');
    const post = (attachments: object[]) =>
      marina.post(`/api/v1/channels/${channel}/posts`, { content: 'x', attachments });
    for (const attachments of [
      [{ kind: 'image', path: theirs }],
      [{ kind: 'image', path: foreign }],
      [{ kind: 'video', path: image }],
      [{ kind: 'image', path: '/etc/passwd' }],
      [
        { kind: 'image', path: image },
        { kind: 'image', path: image },
      ],
      Array.from({ length: 11 }, () => ({ kind: 'image', path: image })),
    ])
      expect((await post(attachments)).status).toBe(422);
    expect((await feed(marina)).data).toEqual([]);
    expect((await post([{ kind: 'image', path: image }])).status).toBe(201);
  });
});

describe('content that a community does not take', () => {
  const flags = (patch: object) =>
    school.owner.send('PUT', '/api/auth/community/edit-content-media', { id: community, ...patch });

  test.each([
    ['publications', 'texto', []],
    ['text', 'texto', []],
    ['images', '', ['image']],
    ['carousels', '', ['image', 'image']],
    ['videos', '', ['video']],
    ['allow_files', '', ['file']],
  ])('%s is refused from students, and taken from staff', async (flag, content, kinds) => {
    await flags({ [flag]: 0 });
    for (const [who, status] of [
      [marina, 403],
      [moderator, 201],
    ] as const) {
      const attachments = [];
      for (const kind of kinds)
        attachments.push({
          kind,
          path: await uploadedBy(who, `post_${kind}` as 'post_image'),
        });
      const answer = await who.post(`/api/v1/channels/${channel}/posts`, { content, attachments });
      expect([flag, answer.status]).toEqual([flag, status]);
      if (status === 403) expect(answer.body.code).toBe('content_off');
    }
    const key = flag === 'allow_files' ? 'files' : flag;
    expect((await show(marina, community)).may).toMatchObject({ [key]: false });
    expect((await show(moderator, community)).may).toMatchObject({ [key]: true });
  });

  test('comments and likes too', async () => {
    const { id } = await publish(marina, channel);
    const said = await comment(marina, id);
    const likeOfComment = `/api/v1/comments/${said.id}/like`;
    expect((await joao.send('PUT', likeOfComment)).status).toBe(200);
    await flags({ comments: 0, likes: 0 });
    expect((await joao.post(on(id, '/comments'), { content: 'Oi' })).status).toBe(403);
    expect((await joao.send('PUT', on(id, '/like'))).status).toBe(403);
    expect((await marina.send('PUT', likeOfComment)).status).toBe(403);
    // A like is taken back, also where likes were switched off since.
    expect((await joao.send('DELETE', likeOfComment)).body.data).toEqual({
      likes: 0,
      liked: false,
    });
    expect((await moderator.post(on(id, '/comments'), { content: 'Oi' })).status).toBe(201);
  });
});

describe('comments', () => {
  test('are read oldest first, with their replies one level deep', async () => {
    const { id } = await publish(marina, channel);
    const head = await comment(joao, id, 'Que lente?');
    const reply = await comment(marina, id, 'A de 50.', { parent_id: head.id });
    expect(head).toMatchObject({
      replies: [],
      replies_count: 0,
      likes: 0,
      liked: false,
      removed: false,
    });
    expect((await comments(joao, id)).data).toMatchObject([
      { id: head.id, replies_count: 1, replies: [{ id: reply.id, parent_id: head.id }] },
    ]);
    expect((await feed(joao)).data).toMatchObject([{ comments: 2 }]);
    const deeper = await joao.post(on(id, '/comments'), { content: 'x', parent_id: reply.id });
    expect(deeper).toMatchObject({ status: 422, body: { message: messages.replyToReply } });
    const elsewhere = await publish(marina, channel);
    const foreign = await joao.post(on(elsewhere.id, '/comments'), {
      content: 'x',
      parent_id: head.id,
    });
    expect(foreign.status).toBe(404);
  });

  test('come twenty a page both ways, and around one that is linked', async () => {
    const { id } = await publish(marina, channel);
    const made = await inSchool(async (db) => {
      const { rows } = await sql<{ id: number }>`
        INSERT INTO post_comments (post_id, member_id, content)
        SELECT ${id}, ${joao.id}, 'c' || n FROM generate_series(1, 50) n RETURNING id`.execute(db);
      return rows.map((row) => row.id).toSorted((a, b) => a - b);
    });
    const first = await comments(joao, id);
    const second = await comments(joao, id, `?cursor=${first.next_cursor}`);
    expect(ids([...first.data, ...second.data])).toEqual(made.slice(0, 40));
    const reply = await comment(joao, id, 'r', { parent_id: made[30]! });
    const around = await comments(joao, id, `?around=${reply.id}`);
    expect(ids(around.data)).toEqual(made.slice(30));
    expect(around.data[0]!.replies).toMatchObject([{ id: reply.id }]);
    const older = await comments(joao, id, `?before=${around.previous_cursor}`);
    expect(ids(older.data)).toEqual(made.slice(10, 30));
    const oldest = await comments(joao, id, `?before=${older.previous_cursor}`);
    expect([ids(oldest.data), oldest.previous_cursor]).toEqual([made.slice(0, 10), null]);
    expect((await joao.get(on(id, '/comments?around=999999'))).status).toBe(404);
  });

  test('a linked reply comes along, however many stand before it', async () => {
    const { id } = await publish(marina, channel);
    const head = await comment(joao, id, 'c');
    const made = await inSchool(async (db) => {
      const { rows } = await sql<{ id: number }>`
        INSERT INTO post_comments (post_id, member_id, parent_id, content)
        SELECT ${id}, ${joao.id}, ${head.id}, 'r' || n
        FROM generate_series(1, ${limits.repliesAround + 5}) n RETURNING id`.execute(db);
      return rows.map((row) => row.id).toSorted((a, b) => a - b);
    });
    const { data } = await comments(joao, id, `?around=${made.at(-1)}`);
    expect(ids(data[0]!.replies)).toEqual([...made.slice(0, limits.repliesAround), made.at(-1)]);
  });

  test('show three replies, and the rest by their comment', async () => {
    const { id } = await publish(marina, channel);
    const head = await comment(joao, id);
    const replies = [];
    for (let n = 0; n < 5; n += 1)
      replies.push(await comment(marina, id, 'r', { parent_id: head.id }));
    const [thread] = (await comments(joao, id)).data;
    expect([thread!.replies.length, thread!.replies_count]).toEqual([3, 5]);
    const rest = await comments(
      joao,
      id,
      `?parent_id=${head.id}&cursor=${thread!.replies.at(-1)!.id}`,
    );
    expect(ids(rest.data)).toEqual(ids(replies.slice(3)));
  });

  test('removed with replies leave an empty place; the last reply takes it along', async () => {
    const { id } = await publish(marina, channel);
    const head = await comment(joao, id, 'Segredo');
    const reply = await comment(marina, id, 'Ok', { parent_id: head.id });
    await marina.send('PUT', `/api/v1/comments/${head.id}/like`);
    expect((await marina.send('DELETE', `/api/v1/comments/${head.id}`)).status).toBe(403);
    expect((await joao.send('DELETE', `/api/v1/comments/${head.id}`)).status).toBe(204);
    const page = await comments(joao, id);
    expect(page.data).toMatchObject([
      {
        id: head.id,
        removed: true,
        content: '',
        author: null,
        likes: 0,
        replies: [{ id: reply.id }],
      },
    ]);
    expect((await feed(joao)).data).toMatchObject([{ comments: 1 }]);
    expect((await joao.send('DELETE', `/api/v1/comments/${head.id}`)).status).toBe(404);
    await marina.send('DELETE', `/api/v1/comments/${reply.id}`);
    expect((await comments(joao, id)).data).toEqual([]);
    expect((await feed(joao)).data).toMatchObject([{ comments: 0 }]);
  });

  test('removed leave the empty places and the likes of other threads', async () => {
    const { id } = await publish(marina, channel);
    const [left, gone] = [await comment(joao, id, 'Um'), await comment(joao, id, 'Dois')];
    const stays = await comment(marina, id, 'Fica', { parent_id: left.id });
    const goes = await comment(marina, id, 'Vai', { parent_id: gone.id });
    await joao.send('PUT', `/api/v1/comments/${stays.id}/like`);
    for (const head of [left, gone]) await joao.send('DELETE', `/api/v1/comments/${head.id}`);
    await marina.send('DELETE', `/api/v1/comments/${goes.id}`);
    expect((await comments(joao, id)).data).toMatchObject([
      { id: left.id, removed: true, replies: [{ id: stays.id, likes: 1, liked: true }] },
    ]);
  });

  test('are changed by their author and staff', async () => {
    const { id } = await publish(marina, channel);
    const said = await comment(joao, id);
    const change = (who: Person, content: string) =>
      who.send('PATCH', `/api/v1/comments/${said.id}`, { content });
    expect((await change(marina, '')).status).toBe(403);
    expect((await change(joao, '')).status).toBe(422);
    expect((await change(moderator, 'Moderado')).status).toBe(200);
    expect((await change(joao, 'Nova')).body.data).toMatchObject({
      content: 'Nova',
      edited_at: expect.stringMatching(/Z$/),
    });
  });

  test('of 5,000 characters are taken, of one more are not', async () => {
    const { id } = await publish(marina, channel);
    expect((await joao.post(on(id, '/comments'), { content: 'é'.repeat(5_000) })).status).toBe(201);
    expect(await joao.post(on(id, '/comments'), { content: 'é'.repeat(5_001) })).toMatchObject({
      status: 422,
      body: { errors: { content: [messages.commentTooLong] } },
    });
  });
});

describe('mentions', () => {
  const named = (id: number, text = '@Qualquer') => `<span data-mention="${id}">${text}</span>`;

  test('name members with access, by their current name; everybody else is plain text', async () => {
    const product = await school.product();
    const { channels } = await communityWith(school, { products: [product] });
    const holder = await school.join(['student'], [product]);
    const writer = await school.join(['student'], [product]);
    const theirs = await world.school();
    const post = await publish(
      writer,
      channels[0]!,
      `<p>${named(holder.id)} ${named(marina.id)} ${named(theirs.owner.id)} ${named(moderator.id)} <span>x</span></p>`,
    );
    expect(post.content).toBe(
      `<p><span data-mention="${holder.id}">@Marina Teles</span> @Qualquer @Qualquer <span data-mention="${moderator.id}">@Marina Teles</span> x</p>`,
    );
    const { rows } = await inSchool((db) =>
      sql<{ mentions: number[] }>`SELECT mentions FROM posts WHERE id = ${post.id}`.execute(db),
    );
    expect(new Set(rows[0]!.mentions)).toEqual(new Set([holder.id, moderator.id]));
  });

  test('cannot be forged', async () => {
    const post = await publish(
      marina,
      channel,
      `<span data-mention="7&quot; onclick=&quot;x()">a</span>\uE0007\uE001x\uE002 &#xE000;" onmouseover="x()&#xE001;b`,
    );
    expect(post.content).not.toMatch(/<span|<[^>]*onclick|<[^>]*onmouseover/);
  });

  test('are at most twenty a text', async () => {
    const people = await Promise.all(Array.from({ length: 21 }, () => school.join()));
    const content = (count: number) =>
      people
        .slice(0, count)
        .map(({ id }) => named(id))
        .join(' ');
    const post = (count: number) =>
      marina.post(`/api/v1/channels/${channel}/posts`, { content: content(count) });
    expect((await post(21)).body.errors).toEqual({ content: [messages.tooManyMentions] });
    expect((await post(20)).status).toBe(201);
    expect((await post(10)).status).toBe(201);
    expect((await post(1)).status).toBe(429);
  });

  test('that come with a change count as those of a new text', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => school.join()));
    const all = people.map(({ id }) => named(id));
    const first = await publish(marina, channel);
    const said = await comment(marina, first.id);
    const change = (content: string) => marina.send('PATCH', on(first.id), { content });
    const answer = (content: string) =>
      marina.send('PATCH', `/api/v1/comments/${said.id}`, { content });
    expect((await change(all.join(' '))).status).toBe(200);
    // Whom it names already is not counted again.
    expect((await change(`De novo ${all.join(' ')}`)).status).toBe(200);
    expect((await answer(all.slice(0, 10).join(' '))).status).toBe(200);
    const refused = await answer(all.slice(0, 11).join(' '));
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_tries' } });
    expect((await comments(joao, first.id)).data[0]!.content).not.toContain(
      `data-mention="${people[10]!.id}"`,
    );
  });

  test('are searched by the beginning of a name, without accents', async () => {
    await inSchool((db) =>
      db.updateTable('members').set({ name: 'Tainá Ribeiro' }).where('id', '=', joao.id).execute(),
    );
    const found = async (q: string) =>
      (await marina.get(`/api/v1/channels/${channel}/people?q=${q}`)).body;
    expect(await found('taina')).toEqual([
      { id: joao.id, name: 'Tainá Ribeiro', photo_url: null, staff: false },
    ]);
    expect(await found('rib')).toHaveLength(1);
    expect(await found('inaa')).toEqual([]);
    expect(JSON.stringify(await found(''))).not.toContain('@example.com');
  });
});

/** Every count that a trigger keeps beside rows, against a recount. */
const wrongCounts = async () => {
  const { rows } = await inSchool((db) =>
    sql`SELECT 'likes of a post' AS count, p.id, p.likes AS kept, k.right
        FROM posts p CROSS JOIN LATERAL (SELECT count(*) AS right FROM post_likes k
          WHERE k.post_id = p.id) k
        UNION ALL
        SELECT 'comments of a post', p.id, p.comments, k.right
        FROM posts p CROSS JOIN LATERAL (SELECT count(*) AS right FROM post_comments k
          WHERE k.post_id = p.id AND k.removed_at IS NULL) k
        UNION ALL
        SELECT 'likes of a comment', c.id, c.likes, k.right
        FROM post_comments c CROSS JOIN LATERAL (SELECT count(*) AS right FROM post_comment_likes k
          WHERE k.comment_id = c.id) k
        UNION ALL
        SELECT 'replies', c.id, c.replies, k.right
        FROM post_comments c CROSS JOIN LATERAL (SELECT count(*) AS right FROM post_comments k
          WHERE k.parent_id = c.id AND k.removed_at IS NULL) k`.execute(db),
  );
  expect(rows).not.toEqual([]);
  return (rows as { kept: number; right: number }[]).filter(
    ({ kept, right }) => Number(kept) !== Number(right),
  );
};

/** Expects the unread count to equal the number of posts in the channel. */
async function expectUnreadCounted(who: Person) {
  const { channels } = await show(who, community);
  const { rows } = await inSchool((db) =>
    sql<{ id: number; unread: number }>`
      SELECT ch.id, count(p.id)::integer AS unread FROM channels ch
      LEFT JOIN posts p ON p.channel_id = ch.id AND p.removed_at IS NULL
        AND p.member_id IS DISTINCT FROM ${who.id}
        AND p.created_at > (SELECT created_at FROM members WHERE id = ${who.id})
        AND p.id > coalesce((SELECT r.post_id FROM channel_reads r
          WHERE r.channel_id = ch.id AND r.member_id = ${who.id}), 0)
      WHERE ch.community_id = ${community} GROUP BY ch.id ORDER BY ch.id`.execute(db),
  );
  expect(
    channels.map(({ id, unread }) => ({ id, unread })).toSorted((a, b) => a.id - b.id),
  ).toEqual(rows);
}

describe('likes', () => {
  test('of fifty presses at once are one', async () => {
    const { id } = await publish(marina, channel);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => joao.send('PUT', on(id, '/like'))),
    );
    expect(statuses(answers)).toEqual({ 200: 50 });
    expect((await marina.send('PUT', on(id, '/like'))).body.data).toEqual({
      likes: 2,
      liked: true,
    });
    expect((await marina.send('DELETE', on(id, '/like'))).body.data).toEqual({
      likes: 1,
      liked: false,
    });
    const said = await comment(joao, id);
    const path = `/api/v1/comments/${said.id}/like`;
    expect((await marina.send('PUT', path)).body.data).toEqual({ likes: 1, liked: true });
    expect((await marina.send('DELETE', path)).body.data).toEqual({ likes: 0, liked: false });
  });

  test('and comments count what there is, after a storm of eight at once', async () => {
    const post = await publish(marina, channel);
    const people = await Promise.all(Array.from({ length: 8 }, () => school.join()));
    await Promise.all(
      people.map(async (who, n) => {
        const head = await comment(who, post.id, 'Oi');
        await Promise.all([
          who.send('PUT', on(post.id, '/like')),
          comment(who, post.id, 'r', { parent_id: head.id }),
          n % 2
            ? null
            : comment(who, post.id, 's', { parent_id: head.id }).then(({ id }) =>
                who.send('DELETE', `/api/v1/comments/${id}`),
              ),
          who.send('PUT', `/api/v1/comments/${head.id}/like`),
          n % 2 ? who.send('DELETE', `/api/v1/comments/${head.id}`) : null,
          n % 3 ? who.send('DELETE', on(post.id, '/like')) : null,
        ]);
      }),
    );
    await school.owner.send('DELETE', `/api/v1/members/${people[0]!.id}`);
    expect(await wrongCounts()).toEqual([]);
    for (const who of [marina, joao, ...people.slice(1)]) await expectUnreadCounted(who);
    expect((await feed(joao)).data[0]!.comments).toBeGreaterThan(0);
  });

  test('and comments count what there is, after posts were removed, moved and brought back meanwhile', async () => {
    const posts = await Promise.all([1, 2, 3].map(() => publish(marina, channel)));
    const people = await Promise.all(Array.from({ length: 4 }, () => school.join()));
    const answers = await Promise.all([
      ...people.flatMap((who) =>
        posts.flatMap(({ id }) => [
          comment(who, id).then((said) => said && comment(who, id, 'r', { parent_id: said.id })),
          who.send('PUT', on(id, '/like')).then(() => who.send('DELETE', on(id, '/like'))),
          who.send('PUT', on(id, '/like')),
        ]),
      ),
      ...posts.flatMap(({ id }) => [
        moderator
          .send('PUT', on(id, '/removal'), { reason: 'Fora do assunto' })
          .then(() => moderator.send('PUT', on(id, '/restore'))),
        moderator.send('PATCH', on(id), { channel_id: other }),
        moderator.send('PUT', on(id, '/pin')),
      ]),
      marina.send('DELETE', on(posts[2]!.id)),
      ...people.map((who, n) =>
        who.send('PUT', `/api/v1/channels/${channel}/read`, { post_id: posts[n % 3]!.id }),
      ),
    ]);
    const failed = answers.filter((one) => one && 'status' in one && Number(one.status) >= 500);
    expect(failed).toEqual([]);
    expect(await wrongCounts()).toEqual([]);
    for (const who of [marina, joao, moderator, ...people]) await expectUnreadCounted(who);
    const contents = await school.owner.get(`/api/v1/communities/${community}/contents`);
    const standing = [...(await feed(joao)).data, ...(await feed(joao, '', other)).data];
    expect(contents.body.data).toMatchObject({
      posts: standing.length,
      comments: standing.reduce((sum, one) => sum + one.comments, 0),
    });
    expect(standing.length).toBeGreaterThan(0);
  });

  test('a comment during the removal of its post is created or refused, without a server error', async () => {
    const { id } = await publish(marina, channel);
    const [gone, ...answers] = await Promise.all([
      marina.send('DELETE', on(id)),
      ...[...'ABCDEFG'].map((content) => joao.post(on(id, '/comments'), { content })),
    ]);
    expect(gone!.status).toBe(204);
    expect(answers.every(({ status }) => status === 201 || status === 404)).toBe(true);
    expect((await joao.get(on(id))).status).toBe(404);
  });
});

interface PlanNode {
  Plan?: PlanNode;
  Plans?: PlanNode[];
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
}

/** The number of rows of `posts` that a plan has looked at. */
function postsRead(node: PlanNode): number {
  const below = [...(node.Plan ? [node.Plan] : []), ...(node.Plans ?? [])];
  const rows = (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0);
  const own = node['Relation Name'] === 'posts' ? rows * (node['Actual Loops'] ?? 1) : 0;
  return below.reduce((sum, child) => sum + postsRead(child), own);
}

describe('unread posts', () => {
  test('are counted by channel until the reader was there', async () => {
    const late = await school.join();
    const first = await publish(marina, channel);
    const second = await publish(marina, channel);
    const unread = async (who: Person) =>
      (await show(who, community)).channels.map((one) => one.unread);
    expect(await unread(joao)).toEqual([2, 0]);
    expect(await unread(marina)).toEqual([0, 0]);
    expect(await unread(late)).toEqual([2, 0]);
    const read = (post_id: number, at = channel) =>
      joao.send('PUT', `/api/v1/channels/${at}/read`, { post_id });
    expect((await read(first.id)).status).toBe(204);
    expect(await unread(joao)).toEqual([1, 0]);
    await read(second.id);
    await read(first.id);
    expect(await unread(joao)).toEqual([0, 0]);
    await read(999_999_999);
    await publish(marina, channel);
    expect(await unread(joao)).toEqual([1, 0]);
    expect((await read(1, other)).status).toBe(204);
    expect(await unread(await school.join())).toEqual([0, 0]);
  });

  test('are counted up to a hundred, without the reader’s own and those from before they joined', async () => {
    await seed(150);
    const late = await school.join();
    const unread = async (who: Person) => (await show(who, community)).channels[0]!.unread;
    expect(await unread(late)).toBe(0);
    expect(await unread(joao)).toBe(100);
    await seed(99);
    await publish(late, channel);
    expect(await unread(late)).toBe(99);
    await publish(joao, channel);
    expect(await unread(late)).toBe(100);
    expect(await unread(marina)).toBe(2);
  });

  test('are counted exactly, whatever number of own posts is among them', async () => {
    const unread = async () => (await show(joao, community)).channels[0]!.unread;
    await seed(60);
    await seed(250, channel, joao);
    expect(await unread()).toBe(60);
    await seed(39);
    await inSchool((db) =>
      sql`UPDATE posts SET removed_at = now() WHERE id IN (
      SELECT id FROM posts WHERE member_id = ${joao.id} LIMIT 50)`.execute(db),
    );
    expect(await unread()).toBe(99);
    const [hundredth] = await seed(1);
    expect(await unread()).toBe(100);
    const next = await seed(1);
    expect(await unread()).toBe(100);
    await joao.send('PUT', `/api/v1/channels/${channel}/read`, { post_id: hundredth });
    await seed(999, channel, joao);
    expect(await unread()).toBe(next.length);
    // The reader's own posts are skipped one by one up to a limit. Above it the count is '99+'.
    await seed(1, channel, joao);
    expect(await unread()).toBe(100);
  });

  test('are counted without reading older posts', async () => {
    const made = await seed(300);
    await joao.send('PUT', `/api/v1/channels/${channel}/read`, { post_id: made.at(-2) });
    const { text, bind } = communityQuery.byMember;
    const values = bind({ memberId: joao.id, isStaff: false, communityId: community });
    const read = await world.platform.database.transaction(school.id, async (tx) => {
      await sql`SET LOCAL enable_seqscan = off`.execute(tx.db);
      const [plan] = (await tx.run({
        name: '',
        text: `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
        bind: () => values,
        check: (rows) => rows as never,
      })) as { 'QUERY PLAN': PlanNode[] }[];
      return postsRead(plan!['QUERY PLAN'][0]!);
    });
    expect(read).toBeLessThan(10);
  });
});

describe('a search', () => {
  test('finds words without accents in open channels, and one member’s posts', async () => {
    const product = await school.product();
    const { body } = await school.owner.post(`/api/v1/communities/${community}/channels`, {
      title: 'Estúdio',
      product_ids: [product],
    });
    await publish(school.owner, body.data.id, 'Iluminação de estúdio');
    const open = await publish(marina, channel, '<p>Ilumin<b>ação</b> natural</p>');
    await publish(joao, channel, 'Outra coisa');
    const find = async (query: string, who = joao) =>
      (await who.get(`/api/v1/communities/${community}/posts?${query}`)).body.data as Post[];
    expect(ids(await find('q=natural'))).toEqual([open.id]);
    expect(await find('q=ILUMINACAO', moderator)).toHaveLength(1);
    expect(await find('q=estudio')).toEqual([]);
    expect(await find('q=100%25')).toEqual([]);
    expect(ids(await find(`member_id=${marina.id}`))).toEqual([open.id]);
  });

  test('finds rare words below the newest posts, each post once, page after page', async () => {
    const rare = await publish(marina, channel, 'Iluminação rara');
    const many = await seed(510);
    const wanted = [
      ...many.filter((_, at) => at >= 489).toReversed(),
      ...many.slice(0, 5),
      rare.id,
    ];
    await inSchool((db) =>
      db.updateTable('posts').set({ title: 'Luz' }).where('id', 'in', wanted).execute(),
    );
    const at = `/api/v1/communities/${community}/posts?q=`;
    expect(ids((await joao.get(`${at}rara`)).body.data)).toEqual([rare.id]);
    const first = (await joao.get(`${at}luz`)).body;
    const next = (await joao.get(`${at}luz&cursor=${first.next_cursor}`)).body;
    expect(first.data).toHaveLength(20);
    expect(ids([...first.data, ...next.data])).toEqual(wanted.toSorted((a, b) => b - a));
    expect(next.next_cursor).toBeNull();
  });
});

describe('moderation', () => {
  test('pins up to three posts a channel, however many at once; they stand first', async () => {
    const made = await seed(6);
    const pin = (id: number) => moderator.send('PUT', on(id, '/pin'));
    const answers = await Promise.all(made.slice(0, 5).map(pin));
    expect(statuses(answers)).toEqual({ 200: 3, 409: 2 });
    const { data } = await feed(joao);
    expect(data.slice(0, 3).every(({ pinned }) => pinned)).toBe(true);
    expect(data).toHaveLength(6);
    expect(ids((await feed(joao, '?order=newest')).data)).toEqual(made.toReversed());
    const [pinned] = data;
    expect((await moderator.send('DELETE', on(pinned!.id, '/pin'))).body.data.pinned).toBe(false);
    expect((await pin(made[5]!)).status).toBe(200);
    expect((await pin(made[5]!)).status).toBe(200);
    for (const path of ['/pin', '/restore'])
      expect((await marina.send('PUT', on(made[0]!, path))).status).toBe(403);
  });

  test('closes comments: students write no more, staff do', async () => {
    const { id } = await publish(marina, channel);
    const said = await comment(joao, id);
    const close = (closed: number) => moderator.send('PUT', on(id, '/comments-closed'), { closed });
    expect((await close(1)).body.data.comments_closed).toBe(true);
    const refused = await joao.post(on(id, '/comments'), { content: 'Oi' });
    expect(refused).toMatchObject({ status: 403, body: { code: 'comments_closed' } });
    expect((await joao.send('PATCH', `/api/v1/comments/${said.id}`, { content: 'x' })).status).toBe(
      403,
    );
    expect((await moderator.post(on(id, '/comments'), { content: 'Oi' })).status).toBe(201);
    await close(0);
    expect((await joao.post(on(id, '/comments'), { content: 'Oi' })).status).toBe(201);
  });

  test('removes with a reason that the author reads, and brings back within 30 days', async () => {
    const { id } = await publish(marina, channel, 'Vendo preset');
    await comment(joao, id, 'Quanto?');
    await moderator.send('PUT', on(id, '/pin'));
    const removal = (reason: string) => moderator.send('PUT', on(id, '/removal'), { reason });
    expect((await removal(' ')).body.errors).toEqual({ reason: [messages.reasonRequired] });
    expect((await removal('Venda não fica no canal.')).status).toBe(200);
    expect((await removal('De novo')).status).toBe(404);
    expect((await feed(joao)).data).toEqual([]);
    for (const path of ['', '/comments']) expect((await joao.get(on(id, path))).status).toBe(404);
    expect((await joao.post(on(id, '/comments'), { content: 'x' })).status).toBe(404);
    expect((await joao.send('PUT', on(id, '/like'))).status).toBe(404);
    expect(await marina.get(on(id))).toMatchObject({
      status: 403,
      body: { code: 'post_removed', data: { reason: 'Venda não fica no canal.' } },
    });
    expect((await moderator.get(on(id))).body.data.removed).toMatchObject({
      reason: 'Venda não fica no canal.',
    });
    expect((await marina.send('DELETE', on(id))).status).toBe(403);
    const back = await moderator.send('PUT', on(id, '/restore'));
    // Three others may be pinned by now.
    expect(back.body.data).toMatchObject({ removed: null, comments: 1, pinned: false });
    expect((await feed(joao)).data).toHaveLength(1);
    expect((await moderator.send('PUT', on(id, '/restore'))).status).toBe(404);
    await moderator.send('DELETE', on(id));
    const age = (days: number) =>
      inSchool((db) =>
        sql`UPDATE posts SET removed_at = now() - ${days} * interval '1 day' WHERE id = ${id}`.execute(
          db,
        ),
      );
    await age(30.1);
    expect((await moderator.send('PUT', on(id, '/restore'))).status).toBe(404);
    expect((await moderator.get(on(id))).status).toBe(404);
    await age(29.9);
    expect((await moderator.send('PUT', on(id, '/restore'))).status).toBe(200);
    const audit = await inSchool((db) =>
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

  test('moves a post within its community', async () => {
    const { id } = await publish(marina, channel);
    await moderator.send('PUT', on(id, '/pin'));
    const move = (who: Person, channel_id: number) => who.send('PATCH', on(id), { channel_id });
    expect((await move(marina, other)).status).toBe(403);
    const elsewhere = await communityWith(school);
    expect((await move(moderator, elsewhere.channels[0]!)).status).toBe(404);
    expect((await move(moderator, other)).body.data).toMatchObject({
      channel_id: other,
      pinned: false,
      edited_at: null,
    });
    expect((await feed(joao, '', other)).data).toHaveLength(1);
  });

  test('silences a member, who still reads and likes but cannot write', async () => {
    const { id } = await publish(marina, channel);
    const said = await comment(joao, id);
    const at = `/api/v1/communities/${community}/silences/${joao.id}`;
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const made = await moderator.send('PUT', at, { until, reason: 'Spam' });
    expect(made.body).toEqual({ data: { member_id: joao.id, until, reason: 'Spam' } });
    for (const answer of [
      await joao.post(`/api/v1/channels/${channel}/posts`, { content: 'x' }),
      await joao.post(`/api/v1/channels/${channel}/posts`, {}),
      await joao.post(on(id, '/comments'), { content: 'x' }),
      await joao.send('PATCH', `/api/v1/comments/${said.id}`, { content: 'x' }),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: 'silenced', data: { until } } });
    expect((await joao.send('PUT', on(id, '/like'))).status).toBe(200);
    expect(await show(joao, community)).toMatchObject({ silenced: true, silenced_until: until });
    expect((await moderator.get('/api/v1/silences')).body).toMatchObject({
      data: [{ member_id: joao.id, community_id: community, until }],
      next_cursor: null,
      total: 1,
    });
    expect((await moderator.send('PUT', at, { until: null, reason: '' })).status).toBe(200);
    expect(await show(joao, community)).toMatchObject({ silenced: true, silenced_until: null });
    expect((await moderator.send('PUT', at, { until: '2020-01-01T00:00:00Z' })).status).toBe(422);
    expect((await moderator.send('PUT', at, { until: 'amanhã' })).status).toBe(422);
    const endless = { until: '+275000-01-01T00:00:00Z' };
    expect((await moderator.send('PUT', at, endless)).status).toBe(422);
    expect((await moderator.send('PUT', at.replace(/\d+$/, '999999'), {})).status).toBe(404);
    expect(
      (await moderator.send('PUT', at.replace(/\d+$/, String(school.owner.id)), { until: null }))
        .status,
    ).toBe(409);
    const atMarina = `/api/v1/communities/${community}/silences/${marina.id}`;
    expect((await moderator.send('PUT', atMarina, { until: null })).status).toBe(200);
    expect((await moderator.send('DELETE', at)).status).toBe(204);
    expect((await moderator.send('DELETE', at)).status).toBe(404);
    expect((await joao.post(on(id, '/comments'), { content: 'x' })).status).toBe(201);
    expect((await marina.post(on(id, '/comments'), { content: 'x' })).status).toBe(403);
  });

  test('lists removed content while it can be restored, without a report', async () => {
    const made = await seed(23);
    const removed = made.slice(0, 22);
    await inSchool((db) =>
      sql`UPDATE posts SET removed_reason = 'Venda',
          removed_at = now() - (id % 4) * interval '1 day' - interval '7 microseconds'
        WHERE id = ANY (${removed}::bigint[])`.execute(db),
    );
    const [late, back] = removed as [number, number];
    await inSchool((db) =>
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
    expect((await moderator.send('PUT', on(back, '/restore'))).status).toBe(200);
    expect(ids([...(await list()).data])).not.toContain(back);
    expect((await list()).next_cursor).toBeNull();
    expect((await marina.get('/api/v1/removed-posts')).status).toBe(403);
    const neighbour = await world.school();
    expect((await neighbour.owner.get('/api/v1/removed-posts')).body.data).toEqual([]);
  });

  test('lists all silenced members, page by page', async () => {
    const joined = await Promise.all(Array.from({ length: 42 }, () => school.join()));
    const silenced = joined.map(({ id }) => id);
    // Many at one moment, and one whose silence has ended.
    await inSchool((db) =>
      sql`INSERT INTO community_silences (community_id, member_id, created_at)
        SELECT ${community}, id, '2026-03-01T12:00:00.123456Z'::timestamptz - (id % 3) * interval '1 minute'
        FROM unnest(${silenced}::bigint[]) AS id`.execute(db),
    );
    await inSchool((db) =>
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
    await inSchool((db) =>
      sql`INSERT INTO community_silences (community_id, member_id, until)
        VALUES (${community}, ${joao.id}, now() - interval '1 second')`.execute(db),
    );
    expect((await joao.post(`/api/v1/channels/${channel}/posts`, { content: 'x' })).status).toBe(
      201,
    );
    expect(await show(joao, community)).toMatchObject({ silenced: false, silenced_until: null });
  });

  test('accepts one report for each person and thing, and answers all of a thing', async () => {
    const { id } = await publish(marina, channel, 'Venda');
    const said = await comment(marina, id, 'Chama no zap');
    const report = (who: Person, more: object = {}) =>
      who.post(on(id, '/reports'), { reason: 'Venda', ...more });
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

  test('hides reports of removed content until it is restored', async () => {
    const { id } = await publish(marina, channel);
    const said = await comment(marina, id);
    const head = await comment(marina, id);
    await comment(joao, id, 'r', { parent_id: head.id });
    for (const comment_id of [said.id, head.id])
      await joao.post(on(id, '/reports'), { reason: 'Venda', comment_id });
    const open = async () => {
      const { body } = await moderator.get('/api/v1/reports');
      expect(body.open).toBe(body.data.length);
      return body.data.map((one: { comment_id: number }) => one.comment_id);
    };
    expect(await open()).toEqual([head.id, said.id]);
    await marina.send('DELETE', `/api/v1/comments/${head.id}`);
    expect(await open()).toEqual([said.id]);
    await moderator.send('PUT', on(id, '/removal'), { reason: 'Venda' });
    expect(await open()).toEqual([]);
    await moderator.send('PUT', on(id, '/restore'));
    expect(await open()).toEqual([said.id]);
  });

  test('does not pin a post that is removed at the same moment', async () => {
    const { id } = await publish(marina, channel);
    let pinned: Promise<unknown> = Promise.resolve();
    await inSchool(async (db) => {
      await db
        .updateTable('posts')
        .set({ removed_at: sql`now()`, removed_reason: 'Venda' })
        .where('id', '=', id)
        .execute();
      pinned = moderator.send('PUT', on(id, '/pin'));
      // Until the pin waits for this row.
      for (let waiting = 0; waiting === 0;) {
        const { rows } = await sql<{ n: number }>`
          SELECT count(*)::int AS n FROM pg_locks
          WHERE NOT granted AND transactionid = pg_current_xact_id()::xid`.execute(db);
        waiting = rows[0]!.n;
      }
    });
    await pinned;
    expect((await moderator.send('PUT', on(id, '/restore'))).body.data.pinned).toBe(false);
  });

  test('answers the reports of what it removes', async () => {
    const { id } = await publish(marina, channel);
    await joao.post(on(id, '/reports'), { reason: 'Ofensa' });
    await moderator.send('PUT', on(id, '/removal'), { reason: 'Ofensa' });
    expect((await moderator.get('/api/v1/reports')).body).toMatchObject({ open: 0, data: [] });
    expect((await moderator.get('/api/v1/reports?state=answered')).body.data).toMatchObject([
      { answer: 'removed', thing: { removed: true } },
    ]);
  });

  test('shows a restored post as kept, and its removed comment as removed', async () => {
    const { id } = await publish(marina, channel);
    const said = await comment(marina, id);
    // A comment with a reply leaves its place.
    await comment(joao, id, 'r', { parent_id: said.id });
    await joao.post(on(id, '/reports'), { reason: 'Ofensa' });
    await joao.post(on(id, '/reports'), { reason: 'Venda', comment_id: said.id });
    await moderator.send('DELETE', `/api/v1/comments/${said.id}`);
    await moderator.send('PUT', on(id, '/removal'), { reason: 'Ofensa' });
    await moderator.send('PUT', on(id, '/restore'));
    const answered = (await moderator.get('/api/v1/reports?state=answered')).body.data;
    expect(answered).toMatchObject([
      { comment_id: said.id, answer: 'removed' },
      { comment_id: null, answer: 'kept', thing: { removed: false } },
    ]);
  });
});

test.each([
  [
    'post',
    limits.perMinute.post,
    (who: Person) => who.post(`/api/v1/channels/${channel}/posts`, { content: 'x' }),
  ],
  [
    'comment',
    limits.perMinute.comment,
    async (who: Person, id: number) => who.post(on(id, '/comments'), { content: 'x' }),
  ],
] as const)(
  'one member’s %s is written %i times a minute, in parallel too',
  async (_, most, write) => {
    const { id } = await publish(marina, channel);
    const answers = await Promise.all(Array.from({ length: most + 5 }, () => write(joao, id)));
    expect(statuses(answers)).toEqual({ 201: most, 429: 5 });
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.body).toMatchObject({ code: 'too_many_tries', message: messages.tooFast });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await write(marina, id)).status).toBe(201);
  },
);

test('one member reports as many things a minute as the limit says, in parallel too', async () => {
  const { id } = await publish(marina, channel);
  const most = limits.perMinute.report;
  const things = [];
  for (let count = 0; count < most + 5; count += 1) things.push(await comment(marina, id));
  const report = (who: Person, thing: { id: number }) =>
    who.post(on(id, '/reports'), { reason: 'Venda', comment_id: thing.id });
  const answers = await Promise.all(things.map((thing) => report(joao, thing)));
  expect(statuses(answers)).toEqual({ 201: most, 429: 5 });
  expect((await moderator.get('/api/v1/reports')).body.data).toHaveLength(most);
  expect((await report(moderator, things[0]!)).status).toBe(201);
});
