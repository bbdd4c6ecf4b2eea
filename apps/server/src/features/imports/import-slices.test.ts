import { expect, test, vi } from 'vitest';
import type { TestSchool } from '../../../test/harness.ts';
import { cartridgeOf, openImportWorld, readImport, sendCourse } from '../../../test/imports.ts';
import { makeJobsDue, runSql } from '../../../test/sql.ts';

/** Long imports of two schools take turns with a third school's. */
vi.setConfig({ testTimeout: 90_000 });
const world = await openImportWorld();

const done = (school: TestSchool, id: number) =>
  expect(readImport(school.owner, id)).resolves.toMatchObject({ status: 'done', report: [] });

/** `count` lessons with a file each. */
function courseOf(count: number) {
  const names = Array.from({ length: count }, (_, nth) => `f${nth}.txt`);
  return cartridgeOf(
    Object.fromEntries(names.map((name) => [`Aula ${name}`, `<a href="${name}">${name}</a>`])),
    Object.fromEntries(names.map((name) => [name, name])),
  );
}

test('members of a third school are imported after one slice of each other school, nobody twice, and an undo removes them all', async () => {
  const schools = [await world.school(), await world.school(), await world.school()];
  // More slices than an import may fail: none of them counts as a failure.
  const counts = [6_100, 1_500, 1];
  const ids: number[] = [];
  for (const [index, { owner }] of schools.entries()) {
    const people = Array.from(
      { length: counts[index]! },
      (_, nth) => `P ${nth},p${nth}@s${index}.co`,
    );
    const form = new FormData();
    form.set('choices', JSON.stringify({ invite: 'none' }));
    form.set('file', new Blob([['name,email', ...people].join('\n')]), 'a.csv');
    const { status, body } = await owner.send('POST', '/api/v1/members/import', form);
    expect(status).toBe(202);
    ids.push(body.data.id as number);
  }
  await world.platform.jobs.runAll();
  for (const [index, school] of schools.entries()) await done(school, ids[index]!);
  const rows = await runSql<{ email: string }>(
    world.databaseUrl,
    `SELECT email FROM members WHERE email ~ '@s[012].co' ORDER BY id`,
  );
  expect(rows).toHaveLength(7_601);
  expect(rows.findIndex(({ email }) => email.endsWith('@s2.co'))).toBeLessThanOrEqual(2_000);
  // Each of the two long ones waits for a slice of the other.
  expect(rows.findLastIndex(({ email }) => email.endsWith('@s1.co'))).toBeLessThan(4_000);

  // An undo works in slices, too.
  const [, { owner }] = schools as [TestSchool, TestSchool];
  await owner.post(`/api/v1/imports/${ids[1]}/undo`, {});
  await world.platform.jobs.runAll();
  expect(await readImport(owner, ids[1]!)).toMatchObject({
    undoing: false,
    undo: { done: 1_500, removed: 1_500 },
  });
});

test('a short course of a third school is imported before two long ones, each file once', async () => {
  const schools = [await world.school(), await world.school(), await world.school()];
  const ids: number[] = [];
  for (const [index, { owner }] of schools.entries()) {
    ids.push((await sendCourse(courseOf([120, 120, 2][index]!), owner)).body.data.id);
  }
  await world.platform.jobs.runAll();
  for (const [index, school] of schools.entries()) await done(school, ids[index]!);
  const courses = await runSql<{ tenant_id: string }>(
    world.databaseUrl,
    'SELECT tenant_id FROM courses ORDER BY id',
  );
  expect(courses.map(({ tenant_id }) => Number(tenant_id))).toEqual(
    [schools[2]!, schools[0]!, schools[1]!].map(({ id }) => id),
  );
  const files = await runSql<{ files: number; claimed: number; slices: number }>(
    world.databaseUrl,
    `SELECT count(*)::int AS files, count(*) FILTER (WHERE claimed AND unused_since IS NULL)::int AS claimed,
       (SELECT run FROM imports i WHERE i.tenant_id = f.tenant_id) AS slices
     FROM files f WHERE use = 'lesson_file' GROUP BY tenant_id ORDER BY tenant_id`,
  );
  expect(files).toMatchObject([
    { files: 120, claimed: 120 },
    { files: 120, claimed: 120 },
    { files: 2, claimed: 2 },
  ]);
  for (const { slices } of files.slice(0, 2)) expect(slices).toBeGreaterThan(2);
  const [linked] = await runSql<{ files: number }>(
    world.databaseUrl,
    `SELECT count(DISTINCT path)::int AS files FROM lesson_files WHERE tenant_id = ${schools[0]!.id}`,
  );
  expect(linked!.files).toBe(120);
});

test('the first import of a school runs before the second of another, whatever they imported before', async () => {
  const [school, other] = [await world.school(), await world.school()];
  const send = async (count: number, { owner }: TestSchool) =>
    (await sendCourse(courseOf(count), owner)).body.data.id as number;
  const order = async () => {
    await world.platform.jobs.runAll();
    const rows = await runSql<{ id: number }>(
      world.databaseUrl,
      `SELECT id::int FROM imports WHERE tenant_id IN (${school.id}, ${other.id}) ORDER BY course_id`,
    );
    return rows.map(({ id }) => id);
  };
  const [long, second, first] = [
    await send(60, school),
    await send(1, school),
    await send(1, other),
  ];
  const done = [first, long, second];
  expect(await order()).toEqual(done);
  const later = [await send(1, school), await send(1, other)];
  expect(await order()).toEqual([...done, ...later]);
});

test('an import whose later slice fails leaves no file of an earlier one', async () => {
  const school = await world.school();
  const { id } = (await sendCourse(courseOf(60), school.owner)).body.data;
  await runSql(
    world.databaseUrl,
    `ALTER TABLE courses ADD CONSTRAINT trouble CHECK (false) NOT VALID`,
  );
  for (let tries = 0; tries < 5; tries += 1) {
    await makeJobsDue(world.databaseUrl);
    await world.platform.jobs.runAll();
  }
  await runSql(world.databaseUrl, 'ALTER TABLE courses DROP CONSTRAINT trouble');
  expect(await readImport(school.owner, id)).toMatchObject({ status: 'failed' });
  expect(await world.objects(school)).toEqual([]);
});
