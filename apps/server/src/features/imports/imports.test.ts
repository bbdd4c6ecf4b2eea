import { messages } from '@vitrine/contract/imports';
import { messages as uploads } from '@vitrine/contract/uploads';
import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { rawZip } from '../../../test/cartridges/raw-zip.ts';
import { item, manifest, resource } from '../../../test/cartridges/written-cartridges.ts';
import { statuses, type TestSchool } from '../../../test/harness.ts';
import {
  cartridgeOf,
  importCalls,
  openImportWorld,
  readImport,
  sendCourse,
  zip,
} from '../../../test/imports.ts';
import { jpeg } from '../../../test/media.ts';
import { makeJobsDue, runSql } from '../../../test/sql.ts';
import { beginRun, endRun } from './imports.store.ts';

const world = await openImportWorld();
let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

const { run, count } = importCalls(world, () => school);

describe('the server refuses, and keeps nothing of,', () => {
  const good = {
    'p.html': '<p>Oi</p>',
    'imsmanifest.xml': manifest(item('A', 'p'), resource('p', 'webcontent', 'p.html')),
  };
  test.each([
    ['no zip', 'isto não é um zip', 415, 'not_zip'],
    ['an image', Buffer.from('89504e470d0a1a0a', 'hex'), 415, 'not_zip'],
    ['a cut zip', zip(good).subarray(0, 200), 422, 'damaged'],
    ['no manifest', zip({ 'a.txt': 'a' }), 422, 'no_manifest'],
    ['no XML', zip({ 'imsmanifest.xml': 'olá' }), 422, 'bad_manifest'],
    [
      'entities',
      zip({ 'imsmanifest.xml': '<!DOCTYPE m [<!ENTITY a "b">]><manifest>&a;</manifest>' }),
      422,
      'bad_manifest',
    ],
    ['a path that leaves', rawZip([{ name: '../x', data: 'x' }]), 422, 'unsafe_path'],
    ['a bomb', zip({ ...good, 'z.bin': Buffer.alloc(8_000_000) }), 422, 'too_large'],
  ])('%s', async (_what, content, status, code) => {
    const answer = await sendCourse(content, school.owner);
    expect(answer).toMatchObject({ status, body: { code } });
    expect(answer.body.errors.file).toEqual([answer.body.message]);
    expect((await school.owner.get('/api/v1/imports')).body.data).toEqual([]);
    expect(await world.objects(school)).toEqual([]);
    expect(await count('files')).toBe(0);
  });

  test('no file', async () => {
    expect((await school.owner.post('/api/v1/imports', {})).status).toBe(422);
  });

  test('one unknown product among known ones', async () => {
    const products = [await school.product(), 999_999];
    expect((await sendCourse(zip(good), school.owner, { products })).status).toBe(404);
    expect(await world.objects(school)).toEqual([]);
  });

  test('in the language of whoever sent it', async () => {
    const form = new FormData();
    form.set('file', new Blob(['x']), 'x.zip');
    const { body } = await school.owner.send('POST', '/api/v1/imports', form, {
      headers: { cookie: `${school.owner.cookie}; language=en` },
    });
    expect(body.message).toMatch(/^This file is neither/);
  });
});

