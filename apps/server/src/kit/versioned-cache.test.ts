import pg from 'pg';
import { expect, test } from 'vitest';
import { courseWith } from '../../test/catalog.ts';
import { openWorld } from '../../test/harness.ts';
import { ownDatabase } from '../../test/own-database.ts';

const databaseUrl = await ownDatabase();
const world = await openWorld({}, databaseUrl);

test('a page whose read failed is read again, although nobody changed it', async () => {
  const school = await world.school();
  const product = await school.product();
  const course = await courseWith(school, { products: [product] });
  const student = await school.join(['student'], [product]);
  const statusOf = async () => (await student.get(`/api/v1/courses/${course.id}`)).status;
  const owner = new pg.Client(databaseUrl);
  await owner.connect();
  try {
    await owner.query('ALTER TABLE lessons RENAME TO lessons_away');
    expect(await statusOf()).toBe(500);
    await owner.query('ALTER TABLE lessons_away RENAME TO lessons');
  } finally {
    await owner.end();
  }
  expect(await statusOf()).toBe(200);
});
