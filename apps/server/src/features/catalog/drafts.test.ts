import type { Course } from '@vitrine/contract/catalog';
import type { Home } from '@vitrine/contract/home';
import { beforeEach, describe, expect, test } from 'vitest';
import { courseWith } from '../../../test/catalog.ts';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';

// test/course-access.test.ts tests who may read a draft. These tests cover counts and progress.

const world = await openWorld();

let school: TestSchool;
let product: number;
let student: Person;
let course: Awaited<ReturnType<typeof courseWith>>;

beforeEach(async () => {
  school = await world.school();
  product = await school.product();
  student = await school.join(['student'], [product]);
  course = await courseWith(school, { products: [product], lessons: [2, 2] });
});

const publish = async (kind: 'courses' | 'modules' | 'lessons', id: number, published: 0 | 1) =>
  expect((await school.owner.send('PATCH', `/api/v1/${kind}/${id}`, { published })).status).toBe(
    200,
  );
const finish = (lesson: number, person = student) =>
  person.send('PUT', `/api/v1/lessons/${lesson}/progress`, { finished: true });
const read = async (person = student): Promise<Course> =>
  (await person.get(`/api/v1/courses/${course.id}`)).body.data;
const home = async (person = student): Promise<Home> =>
  (await person.get('/api/v1/home')).body.data;
const lessonsOf = ({ modules }: Course) =>
  modules.flatMap(({ lessons }) => lessons.map(({ id }) => id));

test('is created as a draft if requested, and published by default', async () => {
  const { owner } = school;
  const flags = async (published?: 0) => {
    const body = { title: 'Novo', ...(published !== undefined && { published }) };
    const made = await owner.post('/api/v1/courses', body);
    const module = await owner.post(`/api/v1/courses/${made.body.data.id}/modules`, body);
    const lesson = await owner.post(`/api/v1/modules/${module.body.data.id}/lessons`, body);
    return [made, module, lesson].map((one) => one.body.data.published);
  };
  expect(await flags()).toEqual([1, 1, 1]);
  expect(await flags(0)).toEqual([0, 0, 0]);
});

test('keeps its state when a change does not name it', async () => {
  const [module] = course.modules;
  const [lesson] = course.lessons;
  const paths = [`courses/${course.id}`, `modules/${module!.id}`, `lessons/${lesson}`];
  for (const path of paths) {
    await school.owner.send('PATCH', `/api/v1/${path}`, { published: false });
    const { body } = await school.owner.send('PATCH', `/api/v1/${path}`, { title: 'Outro' });
    expect(body.data).toMatchObject({ title: 'Outro', published: 0 });
  }
});

test.each([['x'], [2], [null]])('is not set by %j', async (published) => {
  for (const path of [`courses/${course.id}`, `lessons/${course.lessons[0]}`])
    expect((await school.owner.send('PATCH', `/api/v1/${path}`, { published })).status).toBe(422);
});

test('may be published only by those who manage its school', async () => {
  const other = await world.school();
  const [module] = course.modules;
  const [lesson] = course.lessons;
  for (const path of [`courses/${course.id}`, `modules/${module!.id}`, `lessons/${lesson}`]) {
    const url = `/api/v1/${path}`;
    expect((await student.send('PATCH', url, { published: 0 })).status).toBe(403);
    expect((await other.owner.send('PATCH', url, { published: 0 })).status).toBe(404);
  }
  expect(lessonsOf(await read())).toEqual(course.lessons);
});

test('is left out of a student’s course, and marked for staff', async () => {
  const [first, second] = course.modules;
  await publish('lessons', course.lessons[0]!, 0);
  await publish('modules', second!.id, 0);
  expect((await read()).modules.map(({ id }) => id)).toEqual([first!.id]);
  expect(lessonsOf(await read())).toEqual([course.lessons[1]]);
  const asStaff = await read(school.owner);
  expect(lessonsOf(asStaff)).toEqual(course.lessons);
  expect(asStaff.modules.map(({ published }) => published)).toEqual([1, 0]);
  expect(asStaff.modules[0]!.lessons.map(({ published }) => published)).toEqual([0, 1]);
});

test('is neither the previous nor the next lesson, nor in the list', async () => {
  const [a, b, c] = course.lessons;
  await publish('lessons', b!, 0);
  const { next, modules } = (await student.get(`/api/v1/lessons/${a}`)).body.data;
  expect(next.id).toBe(c);
  expect(modules[0].lessons).toHaveLength(1);
  expect((await school.owner.get(`/api/v1/lessons/${a}`)).body.data.next.id).toBe(b);
});

