import { Notification } from '@vitrine/contract/notifications';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { comment, communityWith, publish } from '../../../test/communities.ts';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';
import {
  events,
  like,
  list,
  mark,
  mention,
  postOf,
  tellOften,
  total,
  unlike,
} from '../../../test/notifications.ts';
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

describe('a notification', () => {
  test('has the shape of the contract, and what the specification names inside', async () => {
    const { post, community } = await postOf(school, marina);
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
    const { post } = await postOf(school, marina);
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
    const { post, community } = await postOf(school, marina);
    await tellOften(school, marina, { community, post: post.id, often: 101 });
    expect(await total(marina)).toBe(100);
  });
});

describe('likes', () => {
  test('of one post are one notification, unread again and first with each new one', async () => {
    const { post } = await postOf(school, marina);
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
    const { channel } = await postOf(school, marina);
    const liked = await publish(school.owner, channel);
    await like(joao, liked.id);
    expect(await events(marina)).toEqual([]);
    expect(await events(school.owner)).toContain('post_like');
  });

  test('ten at once are one row', async () => {
    const { post } = await postOf(school, marina);
    const people = await Promise.all(Array.from({ length: 10 }, () => school.join()));
    const answers = await Promise.all(people.map((person) => like(person, post.id)));
    expect(statuses(answers)).toEqual({ 200: 10 });
    const rows = await list(marina);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ event: 'post_like', others: 9 });
    expect(await total(marina)).toBe(1);
  });

  test('of the same person notify once, and disappear when nobody likes it any more', async () => {
    const { post } = await postOf(school, marina);
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
    const { post } = await postOf(school, marina);
    await like(marina, post.id);
    expect(await events(marina)).toEqual([]);
    await like(joao, post.id);
    expect((await list(marina))[0]).toMatchObject({ others: 0 });
  });

  test('by the author never name the author, also where the last liker has taken theirs back', async () => {
    const { post } = await postOf(school, marina);
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
    const { post } = await postOf(school, school.owner);
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
    const { post } = await postOf(school, school.owner);
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
    const { post } = await postOf(school, marina);
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
    const { post } = await postOf(school, marina);
    await comment(joao, post.id);
    expect((await list(marina))[0]!.user).toMatchObject({ name: 'Marina Teles' });
    expect((await school.owner.post(`/api/v1/members/${joao.id}/erasure`)).status).toBe(202);
    expect((await list(marina))[0]!.user).toBeNull();
  });

  test('removed content is no longer listed', async () => {
    const { post } = await postOf(school, marina);
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
