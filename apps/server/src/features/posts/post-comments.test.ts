import { limits, messages } from '@vitrine/contract/posts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { comment, publish } from '../../../test/communities.ts';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';
import { comments, ids, postCalls, postPath, schoolWithPeople } from '../../../test/posts.ts';

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

const { feed } = postCalls(world, () => ({ school, community, channel, marina }));

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
    const deeper = await joao.post(postPath(id, '/comments'), {
      content: 'x',
      parent_id: reply.id,
    });
    expect(deeper).toMatchObject({ status: 422, body: { message: messages.replyToReply } });
    const elsewhere = await publish(marina, channel);
    const foreign = await joao.post(postPath(elsewhere.id, '/comments'), {
      content: 'x',
      parent_id: head.id,
    });
    expect(foreign.status).toBe(404);
  });

  test('come twenty a page both ways, and around one that is linked', async () => {
    const { id } = await publish(marina, channel);
    const made = await school.transaction(async ({ db }) => {
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
    expect((await joao.get(postPath(id, '/comments?around=999999'))).status).toBe(404);
  });

  test('a linked reply comes along, however many stand before it', async () => {
    const { id } = await publish(marina, channel);
    const head = await comment(joao, id, 'c');
    const made = await school.transaction(async ({ db }) => {
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

  test('that keep only their place take no replies', async () => {
    const { id } = await publish(marina, channel);
    const head = await comment(joao, id);
    await comment(marina, id, 'r', { parent_id: head.id });
    await joao.send('DELETE', `/api/v1/comments/${head.id}`);
    const late = { content: 'Tarde', parent_id: head.id };
    expect((await marina.post(postPath(id, '/comments'), late)).status).toBe(404);
  });

  test('of a closed channel are not read through an open post', async () => {
    const product = await school.product();
    const { body } = await school.owner.post(`/api/v1/communities/${community}/channels`, {
      title: 'Estúdio',
      product_ids: [product],
    });
    const closed = await publish(school.owner, body.data.id);
    const head = await comment(school.owner, closed.id, 'Segredo');
    const reply = await comment(school.owner, closed.id, 'Segredo', { parent_id: head.id });
    const { id } = await publish(marina, channel);
    const said = await comment(joao, id);
    expect(ids((await comments(joao, id)).data)).toEqual([said.id]);
    expect((await comments(joao, id, `?parent_id=${head.id}`)).data).toEqual([]);
    for (const around of [head.id, reply.id])
      expect((await joao.get(postPath(id, `/comments?around=${around}`))).status).toBe(404);
  });

  test('that say nothing, or name too many people, are 422', async () => {
    const { id } = await publish(marina, channel);
    const said = await comment(joao, id);
    const writes = (content: string) => [
      joao.post(postPath(id, '/comments'), { content }),
      joao.send('PATCH', `/api/v1/comments/${said.id}`, { content }),
    ];
    const names = (count: number) =>
      Array.from({ length: count }, (_, n) => `<span data-mention="${n + 1}">@x</span>`).join('');
    for (const [content, message] of [
      ['<script>x()</script>', messages.blankComment],
      ['<p>\u200b\u2800</p>', messages.blankComment],
      [names(21), messages.tooManyMentions],
    ] as const)
      for (const answer of await Promise.all(writes(content)))
        expect(answer).toMatchObject({ status: 422, body: { errors: { content: [message] } } });
  });

  test('of others that staff change or remove are in the audit', async () => {
    const { id } = await publish(marina, channel);
    const [first, own] = [await comment(joao, id), await comment(moderator, id)];
    for (const said of [first, own]) {
      await moderator.send('PATCH', `/api/v1/comments/${said.id}`, { content: 'Nova' });
      await moderator.send('DELETE', `/api/v1/comments/${said.id}`);
    }
    const params = { id: first.id };
    expect(await school.auditEntries('posts.')).toMatchObject([
      { action: 'posts.updateComment', member_id: moderator.id, params },
      { action: 'posts.removeComment', member_id: moderator.id, params },
    ]);
  });

  test('are changed by their author and staff', async () => {
    const { id } = await publish(marina, channel);
    const said = await comment(joao, id);
    const untouched = await comment(joao, id, 'Fica');
    const change = (who: Person, content: string) =>
      who.send('PATCH', `/api/v1/comments/${said.id}`, { content });
    expect((await change(marina, '')).status).toBe(403);
    expect((await change(joao, '')).status).toBe(422);
    expect((await change(moderator, 'Moderado')).status).toBe(200);
    expect((await change(joao, 'Nova')).body.data).toMatchObject({
      content: 'Nova',
      edited_at: expect.stringMatching(/Z$/),
    });
    expect((await comments(joao, id)).data[1]).toEqual(untouched);
  });

  test('are not changed over a change that their writer has not read', async () => {
    const { id } = await publish(marina, channel);
    const said = await comment(joao, id);
    const save = (content: string, edited_at: unknown) =>
      joao.send('PATCH', `/api/v1/comments/${said.id}`, { content, edited_at });
    const answers = await Promise.all([...'ABCDEFGH'].map((text) => save(text, null)));
    expect(statuses(answers)).toEqual({ 200: 1, 409: 7 });
    const { data: saved } = answers.find(({ status }) => status === 200)!.body;
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'stale_version',
      message: messages.commentOutdated,
    });
    // The answer of the first was lost.
    expect((await save(saved.content, null)).body).toEqual({ data: saved });
    expect((await save('Depois', saved.edited_at)).status).toBe(200);
    expect((await save('x', 'ontem')).body.errors).toHaveProperty('edited_at');
  });

  test('of 5,000 characters are taken, of one more are not', async () => {
    const { id } = await publish(marina, channel);
    expect(
      (await joao.post(postPath(id, '/comments'), { content: 'é'.repeat(5_000) })).status,
    ).toBe(201);
    expect(
      await joao.post(postPath(id, '/comments'), { content: 'é'.repeat(5_001) }),
    ).toMatchObject({
      status: 422,
      body: { errors: { content: [messages.commentTooLong] } },
    });
  });
});
