import { messages } from '@vitrine/contract/catalog-limits';
import { beforeEach, expect, test } from 'vitest';
import { courseWith, fileFor, claimedPaths } from '../../../test/catalog.ts';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';
import { expectWaiting } from '../../../test/lock-waits.ts';

const world = await openWorld();

let school: TestSchool;
let course: Awaited<ReturnType<typeof courseWith>>;
beforeEach(async () => {
  school = await world.school();
  course = await courseWith(school, { lessons: [4, 2] });
});

const change = (body: object, person: Person = school.owner, id = course.id) =>
  person.send('PATCH', `/api/v1/courses/${id}/lessons`, body);
const remove = (lesson_ids: number[], person: Person = school.owner, id = course.id) =>
  person.post(`/api/v1/courses/${id}/lessons/remove`, { lesson_ids });
const titles = ({ modules }: { modules: { lessons: { title: string }[] }[] }) =>
  modules.map(({ lessons }) => lessons.map(({ title }) => title.slice(5)));
const stands = async () =>
  titles((await school.owner.get(`/api/v1/courses/${course.id}`)).body.data);
const asBefore = [
  ['1.1', '1.2', '1.3', '1.4'],
  ['2.1', '2.2'],
];
const lesson = (module: number, place: number) => course.modules[module - 1]!.lessons[place - 1]!;

test('several lessons go before a lesson of another module, in the order sent', async () => {
  const { status, body } = await change({
    lesson_ids: [lesson(1, 3), lesson(1, 1), lesson(1, 3)],
    module_id: course.modules[1]!.id,
    before_id: lesson(2, 2),
  });
  expect(status).toBe(200);
  expect(titles(body.data)).toEqual([
    ['1.2', '1.4'],
    ['2.1', '1.3', '1.1', '2.2'],
  ]);
});

test('without a target lesson they go last, within their own module too', async () => {
  const [first, second] = course.modules;
  await change({ lesson_ids: [lesson(1, 2)], module_id: second!.id });
  await change({ lesson_ids: [lesson(1, 1), lesson(1, 3)], module_id: first!.id });
  expect(await stands()).toEqual([
    ['1.4', '1.1', '1.3'],
    ['2.1', '2.2', '1.2'],
  ]);
});

test('a removed target is 409 with the current course, and changes nothing', async () => {
  const { status, body } = await change({
    lesson_ids: [lesson(1, 1)],
    published: 0,
    module_id: course.modules[1]!.id,
    before_id: lesson(1, 2),
  });
  expect([status, body.code]).toEqual([409, 'stale_order']);
  expect(titles(body.data)).toEqual(asBefore);
  const { body: unchanged } = await school.owner.get(`/api/v1/lessons/${lesson(1, 1)}`);
  expect(unchanged.data.published).toBe(1);
});

test('progress and points follow a lesson that moves, and stay when it is a draft', async () => {
  const product = await school.product();
  course = await courseWith(school, { products: [product], lessons: [2, 2] });
  const student = await school.join(['student'], [product]);
  const path = `/api/v1/lessons/${lesson(1, 1)}`;
  await student.send('PUT', `${path}/progress`, { seconds: 40, finished: true });
  const scored = () =>
    school.transaction(({ db }) =>
      db.selectFrom('point_entries').selectAll().orderBy('id').execute(),
    );
  const points = await scored();
  await change({ lesson_ids: [lesson(1, 1), lesson(1, 2)], module_id: course.modules[1]!.id });
  expect((await student.get(path)).body.data).toMatchObject({
    seconds: 40,
    finished: true,
    module: { id: course.modules[1]!.id },
    course: { progress: 25 },
  });
  await change({ lesson_ids: [lesson(2, 1), lesson(2, 2)], published: 0 });
  expect((await student.get(path)).body.data).toMatchObject({ course: { progress: 50 } });
  await remove([lesson(1, 2)]);
  expect((await student.get(path)).body.data).toMatchObject({ course: { progress: 100 } });
  expect(await scored()).toEqual(points);
});

