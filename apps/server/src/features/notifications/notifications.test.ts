import { DAY_MS } from '@vitrine/contract/durations';
import { Notification, type NotificationEvent } from '@vitrine/contract/notifications';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { courseWith } from '../../../test/catalog.ts';
import { comment, communityWith, publish } from '../../../test/communities.ts';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';
import { ownDatabase } from '../../../test/own-database.ts';

// Its tests say what is there before the jobs run. Another file's jobs would run them too.
const world = await openWorld({}, await ownDatabase());

let school: TestSchool;
let marina: Person;
let joao: Person;
beforeEach(async () => {
  school = await world.school();
  marina = await school.join();
  joao = await school.join();
});

const jobs = () => world.platform.jobs.runAll();
const list = async (person: Person, question = ''): Promise<Notification[]> =>
  (await person.get(`/api/auth/notification${question}`)).body.data;
const total = async (person: Person): Promise<number> =>
  (await person.get('/api/auth/notification/total')).body.total;
const mark = (person: Person, body: object) =>
  person.send('PATCH', '/api/platform/auth/notification/update', body);
const preferencesAt = () => `/api/auth/v2/notification-preferences/${school.id}`;
const on = { platform: true, email: false };
const off = { platform: false, email: false };
const prefer = (person: Person, body: object) =>
  person.post(preferencesAt(), {
    like: on,
    post: on,
    comment: on,
    reply: on,
    communities: [],
    ...body,
  });
const events = async (person: Person) => (await list(person)).map(({ event }) => event);

/** A post of `author` in a community that is open to everybody. */
async function postOf(author: Person) {
  const { id, channels } = await communityWith(school);
  const post = await publish(author, channels[0]!, '<p>Foi &amp; voltou</p>', {
    title: 'Neblina',
  });
  return { community: id, channel: channels[0]!, post };
}
const like = (person: Person, post: number) => person.send('PUT', `/api/v1/posts/${post}/like`);
const unlike = (person: Person, post: number) =>
  person.send('DELETE', `/api/v1/posts/${post}/like`);
const mention = ({ id }: Person) => `<p><span data-mention="${id}">@x</span> veja</p>`;

describe('a notification', () => {
  test('has the shape of the contract, and what the specification names inside', async () => {
    const { post, community } = await postOf(marina);
    const posted = await comment(joao, post.id, '<p>Que <b>luz</b> &lt;3</p>');
    const [one, ...more] = await list(marina);
    expect(more).toEqual([]);
    expect(z.strictObject(Notification.shape).safeParse(one).error).toBeUndefined();
    const user = { name: 'Marina Teles', photo_url: null };
    expect(one).toEqual({
      id: expect.any(Number),
      type: 'community_comment',
      event: 'comment',
      read: 0,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      user,
      others: 0,
      title: 'Neblina',
      place: 'Clube',
      quote: 'Que luz <3',
      points: null,
      until: null,
      url: `/comunidade/post/${post.id}/${school.id}/${community}?comentario=${posted.id}`,
      community_post_comment: {
        community_id: community,
        content: 'Que luz <3',
        user,
        community_comment_data: { post: { id: post.id } },
      },
    });
    expect((await marina.get('/api/auth/notification/total')).body).toEqual({
      has_unread_notifications: true,
      total: 1,
    });
    expect((await joao.get('/api/auth/notification/total')).body).toEqual({
      has_unread_notifications: false,
      total: 0,
    });
  });

  test('comes ten a page, the newest first, each once', async () => {
    const { post } = await postOf(marina);
    const posted = [];
    for (let count = 0; count < 21; count += 1) posted.push((await comment(joao, post.id)).id);
    const listed: Notification[] = [];
    let url: string | null = '/api/auth/notification?page=1&paginate=10';
    const sizes = [];
    while (url) {
      const { body } = await marina.get(url);
      sizes.push(body.data.length);
      listed.push(...body.data);
      url = body.next_page_url;
    }
    expect(sizes).toEqual([10, 10, 1]);
    expect(listed.map(({ url }) => Number(url.split('=')[1]))).toEqual(posted.toReversed());
    expect(await total(marina)).toBe(21);
  });

  test('is counted to a hundred', async () => {
    const { post, community } = await postOf(marina);
    await tellOften(marina, { community, post: post.id, often: 101 });
    expect(await total(marina)).toBe(100);
  });
});

