import { Favorite } from '@vitrine/contract/favorites';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { courseWith } from '../../../test/catalog.ts';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';

const world = await openWorld();

let school: TestSchool;
let product: number;
let course: Awaited<ReturnType<typeof courseWith>>;
let student: Person;
beforeEach(async () => {
  school = await world.school();
  product = await school.product();
  course = await courseWith(school, { products: [product] });
  student = await school.join(['student'], [product]);
});

const add = (kind: string, id: number | undefined, person = student) =>
  person.send('PUT', `/api/v1/favorites/${kind}/${id}`);
const remove = (kind: string, id: number | undefined, person = student) =>
  person.send('DELETE', `/api/v1/favorites/${kind}/${id}`);
const list = async (person = student): Promise<Favorite[]> =>
  (await person.get('/api/v1/favorites')).body;

test('courses, modules and lessons are kept, newest first, with the way to them', async () => {
  const [module] = course.modules;
  const [lesson] = course.lessons;
  expect((await add('course', course.id)).status).toBe(204);
  expect((await add('module', module!.id)).status).toBe(204);
  expect((await add('lesson', lesson)).status).toBe(204);
  const saved = {
    cover: null,
    locked: false,
    products: [],
    draft: false,
    course_id: course.id,
    course_title: 'Fotografia',
  };
  expect(await list()).toEqual([
    {
      ...saved,
      kind: 'lesson',
      id: lesson,
      title: 'Aula 1.1',
      url: `/curso/${course.id}/aula-1-1/${lesson}`,
    },
    { ...saved, kind: 'module', id: module!.id, title: 'Módulo 1', url: `/modulos/${module!.id}` },
    {
      ...saved,
      kind: 'course',
      id: course.id,
      title: 'Fotografia',
      course_title: null,
      url: `/courses/${course.id}`,
    },
  ]);
  for (const item of await list())
    expect(z.strictObject(Favorite.shape).safeParse(item).error).toBeUndefined();
});

test('is kept once, in concurrent requests too', async () => {
  const added = await Promise.all([...'12345678'].map(() => add('lesson', course.lessons[0])));
  expect(statuses(added)).toEqual({ 204: 8 });
  expect(await list()).toHaveLength(1);
  const removed = await Promise.all([...'12345678'].map(() => remove('lesson', course.lessons[0])));
  expect(statuses(removed)).toEqual({ 204: 8 });
  expect(await list()).toEqual([]);
});

test('a favourite course does not mark its modules and lessons', async () => {
  await add('course', course.id);
  await add('lesson', course.lessons[0]);
  await remove('course', course.id);
  expect((await list()).map(({ kind }) => kind)).toEqual(['lesson']);
});

test('a removal leaves every other favourite', async () => {
  const other = await courseWith(school, { products: [product] });
  const [module] = course.modules;
  await add('course', other.id);
  await add('lesson', course.lessons[0]);
  await add('module', module!.id);
  await add('course', course.id);
  await remove('course', course.id);
  const ids = async () => (await list()).map(({ kind, id }) => [kind, id]);
  expect(await ids()).toEqual([
    ['module', module!.id],
    ['lesson', course.lessons[0]],
    ['course', other.id],
  ]);
  await remove('module', module!.id);
  expect(await ids()).toEqual([
    ['lesson', course.lessons[0]],
    ['course', other.id],
  ]);
});

test('a closed favourite is locked; a hidden one is 404 and not in the list', async () => {
  const other = await school.join();
  expect((await add('course', course.id, other)).status).toBe(204);
  expect(await list(other)).toMatchObject([
    { id: course.id, locked: true, products: [expect.any(String)] },
  ]);
  await school.owner.post('/api/auth/config/plataforma/show-all-content', { show_all_content: 0 });
  expect(await list(other)).toEqual([]);
  const unknown = (await add('course', 999_999, other)).text;
  expect((await add('course', course.id, other)).text).toBe(unknown);
  expect((await remove('course', course.id, other)).text).toBe(unknown);
  expect(await list()).toEqual([]);
});

test('content without a product is for staff only', async () => {
  const draft = await courseWith(school, { title: 'Rascunho' });
  expect((await add('lesson', draft.lessons[0])).status).toBe(404);
  expect((await add('lesson', draft.lessons[0], school.owner)).status).toBe(204);
});

test('an unknown kind is 400, a visitor 401, a course of another school 404', async () => {
  expect((await add('post', course.id)).status).toBe(400);
  expect((await school.visitor.send('PUT', `/api/v1/favorites/course/${course.id}`)).status).toBe(
    401,
  );
  const neighbour = await world.school();
  expect((await add('course', course.id, neighbour.owner)).status).toBe(404);
  expect((await remove('course', course.id, neighbour.owner)).status).toBe(404);
});

test('each member has a list of their own', async () => {
  await add('course', course.id);
  expect(await list(await school.join(['student'], [product]))).toEqual([]);
});
