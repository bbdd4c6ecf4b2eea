import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { courseWith } from '../../../test/catalog.ts';
import { openWorld, type TestSchool } from '../../../test/harness.ts';

const world = await openWorld();

/** The read model as stored, and as rebuilt from the facts. */
const both = (school: TestSchool) =>
  world.platform.database.readTransaction(school.id, async ({ db }) => {
    const rows = (source: ReturnType<typeof sql>) =>
      sql`SELECT member_id, course_id, lessons, last_lesson_id, touched_at
          FROM ${source} ORDER BY member_id, course_id`
        .execute(db)
        .then((found) => found.rows);
    return {
      kept: await rows(sql`course_progress`),
      rebuilt: await rows(sql`course_progress_from_lessons(${school.id}, NULL, NULL)`),
    };
  });

async function expectWhole(school: TestSchool) {
  const { kept, rebuilt } = await both(school);
  expect(kept).toEqual(rebuilt);
  return kept.length;
}

/** A seeded generator, so that a failure can be repeated. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

test('equals its rebuild after many concurrent updates, drafts, moves and removals', async () => {
  const school = await world.school();
  const product = await school.product();
  const courses = [];
  for (let count = 0; count < 2; count += 1)
    courses.push(await courseWith(school, { products: [product], lessons: [4, 4] }));
  const students = [];
  for (let count = 0; count < 4; count += 1)
    students.push(await school.join(['student'], [product]));
  const lessons = courses.flatMap((course) => course.lessons);
  const removed = new Set<number>();
  const pick = numbers(8);
  const one = <T>(list: readonly T[]): T => list[pick(list.length)]!;

  const deeds: (() => Promise<{ status: number }>)[] = [];
  for (let count = 0; count < 120; count += 1) {
    const [student, lesson, chance] = [one(students), one(lessons), pick(100)];
    const course = courses.find((each) => each.lessons.includes(lesson))!;
    if (chance < 80)
      deeds.push(() =>
        student.send('PUT', `/api/v1/lessons/${lesson}/progress`, {
          seconds: chance,
          ...(chance % 3 === 0 && { finished: chance % 2 === 0 }),
        }),
      );
    else if (chance < 86)
      deeds.push(() =>
        school.owner.send(
          'PATCH',
          chance % 2 ? `/api/v1/lessons/${lesson}` : `/api/v1/modules/${one(course.modules).id}`,
          { published: pick(2) },
        ),
      );
    else if (chance < 92)
      deeds.push(() =>
        school.owner.send('PATCH', `/api/v1/lessons/${lesson}`, {
          module_id: one(course.modules).id,
        }),
      );
    else if (removed.size < 5) {
      removed.add(lesson);
      deeds.push(() => school.owner.send('DELETE', `/api/v1/lessons/${lesson}`));
    }
  }
  for (let at = 0; at < deeds.length; at += 8) {
    const answers = await Promise.all(deeds.slice(at, at + 8).map((deed) => deed()));
    for (const { status } of answers) expect([200, 204, 404]).toContain(status);
  }
  expect(removed.size).toBeGreaterThan(2);
  expect(await expectWhole(school)).toBeGreaterThan(4);
  for (const { id } of courses)
    for (const student of students)
      expect((await student.get(`/api/v1/courses/${id}`)).body.data.progress).toBe(
        await percentOfPublished(school, student.id, id),
      );
});

/** The percent computed from the facts, without the read model. */
const percentOfPublished = (school: TestSchool, memberId: number, courseId: number) =>
  world.platform.database.readTransaction(school.id, async ({ db }) => {
    const { rows } = await sql<{ percent: number }>`
      SELECT whole_percent(count(p.finished_at), count(*)) AS percent
      FROM lessons l JOIN modules m ON m.id = l.module_id AND m.published
      LEFT JOIN lesson_progress p ON p.lesson_id = l.id AND p.member_id = ${memberId}
      WHERE l.course_id = ${courseId} AND l.published`.execute(db);
    return rows[0]!.percent;
  });

test('follows backdated rows, and removed modules, courses and members', async () => {
  const school = await world.school();
  const product = await school.product();
  const course = await courseWith(school, { products: [product], lessons: [2, 1] });
  const other = await courseWith(school, { products: [product], lessons: [1] });
  const [ana, bia] = [
    await school.join(['student'], [product]),
    await school.join(['student'], [product]),
  ];
  for (const lesson of [...course.lessons, ...other.lessons])
    for (const person of [ana, bia])
      await person.send('PUT', `/api/v1/lessons/${lesson}/progress`, {
        seconds: 10,
        finished: true,
      });
  expect(await expectWhole(school)).toBe(4);

  await school.transaction(({ db }) =>
    db
      .updateTable('lesson_progress')
      .set({ updated_at: sql`updated_at - interval '3 days'` })
      .where('lesson_id', '=', course.lessons[2]!)
      .execute(),
  );
  expect(await expectWhole(school)).toBe(4);
  await school.owner.send('DELETE', `/api/v1/modules/${course.modules[1]!.id}`);
  expect(await expectWhole(school)).toBe(4);
  await school.owner.send('DELETE', `/api/v1/courses/${other.id}`);
  expect(await expectWhole(school)).toBe(2);
  await school.transaction(({ db }) => db.deleteFrom('members').where('id', '=', bia.id).execute());
  expect(await expectWhole(school)).toBe(1);
});

test('counts all lessons that eight devices save at once', async () => {
  const school = await world.school();
  const product = await school.product();
  const course = await courseWith(school, { products: [product], lessons: [8] });
  const student = await school.join(['student'], [product]);
  await Promise.all(
    course.lessons.map((lesson, seconds) =>
      student.send('PUT', `/api/v1/lessons/${lesson}/progress`, { seconds }),
    ),
  );
  expect(await expectWhole(school)).toBe(1);
  const { kept } = await both(school);
  expect(Object.keys((kept[0] as { lessons: object }).lessons)).toHaveLength(8);
});