/** Inserts many notifications about one post. */
const tellOften = (
  { id }: Person,
  { community, post, often }: { community: number; post: number; often: number },
) =>
  school.transaction(({ db }) =>
    db
      .insertInto('notifications')
      .values(
        Array.from({ length: often }, (_, n) => ({
          member_id: id,
          event: 'post',
          subject: `post:often:${n}`,
          post_id: post,
          community_id: community,
        })),
      )
      .execute(),
  );

describe('likes', () => {
  test('of one post are one notification, unread again and first with each new one', async () => {
    const { post } = await postOf(marina);
    await comment(joao, post.id);
    await like(joao, post.id);
    const ana = await school.join();
    await school.transaction(({ db }) =>
      db.updateTable('members').set({ name: 'Ana Beltrão' }).where('id', '=', ana.id).execute(),
    );
    await mark(marina, { read: 1, all: true });
    await comment(joao, post.id, 'Depois');
    expect(await events(marina)).toEqual(['comment', 'post_like', 'comment']);
    await like(ana, post.id);
    const [first] = await list(marina);
    expect(first).toMatchObject({ event: 'post_like', read: 0, others: 1, title: 'Neblina' });
    expect(first!.user?.name).toBe('Ana Beltrão');
    expect(first!.community_post?.owner_like).toMatchObject({
      post_id: post.id,
      post: { title: 'Neblina' },
    });
    expect(await total(marina)).toBe(2);
  });

  test('notify the author of the post that is liked', async () => {
    const { channel } = await postOf(marina);
    const liked = await publish(school.owner, channel);
    await like(joao, liked.id);
    expect(await events(marina)).toEqual([]);
    expect(await events(school.owner)).toContain('post_like');
  });

  test('ten at once are one row', async () => {
    const { post } = await postOf(marina);
    const people = await Promise.all(Array.from({ length: 10 }, () => school.join()));
    const answers = await Promise.all(people.map((person) => like(person, post.id)));
    expect(statuses(answers)).toEqual({ 200: 10 });
    const rows = await list(marina);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ event: 'post_like', others: 9 });
    expect(await total(marina)).toBe(1);
  });

  test('of the same person notify once, and disappear when nobody likes it any more', async () => {
    const { post } = await postOf(marina);
    await like(joao, post.id);
    await mark(marina, { read: 1, all: true });
    await unlike(joao, post.id);
    expect(await events(marina)).toEqual([]);
    await like(joao, post.id);
    expect((await list(marina)).map(({ read }) => read)).toEqual([1]);
    const ana = await school.join();
    await like(ana, post.id);
    await unlike(ana, post.id);
    const [one] = await list(marina);
    expect(one).toMatchObject({ others: 0, user: { name: 'Marina Teles' } });
  });

  test('by the author notify nobody, and do not count', async () => {
    const { post } = await postOf(marina);
    await like(marina, post.id);
    expect(await events(marina)).toEqual([]);
    await like(joao, post.id);
    expect((await list(marina))[0]).toMatchObject({ others: 0 });
  });

  test('by the author never name the author, also where the last liker has taken theirs back', async () => {
    const { post } = await postOf(marina);
    const ana = await school.join();
    await school.transaction(({ db }) =>
      db.updateTable('members').set({ name: 'Ana Beltrão' }).where('id', '=', ana.id).execute(),
    );
    await like(ana, post.id);
    await like(marina, post.id);
    await like(joao, post.id);
    await unlike(joao, post.id);
    expect((await list(marina))[0]).toMatchObject({ others: 0, user: { name: 'Ana Beltrão' } });
  });

  test('of a comment lead to the comment', async () => {
    const { post } = await postOf(school.owner);
    const posted = await comment(marina, post.id);
    await joao.send('PUT', `/api/v1/comments/${posted.id}/like`);
    const [one] = await list(marina);
    expect(one).toMatchObject({ event: 'comment_like', type: 'community_like', quote: 'Boa' });
    expect(one!.url).toMatch(`?comentario=${posted.id}`);
  });
});

