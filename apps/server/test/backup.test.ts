import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { deleteRefused } from '../src/kit/files/remove-files.ts';
import { BACKUP_LOCK } from '../src/platform/backup-lock.ts';
import { mayMount } from '../torture/installation.ts';
import { backedUpInstallation } from './backups.ts';
import { emptyDatabase } from './own-database.ts';
import { mountSmallDisk } from './small-disk.ts';

// The tests back up whole installations, each in a process of its own.
vi.setConfig({ testTimeout: 120_000 });
const { home, dataDir, source, world, school, newPath, backUp, run, ask, sendImage, removeAll } =
  await backedUpInstallation();
afterAll(removeAll);

test('a backup is closed to other users, and never replaces anything', async () => {
  const folder = newPath();
  await backUp(folder);
  const modes = new Set<string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const { mode } = await stat(join(entry.parentPath, entry.name));
    modes.add(`${entry.isDirectory() ? 'folder' : 'file'} ${(mode & 0o777).toString(8)}`);
  }
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect([...modes].toSorted()).toEqual(['file 600', 'folder 700']);
  expect(await backUp(folder)).toEqual({ code: 1, out: `${folder} exists: name a new folder.\n` });
});

test('what keeps a backup from beginning is told in one sentence', async () => {
  const folder = join(newPath(), 'today');
  expect(await backUp(folder)).toEqual({
    code: 1,
    out: `There is no folder ${dirname(folder)}: make it first.\n`,
  });
  const gone = { DATABASE_URL: 'postgres://a:segredo@127.0.0.1:1/b' };
  const { code, out } = await run('backup', newPath(), gone);
  const sentence =
    'The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1. Start it, or correct DATABASE_URL.';
  expect([code, out]).toEqual([1, `${sentence}\n`]);
  const closed = join('/proc', 'backup'); // nobody makes a folder there
  expect(await backUp(closed)).toEqual({
    code: 1,
    out: expect.stringMatching(/^\/proc cannot be written \(.*\): give it to this user, or name/),
  });
  const wrong = new URL(source);
  wrong.password = 'errada';
  wrong.username = 'ninguem';
  const refused = await run('backup', newPath(), { DATABASE_URL: wrong.href });
  expect([refused.code, refused.out.split('\n')]).toEqual([1, [expect.any(String), '']]);
});

