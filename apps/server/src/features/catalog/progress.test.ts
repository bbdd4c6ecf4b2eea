import { limits } from '@vitrine/contract/catalog-limits';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { courseWith, showBlockedContent } from '../../../test/catalog.ts';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';
import { expectWaiting } from '../../../test/lock-waits.ts';

const world = await openWorld();

let school: TestSchool;
let product: number;
let student: Person;
beforeEach(async () => {
  school = await world.school();
  product = await school.product();
  student = await school.join(['student'], [product]);
});

const put = (lesson: number | undefined, body: unknown, person = student) =>
  person.send('PUT', `/api/v1/lessons/${lesson}/progress`, body);

const rows = () =>
  school.transaction(({ db }) => db.selectFrom('lesson_progress').selectAll().execute());

describe('progress', () => {
  test('is the last position, and a whole percent of the course', async () => {
    const { id, lessons } = await courseWith(school, { products: [product], lessons: [2, 1] });
    const answers = [
      await put(lessons[0], { seconds: 40.7 }),
      await put(lessons[0], { seconds: 12, went_back: 1 }),
      await put(lessons[0], { finished: true }),
      await put(lessons[1], { finished: 1 }),
      await put(lessons[2], { seconds: 5, finished: true }),
      await put(lessons[2], { finished: false }),
    ];
    expect(answers.map(({ body }) => body.data)).toEqual([
      { seconds: 40, finished: false, course_progress: 0, completed: [] },
      { seconds: 12, finished: false, course_progress: 0, completed: [] },
      { seconds: 12, finished: true, course_progress: 33, completed: [] },
      { seconds: 0, finished: true, course_progress: 67, completed: ['module'] },
      { seconds: 5, finished: true, course_progress: 100, completed: ['module', 'course'] },
      { seconds: 5, finished: false, course_progress: 67, completed: [] },
    ]);
    const course = (await student.get(`/api/v1/courses/${id}`)).body.data;
    expect(course.progress).toBe(67);
    expect(course.modules[0].lessons[0].finished).toBe(true);
    expect((await school.owner.get(`/api/v1/courses/${id}`)).body.data.progress).toBe(0);
  });

  test('counts the lessons of this course that the person finished, and nobody else’s', async () => {
    const other = await courseWith(school, { products: [product], lessons: [2] });
    await put(other.lessons[0], { finished: true });
    const { lessons } = await courseWith(school, { products: [product], lessons: [3] });
    for (const person of [await school.join(['student'], [product]), school.owner])
      for (const lesson of lessons) await put(lesson, { finished: true }, person);
    expect((await put(lessons[0], { seconds: 1 })).body.data.course_progress).toBe(0);
    expect((await put(lessons[0], { finished: true })).body.data.course_progress).toBe(33);
  });

  test('moves back only when the person went back', async () => {
    const { lessons } = await courseWith(school, { products: [product] });
    const places = [];
    for (const body of [
      { seconds: 300 },
      { seconds: 4 },
      { finished: true },
      { seconds: 90, went_back: true },
      { seconds: 95, went_back: 0 },
      { went_back: 1 },
    ])
      places.push((await put(lessons[0], body)).body.data.seconds);
    expect(places).toEqual([300, 300, 300, 90, 95, 95]);
  });

  test('is the furthest position of two devices at once', async () => {
    const { lessons } = await courseWith(school, { products: [product] });
    await Promise.all(
      [40, 80, 20, 70, 10, 60, 30, 50].map((seconds) => put(lessons[0], { seconds })),
    );
    expect(await rows()).toMatchObject([{ seconds: 80 }]);
  });

  test('is 100 of a course finished whole only', async () => {
    const { id, modules } = await courseWith(school, { products: [product], lessons: [0] });
    await school.transaction(async ({ db }) => {
      const made = await db
        .insertInto('lessons')
        .values(
          Array.from({ length: 201 }, (_, position) => ({
            course_id: id,
            module_id: modules[0]!.id,
            position,
            title: 'Aula',
          })),
        )
        .returning('id')
        .execute();
      await db
        .insertInto('lesson_progress')
        .values(
          made.slice(1).map((lesson) => ({
            member_id: student.id,
            lesson_id: lesson.id,
            module_id: modules[0]!.id,
            course_id: id,
            finished_at: new Date(),
          })),
        )
        .execute();
    });
    expect((await student.get(`/api/v1/courses/${id}`)).body.data.progress).toBe(99);
    const { continue: going, courses } = (await student.get('/api/v1/home')).body.data;
    expect([going[0].percent, courses[0].course.progress]).toEqual([99, 99]);
    const open = (await student.get(`/api/v1/lessons/${going[0].lesson_id}`)).body.data;
    expect(open.course.progress).toBe(99);
  });

  test('of eight calls at once is one row', async () => {
    const { lessons } = await courseWith(school, { products: [product] });
    const answers = await Promise.all(
      [...'ABCDEFGH'].map((_, at) =>
        put(lessons[0], { seconds: at, finished: at === 3 || undefined }),
      ),
    );
    expect(statuses(answers)).toEqual({ 200: 8 });
    expect(await rows()).toMatchObject([{ finished_at: expect.any(Date) }]);
  });

  test('brings a course to its end once, on whichever device the last lessons are finished', async () => {
    const { id, lessons } = await courseWith(school, { products: [product], lessons: [4, 4] });
    const answers = await Promise.all(lessons.map((lesson) => put(lesson, { finished: true })));
    const completions = answers.flatMap(({ body }) => body.data.completed as string[]);
    expect(completions.toSorted()).toEqual(['course', 'module', 'module']);

    const before = (await student.get(`/api/v1/courses/${id}`)).body.data;
    expect(before).toMatchObject({ progress: 100, completed_at: expect.any(String) });
    await put(lessons[7], { finished: false });
    expect((await put(lessons[7], { finished: true })).body.data.completed).toEqual([]);
    await school.owner.post(`/api/v1/modules/${before.modules[0].id}/lessons`, { title: 'Nova' });
    const after = (await student.get(`/api/v1/courses/${id}`)).body.data;
    expect(after.progress).toBe(89);
    expect(after.completed_at).toBe(before.completed_at);
    expect(after.modules[1].completed_at).toBe(before.modules[1].completed_at);
    expect((await school.owner.get(`/api/v1/courses/${id}`)).body.data.completed_at).toBeNull();
  });

  test('looks for the end on one device after the other', async () => {
    const { lessons } = await courseWith(school, { products: [product], lessons: [2] });
    const running = await school.transaction(async (tx) => {
      const ends = `${school.id}:ends:${student.id}`;
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${ends}, 0))`.execute(tx.db);
      const first = put(lessons[0], { finished: true });
      await expectWaiting(tx, 1);
      const second = put(lessons[1], { finished: true });
      await expectWaiting(tx, 2);
      return [first, second];
    });
    const answers = await Promise.all(running);
    expect(answers.flatMap(({ body }) => body.data.completed)).toEqual(['module', 'course']);
  });

  test('ends a course in which a module is still empty', async () => {
    const { lessons } = await courseWith(school, { products: [product], lessons: [1, 0] });
    const { body } = await put(lessons[0], { finished: true });
    expect(body.data.completed).toEqual(['module', 'course']);
  });

  test('keeps the time of the first finish', async () => {
    const { lessons } = await courseWith(school, { products: [product] });
    await put(lessons[0], { finished: true });
    const [before] = await rows();
    await put(lessons[0], { finished: true, seconds: 9 });
    expect(await rows()).toMatchObject([{ finished_at: before!.finished_at, seconds: 9 }]);
  });

  test('survives a concurrent move of the lesson', async () => {
    const { lessons, modules } = await courseWith(school, { products: [product], lessons: [1, 0] });
    const answers = await Promise.all(
      [...'ABCD'].flatMap((_, at) => [
        put(lessons[0], { seconds: at }),
        school.owner.send('PATCH', `/api/v1/lessons/${lessons[0]}`, {
          module_id: modules[(at + 1) % 2]!.id,
        }),
      ]),
    );
    expect(statuses(answers)).toEqual({ 200: 8 });
    expect(await rows()).toHaveLength(1);
  });

  test.each([
    ['a negative position', { seconds: -1 }],
    ['one beyond a hundred hours', { seconds: limits.seconds + 1 }],
    ['one that is no number', { seconds: 'x' }],
    ['a flag that is none', { finished: 'yes' }],
  ])('is not %s', async (_what, body) => {
    const { lessons } = await courseWith(school, { products: [product] });
    expect((await put(lessons[0], body)).status).toBe(422);
    expect(await rows()).toEqual([]);
  });

  test('of a lesson that the person may not open is not saved', async () => {
    const { lessons } = await courseWith(school, { products: [await school.product()] });
    expect((await put(lessons[0], { seconds: 9 })).status).toBe(403);
    expect(await rows()).toEqual([]);
  });

  test('is 404 of a lesson that does not exist, even with a wrong body', async () => {
    for (const body of [{ seconds: 1 }, { seconds: -1 }])
      expect((await put(999_999, body)).status).toBe(404);
  });
});

describe('the lesson to continue', () => {
  const goOn = async (person = student) => (await person.get('/api/v1/home')).body.data.continue;

  test('is the last lesson touched of each course, newest first', async () => {
    const first = await courseWith(school, { products: [product], lessons: [2] });
    const second = await courseWith(school, { products: [product], lessons: [2] });
    await put(first.lessons[1], { seconds: 7 });
    await put(second.lessons[0], { seconds: 8 });
    await put(first.lessons[0], { seconds: 9 });
    expect(await goOn()).toEqual([
      {
        course_id: first.id,
        module_id: first.modules[0]!.id,
        lesson_id: first.lessons[0],
        title: 'Aula 1.1',
        cover: null,
        percent: 0,
        seconds: 9,
      },
      expect.objectContaining({ course_id: second.id, seconds: 8 }),
    ]);
    expect(await goOn(await school.join(['student'], [product]))).toEqual([]);
  });

  test('is the next unfinished lesson where the last one is done, and starts over at the end', async () => {
    const { lessons } = await courseWith(school, { products: [product], lessons: [2, 2] });
    const [a, b, c, d] = lessons;
    await put(c, { finished: true });
    await put(b, { finished: true });
    expect(await goOn()).toMatchObject([{ lesson_id: d, percent: 50 }]);
    await put(d, { finished: true });
    expect(await goOn()).toMatchObject([{ lesson_id: a, percent: 75 }]);
    await put(a, { finished: true });
    expect(await goOn()).toEqual([]);
  });

  test('has the nearest cover', async () => {
    const { id, lessons, modules } = await courseWith(school, { products: [product] });
    await put(lessons[0], { seconds: 1 });
    for (const [path, cover] of [
      [`courses/${id}`, 'https://a.com/course.png'],
      [`modules/${modules[0]!.id}`, 'https://a.com/module.png'],
      [`lessons/${lessons[0]}`, 'https://a.com/lesson.png'],
    ]) {
      await school.owner.send('PATCH', `/api/v1/${path}`, { cover });
      expect(await goOn()).toMatchObject([{ cover }]);
    }
  });

  test('leaves out lessons that are closed now', async () => {
    const { lessons } = await courseWith(school, { products: [product] });
    await put(lessons[0], { seconds: 1 });
    await showBlockedContent(world, school, true);
    await school.owner.send('PATCH', `/api/v1/products/${product}`, { status: 'inactive' });
    expect(await goOn()).toEqual([]);
  });
});
