import { Author, limits, messages, Post } from '@vitrine/contract/posts';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { comment, publish, show } from '../../../test/communities.ts';
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

const { feed, seed, uploadedBy } = postCalls(world, () => ({ school, community, channel, marina }));

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
    expect((await joao.get(postPath(body.data.id))).body.data).toEqual(body.data);
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
    { content: '<p>\u200b\u3164</p>' },
    { title: 'Só título' },
  ])('that says nothing (%j) is 422', async (input) => {
    const answer = await marina.post(`/api/v1/channels/${channel}/posts`, input);
    expect(answer).toMatchObject({ status: 422, body: { errors: { content: [messages.blank] } } });
    expect((await feed(marina)).data).toEqual([]);
  });

  test('keeps addresses as text where their links would make it too long to save again', async () => {
    const addresses = `<p>${'http://a.b '.repeat(900)}</p>`;
    const { id, content } = await publish(marina, channel, addresses);
    expect(content).toBe(addresses);
    const again = await marina.send('PATCH', postPath(id), { content, title: 'Lista' });
    expect(again.body).toMatchObject({ data: { content, title: 'Lista' } });
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

  test.each([
    ['&lt;https://x.example/a&gt;', '&lt;', 'https://x.example/a', '&gt;'],
    ['"https://x.example/a?b&amp;c".', '"', 'https://x.example/a?b&amp;c', '".'],
    ['(https://x.example/a&amp;)', '(', 'https://x.example/a', '&amp;)'],
  ])('links the address in %s alone', async (content, before, url, after) => {
    const link = `<a href="${url}" rel="noopener nofollow" target="_blank">${url}</a>`;
    expect((await publish(marina, channel, content)).content).toBe(`${before}${link}${after}`);
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

  test('is changed and removed by its author and by staff, by nobody else', async () => {
    const stays = await publish(marina, channel, 'Fica');
    const { id } = await publish(marina, channel);
    for (const [who, status] of [
      [marina, 200],
      [moderator, 200],
      [joao, 403],
    ] as const)
      expect((await who.send('PATCH', postPath(id), { content: 'Nova' })).status).toBe(status);
    expect((await joao.send('PATCH', postPath(id), { content: '' })).status).toBe(403);
    expect(await marina.send('PATCH', postPath(id), { content: '' })).toMatchObject({
      status: 422,
      body: { errors: { content: [messages.blank] } },
    });
    expect((await feed(joao)).data).toMatchObject([
      { content: 'Nova', edited_at: expect.stringMatching(/Z$/) },
      stays,
    ]);
    expect((await joao.send('DELETE', postPath(id))).status).toBe(403);
    const answers = await Promise.all(
      [...'ABCDEFGH'].map(() => marina.send('DELETE', postPath(id))),
    );
    expect(statuses(answers)).toEqual({ 204: 1, 404: 7 });
    expect((await feed(joao)).data).toEqual([stays]);
  });

  test('that somebody has edited since is not saved over', async () => {
    const post = await publish(marina, channel);
    const save = (who: Person, content: string, edited_at?: unknown) =>
      who.send('PATCH', postPath(post.id), { content, edited_at });
    const first = await save(moderator, 'Moderado', null);
    expect(first.status).toBe(200);
    expect(await save(marina, 'Antiga', null)).toMatchObject({
      status: 409,
      body: { code: 'stale_version', message: messages.outdated },
    });
    const { edited_at } = first.body.data;
    // Likes and comments edit nothing.
    await comment(joao, post.id);
    const answers = await Promise.all([...'ABCDEFGH'].map((text) => save(marina, text, edited_at)));
    expect(statuses(answers)).toEqual({ 200: 1, 409: 7 });
    const { content } = answers.find(({ status }) => status === 200)!.body.data;
    expect((await feed(joao)).data).toMatchObject([{ content }]);
    expect((await save(marina, 'x', 'ontem')).body.errors).toHaveProperty('edited_at');
    // A client that sends no moment saves as before.
    expect((await save(marina, 'Sem')).status).toBe(200);
    expect((await save(joao, 'x', null)).status).toBe(403);
  });

  test('whose answer was lost is saved again without a conflict', async () => {
    const image = await uploadedBy(marina, 'post_image');
    const { id } = await publish(marina, channel);
    const patch = {
      title: 'Luz ',
      content: '<p>Que <b>lente</b>?<script>x()</script></p>',
      attachments: [{ kind: 'image', path: image }],
      edited_at: null,
    };
    const save = (changed: object = {}) =>
      marina.send('PATCH', postPath(id), { ...patch, ...changed });
    const first = await save();
    expect(first.status).toBe(200);
    expect((await save()).body).toEqual(first.body);
    for (const changed of [{ title: 'Sol' }, { content: 'Que?' }, { attachments: [] }])
      expect((await save(changed)).status).toBe(409);
    const [attached] = patch.attachments;
    const renamed = { attachments: [{ ...attached, name: 'Outro nome' }] };
    expect((await save(renamed)).status).toBe(409);
  });

  test('of a removed member stays, without a name', async () => {
    const { id } = await publish(marina, channel);
    await school.owner.send('DELETE', `/api/v1/members/${marina.id}`);
    expect((await feed(joao)).data).toMatchObject([{ id, author: null }]);
  });

  test.each([
    ['A\nB\u2028C', 'A B C'],
    ['\u202eLuz', 'Luz'],
    [`Luz${'\u0301'.repeat(40)}`, `Luz${'\u0301'.repeat(8)}`],
    ['\u200b\u2800', ''],
  ])('keeps the title %j on one line, and none that nobody sees', async (title, stored) => {
    expect((await publish(marina, channel, 'Oi', { title })).title).toBe(stored);
  });

  test('has the same fields in a feed and alone, and no others', async () => {
    const image = await uploadedBy(marina, 'post_image');
    const posts = [
      await publish(marina, channel, '<p>"a" \u001e\\u001e &amp; \u2028 é 🌅</p>'),
      await publish(marina, channel, '', { attachments: [{ kind: 'image', path: image }] }),
      await publish(school.owner, channel, 'Oi'),
    ];
    // A title of former versions may hold the sign that separates the posts of a feed.
    await school.transaction(({ db }) =>
      db.updateTable('posts').set({ title: 'b\u001ec' }).where('id', '=', posts[0]!.id).execute(),
    );
    await moderator.send('PUT', postPath(posts[0]!.id, '/pin'));
    const found = (await feed(joao)).data;
    expect(ids(found)).toEqual([posts[0]!.id, posts[2]!.id, posts[1]!.id]);
    const strict = z.strictObject({ ...Post.shape, author: z.strictObject(Author.shape) });
    for (const post of found) {
      expect(strict.safeParse(post).error).toBeUndefined();
      const alone = (await joao.get(postPath(post.id))).body.data as Post;
      expect({ ...post, attachments: [] }).toEqual({ ...alone, attachments: [] });
      expect(post.attachments.map(({ path }) => path)).toEqual(
        alone.attachments.map(({ path }) => path),
      );
    }
    expect(found[2]!.attachments[0]!.url).toMatch(/\?e=\d+&s=/);
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

  test('is 403 before the file is 422', async () => {
    await flags({ images: 0 });
    const attachments = [{ kind: 'image', path: '/files/0/x.webp' }];
    const answer = await marina.post(`/api/v1/channels/${channel}/posts`, { attachments });
    expect(answer).toMatchObject({ status: 403, body: { code: 'content_off' } });
  });

  test('comments and likes too', async () => {
    const { id } = await publish(marina, channel);
    const said = await comment(marina, id);
    const likeOfComment = `/api/v1/comments/${said.id}/like`;
    expect((await joao.send('PUT', likeOfComment)).status).toBe(200);
    await flags({ comments: 0, likes: 0 });
    expect((await joao.post(postPath(id, '/comments'), { content: 'Oi' })).status).toBe(403);
    expect((await joao.send('PUT', postPath(id, '/like'))).status).toBe(403);
    expect((await marina.send('PUT', likeOfComment)).status).toBe(403);
    // A like is taken back, also where likes were switched off since.
    expect((await joao.send('DELETE', likeOfComment)).body.data).toEqual({
      likes: 0,
      liked: false,
    });
    expect((await moderator.post(postPath(id, '/comments'), { content: 'Oi' })).status).toBe(201);
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
    for (const wildcard of ['100%', '％', '＿'])
      expect(await find(`q=${encodeURIComponent(wildcard)}`), wildcard).toEqual([]);
    expect(ids(await find(`member_id=${marina.id}`))).toEqual([open.id]);
  });

  test('finds the posts of one member, page after page, whoever else writes', async () => {
    const own = [];
    for (let n = 0; n < 3; n += 1) {
      own.push(...(await seed(8, channel, joao)));
      await seed(9);
    }
    const at = `/api/v1/communities/${community}/posts?member_id=${joao.id}`;
    const first = (await marina.get(at)).body;
    const next = (await marina.get(`${at}&cursor=${first.next_cursor}`)).body;
    expect([first.data.length, next.data.length, next.next_cursor]).toEqual([20, 4, null]);
    expect(ids([...first.data, ...next.data])).toEqual(own.toReversed());
    expect((await marina.get(`${at}&q=nada`)).body.data).toEqual([]);
  });

  test('finds a full page of posts and no more, each once', async () => {
    const made = await seed(20);
    const path = `/api/v1/communities/${community}/posts?q=nota`;
    const { data, next_cursor } = (await joao.get(path)).body;
    expect([ids(data), next_cursor]).toEqual([made.toReversed(), null]);
  });

  test('finds rare words below the newest posts, each post once, page after page', async () => {
    const rare = await publish(marina, channel, 'Iluminação rara');
    const many = await seed(510);
    const wanted = [
      ...many.filter((_, at) => at >= 489).toReversed(),
      ...many.slice(0, 5),
      rare.id,
    ];
    await school.transaction(({ db }) =>
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

test.each([
  [
    'post',
    limits.perMinute.post,
    (who: Person) => who.post(`/api/v1/channels/${channel}/posts`, { content: 'x' }),
  ],
  [
    'comment',
    limits.perMinute.comment,
    async (who: Person, id: number) => who.post(postPath(id, '/comments'), { content: 'x' }),
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
    // The minute is over.
    await school.transaction(({ db }) =>
      db
        .updateTable('member_rates')
        .set({ window_ends: new Date(0) })
        .execute(),
    );
    const later = await Promise.all(Array.from({ length: most + 5 }, () => write(joao, id)));
    expect(statuses(later)).toEqual({ 201: most, 429: 5 });
  },
);