test('a backup whose database goes away says so in one sentence, and leaves nothing', async () => {
  const folder = newPath();
  const blocker = new pg.Client({ connectionString: source });
  await blocker.connect();
  onTestFinished(() => blocker.end());
  await blocker.query('BEGIN; LOCK TABLE mails');
  const running = backUp(folder);
  const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'vitrine backup'
      AND wait_event_type = 'Lock'`;
  await expect.poll(() => ask(source, end), { timeout: 60_000 }).toHaveLength(1);
  expect(await running).toEqual({
    code: 1,
    out: 'The database went away. Run the command again once it answers.\n',
  });
  const left = (await readdir(home)).filter((name) => join(home, name).startsWith(folder));
  expect(left).toEqual([]);
});

test.runIf(await mayMount())(
  'a backup onto a small disk names its folder, and leaves it empty',
  async () => {
    const disk = await mountSmallDisk(newPath(), '64k');
    expect(await backUp(join(disk, 'today'))).toEqual({
      code: 1,
      out: `${disk} cannot be written (ENOSPC: no space left on device, write): make room on its disk, or name another folder.\n`,
    });
    expect(await readdir(disk)).toEqual([]);
  },
);

test('while people write, a backup is of one moment: sums equal a recount, and each file is there', async () => {
  let writing = true;
  const sendImages = async () => {
    for (let n = 0; writing; n += 1) await sendImage(50 + (n % 400));
  };
  const addProducts = async (writer: number) => {
    for (let n = 0; writing; n += 1)
      await school.owner.post('/api/v1/products', { title: `Produto ${writer}-${n}` });
  };
  const folder = newPath();
  const files = async () => (await ask(source, 'SELECT id FROM files')).length;
  const before = await files();
  const writers = [sendImages(), addProducts(1), addProducts(2)];
  await expect.poll(files, { timeout: 60_000 }).toBeGreaterThan(before);
  const backup = await backUp(folder);
  writing = false;
  await Promise.all(writers);
  expect(backup).toMatchObject({ code: 0, out: expect.not.stringContaining('has no') });

  const target = await emptyDatabase();
  const place = newPath();
  expect(await run('restore', folder, { DATA_DIR: place, DATABASE_URL: target })).toMatchObject({
    code: 0,
  });
  const [sums] = await ask(
    target,
    `SELECT s.files::int AS kept, (SELECT count(*)::int FROM files f WHERE f.tenant_id = s.tenant_id) AS counted,
       s.bytes::int AS bytes,
       (SELECT sum(counted_bytes)::int FROM files f WHERE f.tenant_id = s.tenant_id) AS summed
     FROM school_storage s WHERE s.tenant_id = ${school.id}`,
  );
  expect(sums!['kept']).toEqual(sums!['counted']);
  expect(sums!['bytes']).toEqual(sums!['summed']);
  expect(Number(sums!['kept'])).toBeGreaterThan(0);
  const rows = await ask(
    target,
    "SELECT tenant_id || '/' || name AS key FROM files WHERE state = 'ready'",
  );
  const stored = await readdir(join(place, 'files'), { recursive: true });
  expect(rows.map(({ key }) => key).filter((key) => !stored.includes(key!))).toEqual([]);
  // Every write also wrote an audit entry, in the same transaction.
  const [pair] = await ask(
    target,
    `SELECT (SELECT count(*) FROM products WHERE title LIKE 'Produto %') AS products,
       (SELECT count(*) FROM audit_entries WHERE action = 'products.create' AND tenant_id = ${school.id}) AS entries`,
  );
  expect(Number(pair!['entries']) - Number(pair!['products'])).toBe(2);
});

/** An image that nobody may claim any more. Its deletion comes next. */
async function refusedImage() {
  const { path } = await sendImage(77);
  const name = path.split('/').at(-1)!.split('?')[0]!;
  const rows = await school.transaction(({ db }) =>
    db
      .updateTable('files')
      .set({ state: 'refused' })
      .where('name', '=', name)
      .returningAll()
      .execute(),
  );
  return { name, rows };
}

test('a file that is deleted meanwhile stays until the backup is done', async () => {
  const { name, rows } = await refusedImage();
  const stored = async () =>
    (await readdir(join(dataDir, 'files', String(school.id)))).includes(name);
  const backup = new pg.Client({ connectionString: source });
  await backup.connect();
  await backup.query(`SELECT pg_advisory_lock(${BACKUP_LOCK})`);
  await deleteRefused(world.platform, school.id, rows);
  expect(await stored()).toBe(true);
  const sweep = `SELECT count(*) FROM graphile_worker._private_jobs j
    JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE identifier = 'sweep-files' AND (payload ->> 'tenantId')::int = ${school.id}`;
  expect(Number((await ask(source, sweep))[0]!['count'])).toBeGreaterThan(0);
  await backup.end();
  await deleteRefused(world.platform, school.id, rows);
  expect(await stored()).toBe(false);
});

test('a backup that begins during a deletion misses no file, and does not wait for it', async () => {
  const { name, rows } = await refusedImage();
  const { objects } = world.platform.files;
  const { delete: deleteObject } = objects;
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  const deletes = vi.spyOn(objects, 'delete').mockImplementation(async (key) => {
    await promise;
    return deleteObject(key);
  });
  onTestFinished(() => {
    answer();
    deletes.mockRestore();
  });
  const deletion = deleteRefused(world.platform, school.id, rows);
  await expect.poll(() => deletes.mock.calls.length).toBe(1);
  const folder = newPath();
  expect((await backUp(folder)).code).toBe(0);
  expect(await readFile(join(folder, 'files.jsonl'), 'utf8')).not.toContain(name);
  const { files } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
  expect(files.missing).toEqual([]);
  answer();
  expect(await deletion).toBe(true);
});
