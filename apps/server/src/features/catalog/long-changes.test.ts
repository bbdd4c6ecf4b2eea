import { expect, test } from 'vitest';
import { courseWith } from '../../../test/catalog.ts';
import { openWorld, statuses } from '../../../test/harness.ts';
import { ownDatabase } from '../../../test/own-database.ts';
import { slowDeletes } from '../../../test/slow-deletes.ts';

const databaseUrl = await ownDatabase();
const world = await openWorld({}, databaseUrl);

const school = await world.school();
const products = [await school.product()];
const student = await school.join(['student'], products);
const course = await courseWith(school, { products, lessons: [4, 1, 1] });
const [, second, third] = course.modules.map(({ id }) => id);
const [a, b, c] = course.lessons;
const saved = await Promise.all(
  course.lessons.map((id) => student.send('PUT', `/api/v1/lessons/${id}/progress`, { seconds: 7 })),
);
await slowDeletes(databaseUrl, 'lesson_progress', 'UPDATE OR DELETE');

const { owner } = school;
const lessons = `/api/v1/courses/${course.id}/lessons`;

test.each([
  ['a lesson moves', 200, 'PATCH', `/api/v1/lessons/${a}`, { module_id: second }],
  ['lessons move together', 200, 'PATCH', lessons, { lesson_ids: [b], module_id: third }],
  ['a lesson is removed', 204, 'DELETE', `/api/v1/lessons/${a}`, undefined],
  ['lessons are removed together', 200, 'POST', `${lessons}/remove`, { lesson_ids: [b, c] }],
  ['a module is removed', 204, 'DELETE', `/api/v1/modules/${third}`, undefined],
  ['a course is removed', 204, 'DELETE', `/api/v1/courses/${course.id}`, undefined],
])('%s, although it takes minutes', async (_name, status, method, path, body) => {
  expect(statuses(saved)).toEqual({ 200: 6 });
  expect(await owner.send(method, path, body)).toMatchObject({ status });
});
