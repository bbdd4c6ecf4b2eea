import { messages } from '@vitrine/contract/imports';
import { sql } from 'kysely';
import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { onDisk, refusal } from '../../../test/cartridges/written-cartridges.ts';
import { type TestSchool } from '../../../test/harness.ts';
import { cartridgeOf, openImportWorld, readImport, sendCourse } from '../../../test/imports.ts';
import { jpeg } from '../../../test/media.ts';
import { makeJobsDue } from '../../../test/sql.ts';
import { withCartridgeReader } from './cartridge-process.ts';
import { withSheet } from './sheet-process.ts';

const world = await openImportWorld();
const run = () => world.platform.jobs.runAll();

/** The process ids of this server's cartridge readers. */
function readers(): number[] {
  const { stdout } = spawnSync('ps', '-A -ww -o pid=,ppid=,args='.split(' '), { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    return parent === process.pid && line.includes('cartridge-worker') ? [pid!] : [];
  });
}
afterEach(() => {
  for (const left of readers()) process.kill(left, 'SIGKILL');
});

/** Acts on the reader after the files are stored, before the course is written. */
async function runMeanwhile(school: TestSchool, id: number, act: (reader: number) => void) {
  let running: Promise<void> | undefined;
  await school.transaction(async ({ db }) => {
    await sql`LOCK TABLE courses IN EXCLUSIVE MODE`.execute(db);
    running = run();
    await expect
      .poll(() => readImport(school.owner, id))
      .toMatchObject({ status: 'running', done: 2, total: 3 });
    const [reader, ...more] = readers();
    expect(more).toEqual([]);
    act(reader!);
  });
  return { running: running! };
}

const cartridge = async () =>
  cartridgeOf(
    { Aula: '<img src="a.jpg"><a href="a.txt">a</a>' },
    { 'a.txt': 'a', 'a.jpg': await jpeg() },
  );

test('other requests are answered while a large cartridge is read', async () => {
  const school = await world.school();
  const { id } = (await sendCourse(await cartridge(), school.owner)).body.data;
  let reader = 0;
  const { running } = await runMeanwhile(school, id, (pid) => {
    reader = pid;
    process.kill(reader, 'SIGSTOP');
  });
  expect((await school.owner.get('/api/v1/courses')).body.data).toEqual([]);
  expect((await sendCourse('isto não é um zip', school.owner)).status).toBe(415);
  expect(await readImport(school.owner, id)).toMatchObject({ status: 'running' });

  // A terminal sends SIGINT to the reader as well. The reader must go on while the server needs it.
  process.kill(reader, 'SIGINT');
  process.kill(reader, 'SIGCONT');
  await running;
  expect(await readImport(school.owner, id)).toMatchObject({ status: 'done', done: 3, report: [] });
  await expect.poll(readers).toEqual([]);
});

test('an import waits only for imports of its own school', async () => {
  const schools = [await world.school(), await world.school(), await world.school()];
  const school = schools.shift()!;
  const send = async (to: TestSchool) =>
    (await sendCourse(await cartridge(), to.owner)).body.data.id as number;
  const id = await send(school);
  let reader = 0;
  const { running } = await runMeanwhile(school, id, (pid) => {
    reader = pid;
    process.kill(reader, 'SIGSTOP');
  });
  const second = await send(school);
  for (const other of schools) {
    const response = await send(other);
    const status = async () => {
      await run();
      return (await readImport(other.owner, response)).status;
    };
    await expect.poll(status, { timeout: 20_000 }).toBe('done');
  }
  expect(await readImport(school.owner, second)).toMatchObject({ status: 'queued' });
  process.kill(reader, 'SIGCONT');
  await running;
  await run();
  expect(await readImport(school.owner, second)).toMatchObject({ status: 'done' });
});

test('a killed reader ends its run, the last one fails the import, and nothing is left', async () => {
  const school = await world.school();
  const { id } = (await sendCourse(await cartridge(), school.owner)).body.data;
  const killed = async () => {
    const { running } = await runMeanwhile(school, id, (pid) => process.kill(pid, 'SIGKILL'));
    await running;
    return readImport(school.owner, id);
  };
  const courses = async () => (await school.owner.get('/api/v1/courses')).body.data;

  expect(await killed()).toMatchObject({ status: 'queued' });
  expect(await courses()).toEqual([]);
  expect(await world.objects(school)).toHaveLength(1); // what was sent

  await makeJobsDue(world.databaseUrl);
  await school.transaction(({ db }) =>
    db.updateTable('imports').set({ tries: 4, done: 0 }).execute(),
  );
  expect(await killed()).toMatchObject({
    status: 'failed',
    report: [{ item: 'curso.imscc', message: messages.courseGaveUp }],
  });
  expect(await courses()).toEqual([]);
  expect(await world.objects(school)).toEqual([]);
  expect(await readdir(join(world.dataDir, 'tmp'))).toEqual([]);
});

test.each([
  ['time', { seconds: 0, memoryBytes: 1024 * 1_048_576 }],
  ['memory', { seconds: 120, memoryBytes: 1_048_576 }],
])(
  'a cartridge that takes too much %s is refused, and the next one is read',
  async (_what, most) => {
    const file = await onDisk(await cartridge());
    expect(await refusal(withCartridgeReader((reader) => reader('read', file, 'pt'), most))).toBe(
      'too_large',
    );
    const { lessons } = await withCartridgeReader((reader) => reader('read', file, 'pt'));
    expect(lessons).toBe(1);
  },
);

test('a spreadsheet that takes too long is refused as one that cannot be read', async () => {
  const file = await onDisk(Buffer.from('name,email\nAna,ana@a.co'));
  const open = (seconds: number) =>
    withSheet(file, async ({ total }) => total, { seconds, memoryBytes: 768 * 1_048_576 });
  await expect(open(0)).rejects.toMatchObject({ status: 415, message: messages.notCsv });
  expect(await open(30)).toBe(1);
});
