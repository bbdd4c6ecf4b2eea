import { describe, expect, test } from 'vitest';
import { courseWith } from '../../../test/catalog.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
import { isBuilt } from './web-build.ts';

const world = await openWorld();
const switchedOff = await openWorld({ SERVICE_WORKER: '0' });

const workerOf = async (school: TestSchool) => {
  const { status, text, headers } = await school.visitor.get('/sw.js');
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  // A browser that cached it would miss the next version.
  expect(headers['cache-control']).toBe('no-cache');
  return text;
};

describe('the service worker', () => {
  test.skipIf(!isBuilt())('names its build and the files that pages need offline', async () => {
    const school = await world.school();
    const text = await workerOf(school);
    const [, json] = /^self\.vitrine=(\{.*?\});\n/.exec(text)!;
    const { build, files } = JSON.parse(json!) as { build: string; files: string[] };
    expect(build).toMatch(/^[\da-f]{16}$/);
    expect(files.length).toBeGreaterThan(5);
    for (const file of files)
      expect([file, (await school.visitor.get(file)).status]).toEqual([file, 200]);
  });

  test.skipIf(!isBuilt())('is not sent again to a browser that has it', async () => {
    const { visitor } = await world.school();
    const ask = (etag: string) =>
      visitor.send('GET', '/sw.js', undefined, { headers: { 'if-none-match': etag } });
    const { etag } = (await visitor.get('/sw.js')).headers as { etag: string };
    const same = await ask(etag);
    expect([same.status, same.text, same.headers['etag']]).toEqual([304, '', etag]);
    expect((await ask('"of-an-older-build"')).status).toBe(200);
    const off = await (
      await switchedOff.school()
    ).visitor.send('GET', '/sw.js', undefined, {
      headers: { 'if-none-match': etag },
    });
    expect([off.status, off.text]).toEqual([200, expect.stringContaining('unregister')]);
  });

  test('switched off unregisters itself and deletes its caches', async () => {
    const text = await workerOf(await switchedOff.school());
    expect(text).toContain('registration.unregister()');
    expect(text).not.toContain('fetch');
  });
});

/** Reads the header that names the member of an answer. */
const ownerOf = async (person: Pick<Person, 'send'>, path: string, headers = {}) =>
  (await person.send('GET', path, undefined, { headers })).headers['vitrine-viewer'];

describe('an answer names its owner', () => {
  test('a member by school and member, a visitor by 0, and a refusal too', async () => {
    const school = await world.school();
    const student = await school.join();
    expect(await ownerOf(student, '/api/v1/home')).toBe(`${school.id}-${student.id}`);
    expect(await ownerOf(student, '/api/v1/lessons/999999')).toBe(`${school.id}-${student.id}`);
    await school.transaction(({ db }) =>
      db.updateTable('platform_settings').set({ showcase: true }).execute(),
    );
    world.platform.schools.forget(school.id);
    expect(await ownerOf(school.visitor, '/api/v1/home')).toBe(`${school.id}-0`);
  });

  test('nobody while staff preview as a student', async () => {
    const school = await world.school();
    const view = { 'view-as-student': 'none' };
    expect(await ownerOf(school.owner, '/api/v1/home', view)).toBeUndefined();
    expect(await ownerOf(school.owner, '/api/v1/home')).toBe(`${school.id}-${school.owner.id}`);
  });

  test.skipIf(!isBuilt())('so does a page', async () => {
    const school = await world.school();
    const student = await school.join();
    expect(await ownerOf(student, '/homepage')).toBe(`${school.id}-${student.id}`);
    expect(await ownerOf(school.visitor, '/homepage')).toBe(`${school.id}-0`);
    expect(await ownerOf(school.owner, '/homepage?view-as-student=none')).toBeUndefined();
  });
});

describe('the lessons that are open', () => {
  const openOf = async (person: Person, ids: (number | string)[]) =>
    person.get(`/api/v1/me/open-lessons?ids=${ids.join(',')}`);

  test('are those of the member’s products, and no others', async () => {
    const [school, neighbour] = [await world.school(), await world.school()];
    const product = await school.product();
    const open = await courseWith(school, { products: [product], lessons: [2] });
    const locked = await courseWith(school, { products: [await school.product()], lessons: [1] });
    const foreign = await courseWith(neighbour, { lessons: [1] });
    const student = await school.join(['student'], [product]);
    const ids = [...locked.lessons, ...foreign.lessons, ...open.lessons, 999_999_999];
    expect((await openOf(student, ids)).body.data).toEqual(open.lessons.toSorted((a, b) => a - b));
    await school.owner.send('PATCH', `/api/v1/lessons/${open.lessons[0]}`, { published: 0 });
    expect((await openOf(student, ids)).body.data).toEqual([open.lessons[1]]);
    expect((await openOf(school.owner, ids)).body.data).toHaveLength(3);
  });

  test('are requested by ids only, 200 at most', async () => {
    const school = await world.school();
    const student = await school.join();
    const many = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
    for (const [ids, status] of [
      [many(200), 200],
      [many(201), 400],
      [['x'], 400],
      [[], 400],
    ] as const)
      expect((await openOf(student, [...ids])).status).toBe(status);
    expect((await school.visitor.get('/api/v1/me/open-lessons?ids=1')).status).toBe(401);
  });
});
