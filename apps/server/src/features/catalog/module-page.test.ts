import { beforeEach, expect, test } from 'vitest';
import { courseWith, showBlockedContent } from '../../../test/catalog.ts';
import { openWorld, type TestSchool } from '../../../test/harness.ts';

const world = await openWorld();

let school: TestSchool;
let product: number;
let course: Awaited<ReturnType<typeof courseWith>>;
beforeEach(async () => {
  school = await world.school();
  product = await school.product();
  course = await courseWith(school, { products: [product], lessons: [1, 2, 0] });
});

const show = (id: number, person = school.owner) => person.get(`/api/v1/modules/${id}`);

test('a module has its lessons, the progress, and its place in the course', async () => {
  const student = await school.join(['student'], [product]);
  const [first, second, third] = course.modules;
  await student.send('PUT', `/api/v1/lessons/${second!.lessons[0]}/progress`, { seconds: 40 });
  const { status, body } = await show(second!.id, student);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    id: second!.id,
    title: 'Módulo 2',
    position: 2,
    modules_count: 3,
    course: { id: course.id, title: 'Fotografia' },
    locked: false,
    upsell: null,
    previous: { id: first!.id },
    next: { id: third!.id, title: 'Módulo 3' },
    lessons: [
      { title: 'Aula 2.1', seconds: 40, finished: false },
      { title: 'Aula 2.2', seconds: 0 },
    ],
  });
});

test('of a closed course it is locked, and of a hidden one it is not there', async () => {
  const [module] = course.modules;
  const student = await school.join();
  const closed = await show(module!.id, student);
  expect(closed.body.data).toMatchObject({
    locked: true,
    upsell: { products: [{ id: product }] },
    lessons: [{ locked: true, duration_seconds: 90 }],
  });
  await showBlockedContent(world, school, false);
  const hidden = await show(module!.id, student);
  expect(hidden.status).toBe(404);
  expect(hidden.text).toBe((await show(999_999, student)).text);
  expect((await show(module!.id, (await world.school()).owner)).status).toBe(404);
});