describe('comments and mentions', () => {
  test('notify each person once: the answered author, the author of the post, the mentioned', async () => {
    const ana = await school.join();
    const { post } = await postOf(school.owner);
    const head = await comment(marina, post.id);
    await comment(joao, post.id, mention(ana), { parent_id: head.id });
    expect(await events(marina)).toEqual(['reply']);
    expect((await events(school.owner)).filter((event) => event !== 'level')).toEqual([
      'comment',
      'comment',
    ]);
    expect(await events(ana)).toEqual(['comment_mention']);
    const named = await comment(joao, post.id, mention(marina), { parent_id: head.id });
    expect(
      (await list(marina)).map(({ event, url }) => [event, url.includes(`=${named.id}`)]),
    ).toEqual([
      ['reply', true],
      ['reply', false],
    ]);
  });

  test('a mention in a post notifies at once, and the job does not notify again', async () => {
    const { channels } = await communityWith(school);
    const post = await publish(school.owner, channels[0]!, mention(marina));
    expect(await events(marina)).toEqual(['post_mention']);
    await jobs();
    expect(await events(marina)).toEqual(['post_mention']);
    expect(await events(joao)).toEqual(['post']);
    await school.owner.send('PATCH', `/api/v1/posts/${post.id}`, {
      content: `${mention(marina)}${mention(joao)}`,
    });
    await comment(school.owner, post.id, mention(joao));
    expect(await events(joao)).toEqual(['comment_mention', 'post']);
  });

  test('a mention that a changed comment adds notifies once', async () => {
    const ana = await school.join();
    const { post } = await postOf(marina);
    const posted = await comment(joao, post.id);
    const change = (content: string) =>
      joao.send('PATCH', `/api/v1/comments/${posted.id}`, { content });
    await change(mention(ana));
    await change(`${mention(ana)} de novo`);
    expect((await list(ana)).map(({ event, url }) => [event, url.split('=')[1]])).toEqual([
      ['comment_mention', String(posted.id)],
    ]);
    expect(await events(marina)).toEqual(['comment']);
  });

  test('of an account that waits for its erasure are by nobody', async () => {
    const { post } = await postOf(marina);
    await comment(joao, post.id);
    expect((await list(marina))[0]!.user).toMatchObject({ name: 'Marina Teles' });
    expect((await school.owner.post(`/api/v1/members/${joao.id}/erasure`)).status).toBe(202);
    expect((await list(marina))[0]!.user).toBeNull();
  });

  test('removed content is no longer listed', async () => {
    const { post } = await postOf(marina);
    const posted = await comment(joao, post.id);
    await joao.send('DELETE', `/api/v1/comments/${posted.id}`);
    expect(await events(marina)).toEqual([]);
    // A removed comment keeps its place where somebody has answered it.
    const answered = await comment(joao, post.id);
    await comment(marina, post.id, '<p>Oi</p>', { parent_id: answered.id });
    expect(await events(marina)).toEqual(['comment']);
    await joao.send('DELETE', `/api/v1/comments/${answered.id}`);
    expect([await events(marina), await total(marina)]).toEqual([[], 0]);
    await comment(joao, post.id);
    await marina.send('DELETE', `/api/v1/posts/${post.id}`);
    expect(await events(marina)).toEqual([]);
    expect(await total(marina)).toBe(0);
  });
});

describe('a new post', () => {
  test('notifies by a job, so that its author does not wait', async () => {
    const { post } = await postOf(school.owner);
    expect(await events(marina)).toEqual([]);
    await jobs();
    expect(await list(marina)).toMatchObject([
      { event: 'post', title: 'Neblina', place: 'Clube', community_post: { id: post.id } },
    ]);
    expect(await events(school.owner)).toEqual([]);
    await jobs();
    expect(await events(marina)).toEqual(['post']);
  });

  test('reaches more members than one job takes', async () => {
    await school.transaction(({ db }) =>
      db
        .insertInto('members')
        .values(
          Array.from({ length: 4_001 }, (_, n) => ({
            name: 'Alguém',
            email: `n${n}-${school.slug}@example.com`,
            roles: ['student'],
          })),
        )
        .execute(),
    );
    await postOf(school.owner);
    await jobs();
    const { count } = await school.transaction(({ db }) =>
      db
        .selectFrom('notifications')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    );
    expect(count).toBe(4_003);
  });

  test('does not notify members who muted its community or posts', async () => {
    const muted = await communityWith(school, { title: 'Calado' });
    const announced = await communityWith(school, { title: 'Ouvido' });
    await prefer(marina, { communities: [announced.id] });
    await prefer(joao, { post: off, communities: [muted.id, announced.id] });
    await publish(school.owner, muted.channels[0]!);
    await publish(school.owner, announced.channels[0]!);
    await jobs();
    expect((await list(marina)).map(({ place }) => place)).toEqual(['Ouvido']);
    expect(await events(joao)).toEqual([]);
  });

  test('is no news for a member who joins before the job runs', async () => {
    await postOf(school.owner);
    const late = await school.join();
    await jobs();
    expect(await events(late)).toEqual([]);
    expect(await events(marina)).toEqual(['post']);
  });

  test('that is removed before the job runs notifies nobody', async () => {
    const { post } = await postOf(school.owner);
    await school.owner.send('DELETE', `/api/v1/posts/${post.id}`);
    await jobs();
    expect(await events(marina)).toEqual([]);
  });
});

