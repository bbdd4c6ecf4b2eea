import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { claimedPaths } from '../../../test/catalog.ts';
import { comment, publish } from '../../../test/communities.ts';
import {
  openWorld,
  type Person,
  type TestResponse,
  type TestSchool,
} from '../../../test/harness.ts';
import { expectFree, expectWaiting } from '../../../test/lock-waits.ts';
import { comments, postCalls, postPath, schoolWithPeople } from '../../../test/posts.ts';

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

type Write = ReturnType<typeof sql>;

/** Sends a request that waits for what `writes` have changed, and commits them only then. */
async function duringCommit(writes: Write[], request: () => Promise<TestResponse>) {
  let answer: Promise<TestResponse> | undefined;
  await school.transaction(async (tx) => {
    for (const write of writes) await write.execute(tx.db);
    answer = request();
    await expectWaiting(tx, 1);
  });
  return answer!;
}

const commentPath = (id: number, below = '') => `/api/v1/comments/${id}${below}`;

/** The removal of a comment that has a reply: it leaves an empty place. */
const emptied = (id: number) =>
  sql`UPDATE post_comments SET content = '', member_id = NULL, removed_at = now() WHERE id = ${id}`;

/** A comment of João that Marina has answered. */
async function thread() {
  const post = await publish(marina, channel);
  const head = await comment(joao, post.id, 'Segredo');
  await comment(marina, post.id, 'Resposta', { parent_id: head.id });
  return { post, head };
}

test('a comment is refused while its post is being removed', async () => {
  const { id } = await publish(marina, channel);
  const answer = await duringCommit(
    [sql`UPDATE posts SET removed_at = now(), removed_reason = 'Venda' WHERE id = ${id}`],
    () => joao.post(postPath(id, '/comments'), { content: 'Oi' }),
  );
  expect(answer.status).toBe(404);
  await moderator.send('PUT', postPath(id, '/restore'));
  expect((await comments(joao, id)).data).toEqual([]);
});

test('a post is refused while its channel is being removed, and its file stays unused', async () => {
  const path = await uploadedBy(marina, 'post_image');
  for (const attachments of [[], [{ kind: 'image', path }]]) {
    const target = (
      await school.owner.post(`/api/v1/communities/${community}/channels`, { title: 'Breve' })
    ).body.data.id as number;
    const answer = await duringCommit([sql`DELETE FROM channels WHERE id = ${target}`], () =>
      marina.post(`/api/v1/channels/${target}/posts`, { content: 'Oi', attachments }),
    );
    expect(answer.status).toBe(404);
  }
  expect(await claimedPaths(world, school)).toEqual(new Set());
});

test('a post that is removed and restored by eight at once ends in one of both states', async () => {
  const { id } = await publish(marina, channel);
  await joao.post(postPath(id, '/reports'), { reason: 'Venda' });
  const answers = await Promise.all(
    [...'12345678'].map((_, at) =>
      at % 2
        ? moderator.send('PUT', postPath(id, '/restore'))
        : moderator.send('PUT', postPath(id, '/removal'), { reason: 'Venda' }),
    ),
  );
  for (const { status } of answers) expect([200, 404]).toContain(status);
  const shown = (await joao.get(postPath(id))).status === 200;
  const [report] = await school.transaction(({ db }) =>
    db.selectFrom('post_reports').select('answer').execute(),
  );
  expect(report).toEqual({ answer: shown ? 'kept' : 'removed' });
});

test('a reply stays that is written while its comment is being removed', async () => {
  const { id } = await publish(marina, channel);
  const head = await comment(joao, id, 'Que lente?');
  const answer = await duringCommit(
    [
      sql`INSERT INTO post_comments (post_id, parent_id, member_id, content)
        VALUES (${id}, ${head.id}, ${marina.id}, 'A de 50.')`,
    ],
    () => joao.send('DELETE', commentPath(head.id)),
  );
  expect(answer.status).toBe(204);
  expect((await comments(joao, id)).data).toMatchObject([
    { id: head.id, removed: true, replies: [{ content: 'A de 50.' }] },
  ]);
});

