import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TenantTransaction } from '../src/platform/database.ts';
import { claimedPaths, courseWith, fileFor } from './catalog.ts';
import { communityWith, publish } from './communities.ts';
import { openWorld, type TestResponse, type TestSchool } from './harness.ts';
import { expectWaiting } from './lock-waits.ts';

/** Removals of things that somebody saves at the same moment. */
const world = await openWorld();
const platform = '/api/auth/config/plataforma';

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

const remove = (path: string) => school.owner.send('DELETE', path);

/** Sends a request that waits for what a save has changed, and commits the save only then. */
async function duringCommit(
  save: (tx: TenantTransaction) => Promise<unknown>,
  request: () => Promise<TestResponse>,
) {
  const [answer] = await school.transaction(async (tx) => {
    await save(tx);
    const running = request();
    await expectWaiting(tx, 1);
    return [running];
  });
  return answer!;
}

/** A removal, and the save of something in it that takes a file. */
interface Case {
  removal: () => Promise<TestResponse>;
  save: (path: string) => ReturnType<typeof sql>;
}

const coverOf = (table: 'courses' | 'modules' | 'lessons', id: number) => (path: string) =>
  sql`UPDATE ${sql.table(table)} SET cover = ${path} WHERE id = ${id}`;

async function courseAt(
  place: 'course' | 'module' | 'lesson',
  removed: 'course' | 'module' | 'lesson' | 'lessons',
): Promise<Case> {
  const course = await courseWith(school);
  const ids = { course: course.id, module: course.modules[0]!.id, lesson: course.lessons[0]! };
  return {
    save: coverOf(`${place}s`, ids[place]),
    removal: () =>
      removed === 'lessons'
        ? school.owner.post(`/api/v1/courses/${course.id}/lessons/remove`, {
            lesson_ids: course.lessons,
          })
        : remove(`/api/v1/${removed}s/${ids[removed]}`),
  };
}

async function communityAt(
  save: 'new post' | 'edited post' | 'cover',
  removed: 'channel' | 'community',
): Promise<Case> {
  const { id, channels } = await communityWith(school);
  const [channel] = channels as [number];
  const post = await publish(school.owner, channel);
  const attachments = (path: string) => JSON.stringify([{ kind: 'image', path, name: 'a.png' }]);
  const saves = {
    'new post': (path: string) => sql`
      INSERT INTO posts (community_id, channel_id, member_id, content, attachments)
      VALUES (${id}, ${channel}, ${school.owner.id}, 'Oi', ${attachments(path)})`,
    'edited post': (path: string) => sql`
      UPDATE posts SET attachments = ${attachments(path)} WHERE id = ${post.id}`,
    cover: (path: string) => sql`UPDATE communities SET cover_path = ${path} WHERE id = ${id}`,
  };
  return {
    save: saves[save],
    removal: () =>
      remove(
        removed === 'channel'
          ? `/api/v1/channels/${channel}`
          : `/api/auth/community/delete/${school.id}/${id}`,
      ),
  };
}

async function quiz(): Promise<Case> {
  const { body } = await school.owner.post('/api/auth/quiz/create', { name: 'Luz' });
  const id = body[2].data.id as number;
  return {
    save: (image) =>
      sql`UPDATE quizzes SET questions = ${JSON.stringify([{ id: 1, image }])} WHERE id = ${id}`,
    removal: () => remove(`/api/auth/quiz/${id}`),
  };
}

async function banner(): Promise<Case> {
  const { body } = await school.owner.post(`${platform}/bannersCustom/create`, { title: 'Luz' });
  const id = body[2].data.id as number;
  return {
    save: (path) => sql`UPDATE banners SET url_image = ${path} WHERE id = ${id}`,
    removal: () => remove(`${platform}/bannersCustom/delete/${school.id}/${id}`),
  };
}

async function member(): Promise<Case> {
  const { id } = await school.join();
  return {
    save: (path) => sql`UPDATE members SET photo_url = ${path} WHERE id = ${id}`,
    removal: () => remove(`/api/v1/members/${id}`),
  };
}

const cases: Record<string, () => Promise<Case>> = {
  'a lesson': () => courseAt('lesson', 'lesson'),
  'several lessons': () => courseAt('lesson', 'lessons'),
  'a module': () => courseAt('module', 'module'),
  'a module with a lesson': () => courseAt('lesson', 'module'),
  'a course': () => courseAt('course', 'course'),
  'a course with a module': () => courseAt('module', 'course'),
  'a course with a lesson': () => courseAt('lesson', 'course'),
  'a channel with a new post': () => communityAt('new post', 'channel'),
  'a channel with an edited post': () => communityAt('edited post', 'channel'),
  'a community': () => communityAt('cover', 'community'),
  'a community with a new post': () => communityAt('new post', 'community'),
  'a community with an edited post': () => communityAt('edited post', 'community'),
  'a quiz': quiz,
  'a banner': banner,
  'a member': member,
};

test.each(Object.entries(cases))(
  'the removal of %s releases a file that was saved meanwhile',
  async (_, make) => {
    const { removal, save } = await make();
    const path = await fileFor(world, school, 'image');
    const answer = await duringCommit(async ({ db }) => {
      await sql`UPDATE files SET unused_since = NULL, claimed = true`.execute(db);
      await save(path).execute(db);
    }, removal);
    expect([200, 204]).toContain(answer.status);
    expect(await claimedPaths(world, school)).toEqual(new Set());
  },
);

describe('the removal of a member', () => {
  test('takes the name out of a text that the member was writing', async () => {
    const { channels } = await communityWith(school);
    const post = await publish(school.owner, channels[0]!);
    const rosa = await school.join();
    const answer = await duringCommit(
      ({ db }) =>
        db
          .insertInto('post_comments')
          .values({ post_id: post.id, member_id: rosa.id, content: 'Sou Marina Teles.' })
          .execute(),
      () => remove(`/api/v1/members/${rosa.id}`),
    );
    expect(answer.status).toBe(204);
    const { body } = await school.owner.get(`/api/v1/posts/${post.id}/comments`);
    expect(body.data).toMatchObject([{ content: 'Sou membro removido.', author: null }]);
  });

  test('and a comment of the member never break each other', async () => {
    const { channels } = await communityWith(school);
    const post = await publish(school.owner, channels[0]!);
    const rosa = await school.join();
    const [removed, ...answers] = await Promise.all([
      remove(`/api/v1/members/${rosa.id}`),
      ...[...'ABCDEFG'].map((text) =>
        rosa.post(`/api/v1/posts/${post.id}/comments`, { content: `${text} Marina Teles` }),
      ),
    ]);
    expect(removed.status).toBe(204);
    for (const { status } of answers) expect([201, 401, 404]).toContain(status);
    const { body } = await school.owner.get(`/api/v1/posts/${post.id}/comments`);
    expect(body.data).toHaveLength(answers.filter(({ status }) => status === 201).length);
    for (const { content } of body.data) expect(content).not.toContain('Marina');
  });
});