// Readers and events: who gets a row, and who still sees it after losing access -------------------

describe('a member without access to the content', () => {
  test('gets no notification of a community, before and after', async () => {
    const product = await school.product();
    const { channels } = await communityWith(school, {
      products: [product],
      channels: ['Todos', { title: 'Sala', products: [await school.product('Outro')] }],
    });
    const holder = await school.join(['student'], [product]);
    const other = await school.join(['student'], [product]);
    const open = await publish(holder, channels[0]!, mention(other));
    await publish(school.owner, channels[1]!);
    const head = await comment(holder, open.id);
    await comment(other, open.id, mention(holder), { parent_id: head.id });
    await like(other, open.id);
    await other.send('PUT', `/api/v1/comments/${head.id}/like`);
    await jobs();
    const expected: NotificationEvent[] = ['comment_like', 'post_like', 'reply'];
    expect(await events(holder)).toEqual(expected);
    expect(await events(other)).toEqual(['post_mention']);
    expect(await events(marina)).toEqual([]);
    expect(await total(holder)).toBe(3);
    const products = (ids: number[]) =>
      school.owner.send('PATCH', `/api/v1/members/${holder.id}`, { product_ids: ids });
    await products([]);
    expect([await events(holder), await total(holder)]).toEqual([[], 0]);
    // Events are not written while the switch is off.
    await like(school.owner, open.id);
    await comment(school.owner, open.id, mention(holder));
    await products([product]);
    expect(await events(holder)).toEqual(expected);
    // No row was stored for later.
    await school.owner.send('PATCH', `/api/v1/members/${marina.id}`, { product_ids: [product] });
    expect(await events(marina)).toEqual([]);
  });

  test('gets no notification of a channel or a community after losing access', async () => {
    const [club, room] = [await school.product('Clube'), await school.product('Sala')];
    const community = await communityWith(school, {
      products: [club],
      channels: ['Todos', { title: 'Sala', products: [room] }],
    });
    const holder = await school.join(['student'], [club, room]);
    const inRoom = await publish(holder, community.channels[1]!);
    const inClub = await publish(holder, community.channels[0]!);
    await like(school.owner, inRoom.id);
    await like(school.owner, inClub.id);
    await school.owner.send('PUT', `/api/v1/communities/${community.id}/silences/${holder.id}`, {
      until: null,
      reason: '',
    });
    expect(await events(holder)).toEqual(['silenced', 'post_like', 'post_like']);
    const products = (product_ids: number[]) =>
      school.owner.send('PATCH', `/api/v1/members/${holder.id}`, { product_ids });
    await products([club]);
    expect([await events(holder), await total(holder)]).toEqual([['silenced', 'post_like'], 2]);
    await products([room]);
    expect([await events(holder), await total(holder)]).toEqual([[], 0]);
  });

  test('finds a notification behind thousands of rows of a lost channel', async () => {
    const room = await school.product('Sala');
    const { id: community, channels } = await communityWith(school, {
      channels: ['Todos', { title: 'Sala', products: [room] }],
    });
    const holder = await school.join(['student'], [room]);
    const lost = await publish(school.owner, channels[1]!);
    const open = await publish(holder, channels[0]!);
    await tellOften(holder, { community, post: lost.id, often: 1_200 });
    await like(school.owner, open.id);
    await school.owner.send('PATCH', `/api/v1/members/${holder.id}`, { product_ids: [] });
    expect([await events(holder), await total(holder)]).toEqual([['post_like'], 1]);
  });

  test('gets no notification of a lesson', async () => {
    const product = await school.product();
    const course = await courseWith(school, { products: [product], lessons: [1] });
    const lesson = course.lessons[0]!;
    const student = await school.join(['student'], [product]);
    const addComment = (person: Person, fields: object = {}) =>
      person.post(`/api/v1/lessons/${lesson}/comments`, { content: 'E a névoa?', ...fields });
    const { id } = (await addComment(student)).body.data;
    await addComment(school.owner, { parent_id: id });
    expect(await events(student)).toEqual(['doubt_answered']);
    const products = (ids: number[]) =>
      school.owner.send('PATCH', `/api/v1/members/${student.id}`, { product_ids: ids });
    await products([]);
    expect([await events(student), await total(student)]).toEqual([[], 0]);
    await addComment(school.owner, { parent_id: id });
    await products([product]);
    expect(await events(student)).toEqual(['doubt_answered']);
  });
});