test('a reply and the removal of its comment take turns, without a deadlock', async () => {
  const { id } = await publish(marina, channel);
  const head = await comment(joao, id, 'Que lente?');
  const running = await school.transaction(async (tx) => {
    await sql`SELECT FROM posts WHERE id = ${id} FOR UPDATE`.execute(tx.db);
    const reply = marina.post(postPath(id, '/comments'), {
      content: 'A de 50.',
      parent_id: head.id,
    });
    await expectWaiting(tx, 1);
    // The reply holds its comment already. Otherwise a deadlock would begin again, and nobody would notice.
    const free = sql`SELECT FROM post_comments WHERE id = ${head.id} FOR UPDATE SKIP LOCKED`;
    expect((await free.execute(tx.db)).rows).toHaveLength(0);
    const removal = joao.send('DELETE', commentPath(head.id));
    await expectWaiting(tx, 2);
    return [reply, removal];
  });
  expect((await Promise.all(running)).map(({ status }) => status)).toEqual([201, 204]);
  expect((await comments(joao, id)).data).toMatchObject([
    { id: head.id, removed: true, replies: [{ content: 'A de 50.' }] },
  ]);
});

test('a comment that is being removed is not removed, changed or liked once more', async () => {
  const { post, head } = await thread();
  const acts = [
    () => joao.send('DELETE', commentPath(head.id)),
    () => joao.send('PATCH', commentPath(head.id), { content: 'Outra vez' }),
    () => marina.send('PUT', commentPath(head.id, '/like')),
  ];
  for (const act of acts) {
    const [{ content, member_id }] = (await school.transaction(({ db }) =>
      db
        .selectFrom('post_comments')
        .select(['content', 'member_id'])
        .where('id', '=', head.id)
        .execute(),
    )) as [{ content: string; member_id: number }];
    expect((await duringCommit([emptied(head.id)], act)).status).toBe(404);
    expect((await comments(joao, post.id)).data).toMatchObject([
      { removed: true, content: '', author: null, likes: 0 },
    ]);
    await school.transaction(({ db }) =>
      db
        .updateTable('post_comments')
        .set({ content, member_id, removed_at: null })
        .where('id', '=', head.id)
        .execute(),
    );
  }
});

test('a like that is taken back and given at once waits for its post, without a deadlock', async () => {
  const post = await publish(marina, channel);
  const head = await comment(joao, post.id);
  for (const { rows, liked, path } of [
    { rows: 'posts', liked: 'post_likes', path: postPath(post.id, '/like') },
    { rows: 'post_comments', liked: 'post_comment_likes', path: commentPath(head.id, '/like') },
  ]) {
    await marina.send('PUT', path);
    const answers = await school.transaction(async (tx) => {
      await sql`SELECT FROM ${sql.table(rows)} FOR UPDATE`.execute(tx.db);
      const taken = marina.send('DELETE', path);
      await expectWaiting(tx, 1);
      await expectFree(tx, sql`${sql.table(liked)} WHERE member_id = ${marina.id}`);
      const given = marina.send('PUT', path);
      await expectWaiting(tx, 2);
      return [taken, given];
    });
    const bodies = (await Promise.all(answers)).map(({ body }) => body.data);
    expect(bodies).toEqual([
      { likes: 0, liked: false },
      { likes: 1, liked: true },
    ]);
  }
});

test('a post is not pinned in a channel into which it is being moved', async () => {
  const full = await seed(3, other);
  for (const id of full) await moderator.send('PUT', postPath(id, '/pin'));
  const { id } = await publish(marina, channel);
  await duringCommit([sql`UPDATE posts SET channel_id = ${other} WHERE id = ${id}`], () =>
    moderator.send('PUT', postPath(id, '/pin')),
  );
  const { data } = await feed(joao, '', other);
  const pinned = data.filter((post) => post.pinned).map((post) => post.id);
  expect(new Set(pinned)).toEqual(new Set(full));
});

test('an edit claims the file again that another edit is letting go', async () => {
  const path = await uploadedBy(marina, 'post_image');
  const attachments = [{ kind: 'image', path }];
  const { id } = await publish(marina, channel, 'Oi', { attachments });
  const answer = await duringCommit(
    [
      sql`UPDATE posts SET attachments = '[]', edited_at = now() WHERE id = ${id}`,
      sql`UPDATE files SET unused_since = now()`,
    ],
    () => marina.send('PATCH', postPath(id), { attachments }),
  );
  expect(answer.body.data.attachments).toMatchObject([{ path }]);
  expect(await claimedPaths(world, school)).toEqual(new Set([path]));
});
