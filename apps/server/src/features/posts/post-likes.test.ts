import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { comment, publish, show } from '../../../test/communities.ts';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';
import { postCalls, postPath, schoolWithPeople } from '../../../test/posts.ts';

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

const { feed } = postCalls(world, () => ({ school, community, channel, marina }));

/** Every count that a trigger keeps beside rows, against a recount. */
const wrongCounts = async () => {
  const { rows } = await school.transaction(({ db }) =>
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
  const { rows } = await school.transaction(({ db }) =>
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
      Array.from({ length: 50 }, () => joao.send('PUT', postPath(id, '/like'))),
    );
    expect(statuses(answers)).toEqual({ 200: 50 });
    expect((await marina.send('PUT', postPath(id, '/like'))).body.data).toEqual({
      likes: 2,
      liked: true,
    });
    expect((await marina.send('DELETE', postPath(id, '/like'))).body.data).toEqual({
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
          who.send('PUT', postPath(post.id, '/like')),
          comment(who, post.id, 'r', { parent_id: head.id }),
          n % 2
            ? null
            : comment(who, post.id, 's', { parent_id: head.id }).then(({ id }) =>
                who.send('DELETE', `/api/v1/comments/${id}`),
              ),
          who.send('PUT', `/api/v1/comments/${head.id}/like`),
          n % 2 ? who.send('DELETE', `/api/v1/comments/${head.id}`) : null,
          n % 3 ? who.send('DELETE', postPath(post.id, '/like')) : null,
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
          who
            .send('PUT', postPath(id, '/like'))
            .then(() => who.send('DELETE', postPath(id, '/like'))),
          who.send('PUT', postPath(id, '/like')),
        ]),
      ),
      ...posts.flatMap(({ id }) => [
        moderator
          .send('PUT', postPath(id, '/removal'), { reason: 'Fora do assunto' })
          .then(() => moderator.send('PUT', postPath(id, '/restore'))),
        moderator.send('PATCH', postPath(id), { channel_id: other }),
        moderator.send('PUT', postPath(id, '/pin')),
      ]),
      marina.send('DELETE', postPath(posts[2]!.id)),
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
      marina.send('DELETE', postPath(id)),
      ...[...'ABCDEFG'].map((content) => joao.post(postPath(id, '/comments'), { content })),
    ]);
    expect(gone!.status).toBe(204);
    expect(answers.every(({ status }) => status === 201 || status === 404)).toBe(true);
    expect((await joao.get(postPath(id))).status).toBe(404);
  });
});