describe('doubts', () => {
  test('of a student notify the staff, and the answer notifies the student', async () => {
    const product = await school.product();
    const course = await courseWith(school, { products: [product], lessons: [1] });
    const lesson = course.lessons[0]!;
    const instructor = await school.join(['instructor']);
    const student = await school.join(['student'], [product]);
    const mate = await school.join(['student'], [product]);
    const addComment = async (person: Person, content: string, fields: object = {}) =>
      (await person.post(`/api/v1/lessons/${lesson}/comments`, { content, ...fields })).body.data;
    const doubt = await addComment(student, 'Pode estourar o céu?');
    for (const person of [school.owner, instructor])
      expect(await list(person)).toMatchObject([
        {
          type: 'doubt',
          event: 'doubt_asked',
          quote: 'Pode estourar o céu?',
          class_doubt: { lesson: { id: lesson }, response_owner: { name: 'Marina Teles' } },
        },
      ]);
    expect(await events(student)).toEqual([]);
    expect(await events(mate)).toEqual([]);
    const answer = await addComment(instructor, 'Pode.', { parent_id: doubt.id });
    const [latest] = await list(student);
    expect(latest).toMatchObject({ type: 'doubt', event: 'doubt_answered', quote: 'Pode.' });
    expect(latest!.url).toMatch(
      new RegExp(`^/curso/${course.id}/[^/]+/${lesson}\\?comentario=${answer.id}$`),
    );
    // Staff are not notified of staff. A student's answer notifies the staff and the thread's
    // author.
    expect(await events(school.owner)).toEqual(['doubt_asked']);
    await addComment(mate, 'Eu deixo.', { parent_id: doubt.id });
    expect(await events(student)).toEqual(['doubt_answered', 'doubt_answered']);
    expect(await events(school.owner)).toEqual(['doubt_asked', 'doubt_asked']);
    // An answer to a staff member's thread notifies that member once.
    const head = await addComment(instructor, 'Dúvidas?');
    await addComment(student, 'Uma.', { parent_id: head.id });
    expect((await events(instructor)).slice(0, 1)).toEqual(['doubt_answered']);
    expect(await total(instructor)).toBe(3);
    // Their own like does not count.
    for (const who of [student, mate, instructor])
      await who.send('PUT', `/api/v1/lesson-comments/${doubt.id}/like`);
    expect((await list(student))[0]).toMatchObject({ event: 'doubt_like', others: 1 });
  });

  test('that their author removes are no longer listed, also where answers keep their place', async () => {
    const product = await school.product();
    const { lessons } = await courseWith(school, { products: [product], lessons: [1] });
    const student = await school.join(['student'], [product]);
    const addComment = async (person: Person, content: string, fields: object = {}) =>
      (await person.post(`/api/v1/lessons/${lessons[0]}/comments`, { content, ...fields })).body
        .data;
    const doubt = await addComment(student, 'Pode estourar o céu?');
    await addComment(student, 'Ou o chão?', { parent_id: doubt.id });
    expect(await total(school.owner)).toBe(2);
    await student.send('DELETE', `/api/v1/lesson-comments/${doubt.id}`);
    expect((await list(school.owner)).map(({ quote }) => quote)).toEqual(['Ou o chão?']);
    expect(await total(school.owner)).toBe(1);
  });
});