describe('an import that fails in the middle', () => {
  const lying = async () => {
    const html = '<img src="a.jpg"><a href="b.txt">b</a><a href="bomba.bin">bomba</a>';
    return rawZip([
      {
        name: 'imsmanifest.xml',
        data: manifest(item('M', '', item('Aula', 'p')), resource('p', 'webcontent', 'p.html')),
      },
      { name: 'p.html', data: html },
      { name: 'a.jpg', data: await jpeg() },
      { name: 'b.txt', data: 'b' },
      { name: 'bomba.bin', data: Buffer.alloc(30_000_000, 'a'), size: 100 },
    ]);
  };

  test('says so and leaves no course, no rows and no files', async () => {
    const { body } = await sendCourse(await lying(), school.owner, { name: 'mentira.zip' });
    await run();
    expect(await readImport(school.owner, body.data.id)).toMatchObject({
      status: 'failed',
      report: [{ item: 'mentira.zip', message: expect.stringContaining('grande demais') }],
    });
    const tables = ['courses', 'modules', 'lessons', 'files', 'quizzes'] as const;
    expect(await Promise.all(tables.map(count))).toEqual([0, 0, 0, 0, 0]);
    expect(await world.objects(school)).toEqual([]);
  });

  test('because of a server error starts again, and arrives complete', async () => {
    const { body } = await sendCourse(
      cartridgeOf({ Aula: '<a href="a.txt">a</a>' }, { 'a.txt': 'a' }),
      school.owner,
    );
    await runSql(
      world.databaseUrl,
      `ALTER TABLE lessons ADD CONSTRAINT trouble CHECK (title <> 'Aula') NOT VALID`,
    );
    await run();
    expect(await readImport(school.owner, body.data.id)).toMatchObject({ status: 'queued' });
    expect(await count('courses')).toBe(0);
    expect(await world.objects(school)).toHaveLength(1); // what was sent

    await runSql(world.databaseUrl, 'ALTER TABLE lessons DROP CONSTRAINT trouble');
    await makeJobsDue(world.databaseUrl);
    await run();
    expect(await readImport(school.owner, body.data.id)).toMatchObject({ status: 'done' });
    expect(await count('courses')).toBe(1);
    expect(await world.objects(school)).toHaveLength(1); // what the lesson holds
  });

  test('repeatedly ends with a message', async () => {
    const { body } = await sendCourse(cartridgeOf({ Aula: 'a' }), school.owner);
    await school.transaction(({ db }) => db.updateTable('imports').set({ tries: 5 }).execute());
    await run();
    expect(await readImport(school.owner, body.data.id)).toMatchObject({
      status: 'failed',
      report: [{ item: 'curso.imscc', message: messages.courseGaveUp }],
    });
    expect(await world.objects(school)).toEqual([]);
  });
});

describe('a running import', () => {
  test('reports its progress, and its course appears once it is complete', async () => {
    const { body } = await sendCourse(
      cartridgeOf({ A: '<a href="a.txt">a</a>', B: 'b' }, { 'a.txt': 'a' }),
      school.owner,
    );
    const { id } = body.data;
    expect(await readImport(school.owner, id)).toMatchObject({
      status: 'queued',
      done: 0,
      total: 0,
    });

    let running: Promise<void> | undefined;
    await school.transaction(async ({ db }) => {
      await sql`LOCK TABLE courses IN EXCLUSIVE MODE`.execute(db);
      running = run();
      await expect
        .poll(() => readImport(school.owner, id))
        .toMatchObject({ status: 'running', done: 1, total: 3 });
    });
    await running;
    expect(await readImport(school.owner, id)).toMatchObject({ status: 'done', done: 3, total: 3 });
  });

  test('delays the next import of its school; both are complete', async () => {
    const answers = await Promise.all(
      ['Um', 'Dois'].map((title) => sendCourse(cartridgeOf({ [title]: 'x' }), school.owner)),
    );
    expect(statuses(answers)).toEqual({ 202: 2 });
    await Promise.all([run(), run()]);
    // Two that look for work at the same moment may both go home without the second import.
    const imports = async () => {
      await run();
      return (await school.owner.get('/api/v1/imports')).body.data;
    };
    const newest = Math.max(...answers.map(({ body }) => body.data.id));
    await expect
      .poll(imports)
      .toMatchObject([{ id: newest, status: 'done', report_count: 0 }, { status: 'done' }]);
    expect(await count('courses')).toBe(2);
  });

  test('takes no try from those that wait', async () => {
    const sent = [];
    for (const title of ['Um', 'Dois'])
      sent.push((await sendCourse(cartridgeOf({ [title]: 'x' }), school.owner)).body.data.id);
    // Both have one try left.
    await school.transaction(({ db }) => db.updateTable('imports').set({ tries: 4 }).execute());
    await run();
    for (const id of sent)
      expect(await readImport(school.owner, id)).toMatchObject({ status: 'done', report: [] });
    expect(await count('courses')).toBe(2);
  });
});