describe('the percent', () => {
  test('counts published lessons, and falls when another one is published', async () => {
    const [a, b, c, d] = course.lessons;
    for (const lesson of [c, d]) await publish('lessons', lesson!, 0);
    const first = await finish(a!);
    expect(first.body.data).toMatchObject({ course_progress: 50, completed: [] });
    const second = await finish(b!);
    expect(second.body.data).toMatchObject({ course_progress: 100 });
    expect(new Set(second.body.data.completed)).toEqual(new Set(['course', 'module']));
    expect(await read()).toMatchObject({ progress: 100, completed_at: expect.any(String) });

    await publish('lessons', c!, 1);
    expect((await read()).progress).toBe(67);
    // The completion is a fact, and stays.
    expect((await read()).completed_at).not.toBeNull();
    expect((await home()).continue).toMatchObject([{ lesson_id: c, percent: 67 }]);
    expect((await student.get(`/api/v1/lessons/${a}`)).body.data.course.progress).toBe(67);
  });

  test('ignores a finished draft, and counts it again once published', async () => {
    const [a] = course.lessons;
    await finish(a!);
    const card = async () =>
      (await home()).courses.find(({ id }) => id === course.id)!.course!.progress;
    expect(await card()).toBe(25);
    await publish('lessons', a!, 0);
    expect([await card(), (await read()).progress]).toEqual([0, 0]);
    await publish('lessons', a!, 1);
    expect([await card(), (await read()).progress]).toEqual([25, 25]);
  });

  test('of staff counts drafts too, as they see them', async () => {
    const { owner } = school;
    await publish('lessons', course.lessons[3]!, 0);
    await finish(course.lessons[3]!, owner);
    expect((await read(owner)).progress).toBe(25);
    expect((await home(owner)).continue).toMatchObject([{ percent: 25 }]);
    const saved = await finish(course.lessons[0]!, owner);
    expect(saved.body.data.course_progress).toBe(50);
  });
});

test('making a lesson a draft completes nothing; finishing the next lesson does', async () => {
  const [a, b, c, d] = course.lessons;
  for (const lesson of [a, b, c]) await finish(lesson!);
  await publish('lessons', d!, 0);
  expect(await read()).toMatchObject({ progress: 100, completed_at: null });
  const again = await finish(c!);
  expect(new Set(again.body.data.completed)).toEqual(new Set(['course', 'module']));
});

describe('the lesson to continue', () => {
  const goesOn = async () => (await home()).continue.map(({ lesson_id }) => lesson_id);

  test('is the next published lesson where the last one became a draft', async () => {
    const [, b, c, d] = course.lessons;
    await student.send('PUT', `/api/v1/lessons/${b}/progress`, { seconds: 5 });
    expect(await goesOn()).toEqual([b]);
    await publish('lessons', b!, 0);
    expect(await goesOn()).toEqual([c]);
    await publish('lessons', c!, 0);
    expect(await goesOn()).toEqual([d]);
    await publish('modules', course.modules[1]!.id, 0);
    expect(await goesOn()).toEqual([course.lessons[0]]);
  });

  test('is none in a draft course', async () => {
    await student.send('PUT', `/api/v1/lessons/${course.lessons[0]}/progress`, { seconds: 5 });
    await publish('courses', course.id, 0);
    expect(await goesOn()).toEqual([]);
  });

  test('is the same in its own carousel', async () => {
    const [a, b] = course.lessons;
    await student.send('PUT', `/api/v1/lessons/${a}/progress`, { seconds: 5 });
    await publish('lessons', a!, 0);
    const lists = (await student.get(`/api/auth/home/carousels/${school.id}`)).body;
    const { id } = lists.find(({ type }: { type: string }) => type === '7');
    const { body } = await student.get(`/api/auth/home/get-carousel/${id}`);
    expect(body.data.carousel_item.map((card: { id: number }) => card.id)).toEqual([b]);
  });
});

test('a card counts published lessons, and marks a draft for staff', async () => {
  await publish('lessons', course.lessons[0]!, 0);
  const card = async (person?: Person) =>
    (await home(person)).courses.find(({ id }) => id === course.id);
  expect((await card())!.course!.lessons_count).toBe(3);
  expect((await card(school.owner))!.course!.lessons_count).toBe(4);
  expect((await card(school.owner))!.draft).toBe(false);
  await publish('courses', course.id, 0);
  expect(await card()).toBeUndefined();
  expect((await card(school.owner))!.draft).toBe(true);
});

test('after eight concurrent publications and unpublications, all places show the same state', async () => {
  const [a] = course.lessons;
  await finish(a!);
  const answers = await Promise.all(
    [...'12345678'].map((_, at) =>
      school.owner.send('PATCH', `/api/v1/lessons/${a}`, { published: at % 2 }),
    ),
  );
  expect(statuses(answers)).toEqual({ 200: 8 });
  const { published } = (await school.owner.get(`/api/v1/lessons/${a}`)).body.data;
  expect(lessonsOf(await read()).includes(a!)).toBe(published === 1);
  expect((await read()).progress).toBe(published ? 25 : 0);
});