describe('an act of the school', () => {
  test('notifies the author of a removed post, with the reason, and again when it is restored', async () => {
    const { post } = await postOf(marina);
    const removal = (path: string, body?: object) =>
      school.owner.send('PUT', `/api/v1/posts/${post.id}/${path}`, body);
    await like(joao, post.id);
    await removal('removal', { reason: 'Propaganda' });
    expect(await list(marina)).toMatchObject([
      { type: 'community_post', event: 'post_removed', quote: 'Propaganda', user: null },
    ]);
    await mark(marina, { all: true });
    await removal('restore');
    expect(await list(marina)).toMatchObject([
      { event: 'post_restored', read: 0, quote: '' },
      { event: 'post_like' },
    ]);
  });

  test('tells staff nothing of their own posts that they remove and restore', async () => {
    const { post } = await postOf(school.owner);
    await school.owner.send('PUT', `/api/v1/posts/${post.id}/removal`, { reason: 'Engano' });
    expect(await events(school.owner)).toEqual([]);
    await school.owner.send('PUT', `/api/v1/posts/${post.id}/restore`);
    expect(await events(school.owner)).toEqual([]);
  });

  test('notifies the author of a removed comment, and a silenced member', async () => {
    const { post, community } = await postOf(school.owner);
    const posted = await comment(marina, post.id);
    await school.owner.send('DELETE', `/api/v1/comments/${posted.id}`);
    expect(await events(marina)).toEqual(['comment_removed']);
    const silences = `/api/v1/communities/${community}/silences/${marina.id}`;
    const silence = () =>
      school.owner.send('PUT', silences, { until: null, reason: 'Links repetidos' });
    await silence();
    expect((await list(marina))[0]).toMatchObject({
      type: 'silence',
      quote: 'Links repetidos',
      place: 'Clube',
      until: null,
    });
    await mark(marina, { all: true });
    await silence();
    expect(await total(marina)).toBe(1);
    await school.owner.send('DELETE', silences);
    expect(await events(marina)).toEqual(['comment_removed']);
  });

  test('tells each silenced member of their own silence alone', async () => {
    const { id: community } = await communityWith(school);
    const silence = (person: Person, until: string) =>
      school.owner.send('PUT', `/api/v1/communities/${community}/silences/${person.id}`, {
        until,
        reason: '',
      });
    const [soon, late] = [1, 2].map((days) => new Date(Date.now() + days * DAY_MS).toISOString());
    await silence(marina, soon!);
    await silence(joao, late!);
    expect(await list(marina)).toMatchObject([{ event: 'silenced', until: soon }]);
    expect(await list(joao)).toMatchObject([{ event: 'silenced', until: late }]);
  });

  test('notifies of manual points, of rewards and of levels', async () => {
    const product = await school.product();
    const holder = await school.join(['student'], [product]);
    const level = await school.owner.post('/api/auth/ranking/levels/create', {
      tenant_id: school.id,
      name: 'Olhar treinado',
      needed_score: 50,
    });
    await school.owner.post('/api/auth/ranking/levels/permissions/create', {
      level_id: level.body.id,
      array_plans_id: [product],
    });
    await school.owner.post('/api/auth/ranking/rewards/create', {
      tenant_id: school.id,
      name: 'Olhar de macro',
      criteria: 'score',
      needed_score: 10,
    });
    await school.owner.post(`/api/v1/members/${holder.id}/points`, {
      points: 60,
      reason: 'Ajudou',
    });
    const rows = await list(holder);
    expect(rows.map(({ event }) => event)).toEqual(['points', 'reward', 'level']);
    expect(rows[0]).toMatchObject({ type: 'points', points: 60, quote: 'Ajudou' });
    expect(rows[1]).toMatchObject({ type: 'reward', title: 'Olhar de macro' });
    expect(rows[2]).toMatchObject({ type: 'level', title: 'Olhar treinado' });
  });
});

describe('marking', () => {
  test('takes ids or all, else 422; one of another member, or of nobody, is 404', async () => {
    const { post } = await postOf(marina);
    await comment(joao, post.id);
    await comment(joao, post.id);
    const other = await publish(joao, (await communityWith(school)).channels[0]!);
    await comment(marina, other.id);
    const [first] = await list(marina);
    const [foreign] = await list(joao);
    expect((await mark(marina, { read: 1 })).status).toBe(422);
    expect((await mark(marina, { read: 1, ids: [] })).status).toBe(422);
    expect((await mark(marina, { read: 1, all: 0 })).status).toBe(422);
    for (const unknown of [foreign!.id, 999_999_999]) {
      const refused = await mark(marina, { read: 1, ids: [first!.id, unknown] });
      expect([refused.status, refused.body.code]).toEqual([404, 'not_found']);
    }
    expect([await total(marina), await total(joao)]).toEqual([2, 1]);
    const done = await mark(marina, { read: 1, ids: [first!.id, first!.id] });
    expect([done.status, done.body]).toEqual([200, { message: 'Notificação lida com sucesso.' }]);
    expect([await total(marina), await total(joao)]).toEqual([1, 1]);
    await mark(marina, { read: 0, ids: [first!.id] });
    expect(await total(marina)).toBe(2);
    await mark(marina, { read: 1, all: 1 });
    expect([await total(marina), await total(joao)]).toEqual([0, 1]);
  });
});

