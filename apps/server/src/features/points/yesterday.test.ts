import type { Yesterday } from '@vitrine/contract/points';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { courseWith } from '../../../test/catalog.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
import { ownDatabase } from '../../../test/own-database.ts';
import { rowsRead } from '../../../test/plans.ts';
import { every, pointCalls, schoolWithCourse } from '../../../test/points.ts';
import { yesterday as yesterdayQuery } from './yesterday.ts';

// Own statistics: a plan depends on them.
const world = await openWorld({}, await ownDatabase());

let school: TestSchool;
let product: number;
let course: Awaited<ReturnType<typeof courseWith>>;
let lesson: number;
let marina: Person;
beforeEach(async () => {
  ({ school, product, course, lesson, marina } = await schoolWithCourse(world));
});

const { create, daily, progress, like, unlike, comment } = pointCalls(() => ({
  school,
  lesson,
  marina,
}));

describe('yesterday', () => {
  const yesterday = async (who: Person = school.owner): Promise<Yesterday[]> =>
    (await who.get('/api/v1/points/yesterday')).body.data;
  /** Moves all entries of the ledger to `hours` hours before today. */
  const before = (hours: number) =>
    school.transaction(async ({ db }) => {
      await sql`UPDATE point_entries
        SET at = date_trunc('day', now(), 'UTC') - make_interval(hours => ${hours})`.execute(db);
    });

  test('names the student who did each action most often', async () => {
    expect(await yesterday()).toEqual([]);
    await create();
    await daily({ like_class: every(1, 7) }); // a bonus is no action
    const joao = await school.join(['student'], [product]);
    await like(lesson);
    for (const id of course.lessons.slice(0, 3)) await like(id, joao);
    await progress(lesson, { seconds: 5, finished: true });
    const teacher = await school.join(['instructor'], [product]);
    for (const id of course.lessons) await like(id, teacher);
    expect(await yesterday()).toEqual([]);
    await before(1);
    const found = await yesterday();
    expect(found).toMatchObject([
      { action: 'finish_class', user: { id: marina.id }, times: 1 },
      { action: 'like_class', user: { id: joao.id }, times: 3 },
      { action: 'watch_class', user: { id: marina.id }, times: 1 },
    ]);
    await before(24);
    expect(await yesterday()).toEqual(found);
    await before(25);
    expect(await yesterday()).toEqual([]);
  });

  test('names nobody whose account waits for its erasure', async () => {
    await create();
    const joao = await school.join(['student'], [product]);
    await like(lesson);
    for (const id of course.lessons.slice(0, 2)) await like(id, joao);
    await before(1);
    await school.owner.post(`/api/v1/members/${joao.id}/erasure`);
    expect(await yesterday()).toMatchObject([
      { action: 'like_class', user: { id: marina.id }, times: 1 },
    ]);
  });

  test('reads the members whom it names, and the staff', async () => {
    await create();
    await like(lesson);
    await school.transaction(({ db }) =>
      sql`WITH students AS (INSERT INTO members (name, email)
          SELECT 'Aluno', 'aluno' || n || '@example.com' FROM generate_series(1, 50) n RETURNING id)
        INSERT INTO point_entries (season_id, member_id, action, object_kind, object_id, points)
        SELECT (SELECT max(id) FROM point_seasons), id, 'like_class', 'lesson', 1, 1
        FROM students`.execute(db),
    );
    await before(1);
    expect(await yesterday()).toHaveLength(1);
    const read = await school.transaction((tx) =>
      rowsRead(world.databaseUrl, tx, 'members', yesterdayQuery),
    );
    expect(read).toBeLessThan(10);
  });

  test('leaves out what was taken back, and is for admins of this school', async () => {
    await create();
    const { body } = await comment('Que luz.');
    await before(2);
    expect(await yesterday()).toMatchObject([{ action: 'comment_class', times: 1 }]);
    await marina.send('DELETE', `/api/v1/lesson-comments/${body.data.id}`);
    await before(2);
    expect(await yesterday()).toEqual([]);
    expect((await marina.get('/api/v1/points/yesterday')).status).toBe(403);
    await like(lesson);
    // A second like of the same lesson scored nothing.
    await unlike(lesson);
    await like(lesson);
    await before(2);
    expect(await yesterday()).toMatchObject([{ action: 'like_class', times: 1 }]);
    expect(await yesterday((await world.school()).owner)).toEqual([]);
  });
});