test('imports are listed twenty a page, the newest first', async () => {
  await school.transaction(({ db }) =>
    sql`INSERT INTO imports (kind, status, filename)
      SELECT 'course', 'done', 'curso-' || n || '.imscc' FROM generate_series(1, 22) n`.execute(db),
  );
  const neighbour = await world.school();
  const first = (await school.owner.get('/api/v1/imports')).body;
  const second = (await school.owner.get(first.next_page_url)).body;
  expect([first.data.length, second.current_page, second.next_page_url]).toEqual([20, 2, null]);
  const names = [...first.data, ...second.data].map(({ filename }) => filename);
  expect(names).toEqual(Array.from({ length: 22 }, (_, n) => `curso-${22 - n}.imscc`));
  expect((await neighbour.owner.get('/api/v1/imports')).body.data).toEqual([]);
});

test('a run that has been overtaken, or has ended, writes nothing', async () => {
  const { id } = (await sendCourse(cartridgeOf({ A: 'a' }), school.owner)).body.data;
  const begin = () => school.transaction((tx) => beginRun(tx, id));
  const end = (of: NonNullable<Awaited<ReturnType<typeof begin>>>) =>
    school.transaction((tx) => endRun(tx, of, { status: 'done', report: [] }));
  const first = (await begin())!;
  await begin();
  await expect(end(first)).rejects.toThrow(/overtaken/);
  await run();
  const last = await school.transaction(({ db }) =>
    db.selectFrom('imports').select('run').executeTakeFirstOrThrow(),
  );
  for (const of of [first, { ...first, ...last }])
    await expect(end(of)).rejects.toThrow(/overtaken/);
  expect(await begin()).toBeNull();
  expect(await readImport(school.owner, id)).toMatchObject({ status: 'done' });
  expect(await count('courses')).toBe(1);
});

test('students, instructors and the neighbour school import and see nothing', async () => {
  const content = cartridgeOf({ A: 'a' });
  for (const roles of [['student'], ['instructor'], ['moderator']])
    expect((await sendCourse(content, await school.join(roles))).status).toBe(403);
  expect((await sendCourse(content, school.visitor)).status).toBe(401);
  const { body } = await sendCourse(content, school.owner);
  const neighbour = await world.school();
  expect((await neighbour.owner.get(`/api/v1/imports/${body.data.id}`)).status).toBe(404);
  expect((await neighbour.owner.get('/api/v1/imports')).body.data).toEqual([]);
  expect(
    (await sendCourse(content, neighbour.owner, { products: [await school.product()] })).status,
  ).toBe(404);
});

test('an import writes one audit row', async () => {
  await sendCourse(cartridgeOf({ A: 'a' }), school.owner);
  expect(await school.auditEntries()).toMatchObject([
    { action: 'imports.course', member_id: school.owner.id },
  ]);
});

test('an import beyond the school’s quota is refused, and leaves nothing', async () => {
  const { status, body } = await sendCourse(
    cartridgeOf({ Aula: '<a href="a.bin">a</a>' }, { 'a.bin': randomBytes(2 * 1_048_576) }),
    school.owner,
  );
  expect(status).toBe(202);
  await runSql(world.databaseUrl, `UPDATE tenants SET storage_mb = 1 WHERE id = ${school.id}`);
  await run();
  expect(await readImport(school.owner, body.data.id)).toMatchObject({
    status: 'failed',
    report: [{ message: uploads.schoolStorageFull }],
  });
  expect(await world.objects(school)).toEqual([]);
  expect(await count('files')).toBe(0);
  expect(await count('courses')).toBe(0);
});

test("a school's first import runs before another school's second", async () => {
  const [loud, quiet] = [await world.school(), await world.school()];
  const course = cartridgeOf({ Luz: 'luz' });
  const sent: { owner: TestSchool['owner']; id: number }[] = [];
  for (const { owner } of [loud, loud, quiet])
    sent.push({ owner, id: (await sendCourse(course, owner)).body.data.id });
  await run();
  // Courses of all schools are numbered in the order in which they were made.
  const [first, second, neighbour] = await Promise.all(
    sent.map(async ({ owner, id }) => (await readImport(owner, id)).course_id!),
  );
  expect([first, neighbour, second]).toEqual(
    [first, neighbour, second].toSorted((a, b) => a! - b!),
  );
});
