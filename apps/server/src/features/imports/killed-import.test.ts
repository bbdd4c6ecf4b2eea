import { sql } from 'kysely';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { cartridgeOf, openImportWorld, readImport, sendCourse } from '../../../test/imports.ts';

const world = await openImportWorld();

/** A whole server on the same database and folder, which does the jobs. */
let server: ChildProcess | undefined;
afterEach(() => void server?.kill('SIGKILL'));
const startServer = () => {
  server = spawn(process.execPath, [join(import.meta.dirname, '../../main.ts')], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: world.databaseUrl,
      DATA_DIR: world.dataDir,
      PORT: '0',
      DEMO: '0',
      LOG_LEVEL: 'silent',
    },
    stdio: 'ignore',
  });
  return server;
};
const patience = { timeout: 60_000, interval: 50 };

test('a killed server leaves nothing of an import, and the next server starts it again', async () => {
  const school = await world.school();
  const content = cartridgeOf({ A: '<a href="a.txt">a</a>', B: 'b' }, { 'a.txt': 'a' });
  const { body } = await sendCourse(content, school.owner);
  const standing = () => readImport(school.owner, body.data.id);

  await school.transaction(async ({ db }) => {
    await sql`LOCK TABLE courses IN EXCLUSIVE MODE`.execute(db);
    const first = startServer();
    await expect.poll(standing, patience).toMatchObject({ status: 'running', done: 1 });
    first.kill('SIGKILL');
    await once(first, 'exit');
  });
  const courses = () =>
    school.transaction(({ db }) => db.selectFrom('courses').select('id').execute());
  expect(await courses()).toEqual([]);

  startServer();
  await expect.poll(standing, patience).toMatchObject({ status: 'done', done: 3, total: 3 });
  expect(await courses()).toHaveLength(1);
  const files = () =>
    school.transaction(({ db }) =>
      db.selectFrom('files').select(['use', 'unused_since']).orderBy('id').execute(),
    );
  // The uploaded file is removed after the import. The sweep removes the killed run's file. The
  // third one belongs to the lesson.
  await expect.poll(files, patience).toEqual([
    { use: 'lesson_file', unused_since: expect.any(Date) },
    { use: 'lesson_file', unused_since: null },
  ]);
}, 120_000);