describe('preferences', () => {
  test('of a new member: in the bell, not by e-mail, all communities they may enter', async () => {
    const { id } = await communityWith(school);
    const closed = await communityWith(school, { products: [await school.product()] });
    expect((await marina.get(preferencesAt())).body).toEqual({
      like: on,
      post: on,
      comment: on,
      reply: on,
      communities: [id],
    });
    expect((await marina.get(`${preferencesAt()}/communities`)).body).toEqual([
      { community_id: id, title: 'Clube' },
    ]);
    expect((await prefer(marina, { communities: [id, closed.id] })).status).toBe(404);
    const neighbour = await communityWith(await world.school());
    expect((await prefer(marina, { communities: [neighbour.id] })).status).toBe(404);
  });

  test('are saved; a community created later notifies', async () => {
    const { id } = await communityWith(school);
    const saved = await prefer(marina, { like: { platform: false, email: true } });
    expect(saved.status).toBe(200);
    expect(saved.body.message).toBe('Configurações salvas com sucesso!');
    const later = await communityWith(school);
    const preferences = { like: { platform: false, email: true }, communities: [later.id] };
    expect((await marina.get(preferencesAt())).body).toMatchObject(preferences);
    await prefer(marina, { communities: [id, later.id] });
    expect((await marina.get(preferencesAt())).body.communities).toEqual([id, later.id]);
  });

  test('keep the choice for a community that the member may not enter meanwhile', async () => {
    const product = await school.product();
    const holder = await school.join(['student'], [product]);
    const { id } = await communityWith(school);
    const closed = await communityWith(school, { products: [product] });
    await prefer(holder, { communities: [id] });
    // Of each member, whatever others choose.
    const other = await school.join(['student'], [product]);
    await prefer(other, { like: off, communities: [closed.id] });
    const hold = (product_ids: number[]) =>
      school.owner.send('PATCH', `/api/v1/members/${holder.id}`, { product_ids });
    await hold([]);
    await prefer(holder, { communities: [id] });
    await hold([product]);
    expect((await holder.get(preferencesAt())).body.communities).toEqual([id]);
    await prefer(holder, { communities: [id, closed.id] });
    expect((await holder.get(preferencesAt())).body.communities).toEqual([id, closed.id]);
    const { body } = await other.get(preferencesAt());
    expect(body).toMatchObject({ like: off, communities: [closed.id] });
    expect((await joao.get(preferencesAt())).body.like).toEqual(on);
  });

  test.each([
    ['a kind that is missing', { like: undefined }],
    ['a switch that is no boolean', { like: { platform: 1, email: false } }],
    ['a switch that is missing', { reply: { platform: true } }],
    ['no communities', { communities: undefined }],
  ])('refuse %s', async (_what, body) => {
    expect((await prefer(marina, body)).status).toBe(422);
  });

  test('switch off the notifications of a kind', async () => {
    const { post } = await postOf(marina);
    const head = await comment(marina, post.id);
    await prefer(marina, { like: off, comment: off, reply: off });
    await like(joao, post.id);
    await comment(joao, post.id);
    await comment(joao, post.id, 'Boa', { parent_id: head.id });
    expect(await events(marina)).toEqual([]);
    expect(await total(marina)).toBe(0);
    await prefer(marina, { like: { platform: false, email: true }, reply: on });
    await like(await school.join(), post.id);
    await comment(joao, post.id, 'Boa', { parent_id: head.id });
    expect(await events(marina)).toEqual(['reply']);
  });
});

test('another school gets no notification and changes nothing', async () => {
  const { post } = await postOf(marina);
  await comment(joao, post.id);
  const neighbour = await world.school();
  const [one] = await list(marina);
  expect(await list(neighbour.owner)).toEqual([]);
  expect((await mark(neighbour.owner, { ids: [one!.id] })).status).toBe(404);
  expect(await total(marina)).toBe(1);
  expect((await neighbour.owner.get(preferencesAt())).status).toBe(403);
});