test('a first position that is saved while its lesson moves is kept', async () => {
  const product = await school.product();
  course = await courseWith(school, { products: [product], lessons: [1, 1] });
  const student = await school.join(['student'], [product]);
  const path = `/api/v1/lessons/${lesson(1, 1)}`;
  const saves = await school.transaction(async (tx) => {
    await tx.db
      .updateTable('lessons')
      .set({ module_id: course.modules[1]!.id, position: 9 })
      .where('id', '=', lesson(1, 1))
      .execute();
    const save = student.send('PUT', `${path}/progress`, { seconds: 40 });
    await expectWaiting(tx, 1);
    return [save];
  });
  expect(statuses(await Promise.all(saves))).toEqual({ 200: 1 });
  expect((await student.get(path)).body.data).toMatchObject({
    seconds: 40,
    module: { id: course.modules[1]!.id },
  });
});

test('several are published, and made drafts, at once', async () => {
  const lesson_ids = [lesson(1, 2), lesson(2, 1)];
  const drafts = async () =>
    (await school.owner.get(`/api/v1/courses/${course.id}`)).body.data.modules.flatMap(
      ({ lessons }: { lessons: { id: number; published: 0 | 1 }[] }) =>
        lessons.filter(({ published }) => !published).map(({ id }) => id),
    );
  await change({ lesson_ids, published: 0 });
  expect(await drafts()).toEqual(lesson_ids);
  await change({ lesson_ids, published: 1 });
  expect(await drafts()).toEqual([]);
});

test('several are deleted with their files', async () => {
  const file = await fileFor(world, school, 'lesson_file');
  await school.owner.send('PATCH', `/api/v1/lessons/${lesson(1, 1)}`, {
    files: [{ name: 'Roteiro.pdf', path: file }],
  });
  expect(await claimedPaths(world, school)).toEqual(new Set([file]));
  const { status, body } = await remove([lesson(1, 1), lesson(2, 2)]);
  expect(status).toBe(200);
  expect(titles(body.data)).toEqual([['1.2', '1.3', '1.4'], ['2.1']]);
  expect(await claimedPaths(world, school)).toEqual(new Set());
});

test('eight moves at once leave every lesson in a position of its own', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      change({
        lesson_ids: [course.lessons[at % 6]!, course.lessons[(at + 1) % 6]!],
        module_id: course.modules[at % 2]!.id,
      }),
    ),
  );
  expect(statuses(answers)).toEqual({ 200: 8 });
  const rows = await school.transaction(({ db }) =>
    db.selectFrom('lessons').select(['module_id', 'position']).execute(),
  );
  expect(rows).toHaveLength(6);
  expect(new Set(rows.map((row) => `${row.module_id}:${row.position}`)).size).toBe(6);
});

test('a lesson or a module of another course or school is 404, and nothing changes', async () => {
  const other = await courseWith(school, { lessons: [1] });
  const neighbour = await courseWith(await world.school(), { lessons: [1] });
  for (const foreign of [other, neighbour]) {
    const lesson_ids = [lesson(1, 1), foreign.lessons[0]!];
    expect((await change({ lesson_ids, published: 0 })).status).toBe(404);
    expect((await remove(lesson_ids)).status).toBe(404);
    const moved = { lesson_ids: [lesson(1, 1)], module_id: foreign.modules[0]!.id };
    expect((await change(moved)).status).toBe(404);
  }
  const { owner } = await world.school();
  expect((await change({ lesson_ids: [] }, owner)).status).toBe(404);
  expect(await stands()).toEqual(asBefore);
});

test('only admins may, and at least one lesson must be chosen', async () => {
  const student = await school.join(['student'], []);
  expect((await change({ lesson_ids: [lesson(1, 1)], published: 0 }, student)).status).toBe(403);
  expect((await remove([lesson(1, 1)], student)).status).toBe(403);
  const { status, body } = await remove([]);
  expect([status, body.errors]).toEqual([422, { lesson_ids: [messages.noLessonsChosen] }]);
  expect(await stands()).toEqual(asBefore);
});
