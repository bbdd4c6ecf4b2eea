import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { ArchiveProblem } from '../src/kit/school-archive/format.ts';
import { importSchool } from '../src/kit/school-archive/import-school.ts';
import { openObjectStore } from '../src/platform/open-object-store.ts';
import { mayMount } from '../torture/installation.ts';
import { openDatabaseProxy, type DatabaseProxy } from './database-proxy.ts';
import { entriesOf, hostileChanges, linesOf, writeZip } from './hostile-archives.ts';
import { openS3 } from './s3.ts';
import { ask, begin, exportedSchool, run } from './school-archive.ts';
import { mountSmallDisk } from './small-disk.ts';

/** Tests imports that are killed or cut off, and archives that are damaged. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { home, from, to, school, neighbour, archive, removeAll } = await exportedSchool();
afterAll(removeAll);

// An import that is killed --------------------------------------------------------------------------

const unfinishedImports = (dataDir: string) => readdir(join(dataDir, 'imports')).catch(() => []);

test.each(['disk', 'S3 store'])(
  'files of a killed import leave the %s with the next one',
  async (store) => {
    const s3 = store === 'disk' ? null : await openS3();
    const env = s3 && {
      S3_BUCKET: s3.bucket,
      S3_ENDPOINT: s3.endpoint,
      S3_ACCESS_KEY: s3.accessKey,
      S3_SECRET_KEY: s3.secretKey,
    };
    const slug = `morta-${store === 'disk' ? 1 : 2}`;
    const { objects } = s3
      ? { objects: await openObjectStore({ ...to.world.platform.config, s3 }) }
      : to.world.platform.files;
    // The import has stored its files, and waits for the table.
    const client = new pg.Client({ connectionString: to.url });
    await client.connect();
    await client.query('BEGIN; LOCK TABLE products IN SHARE MODE');
    const killed = begin(to, ['import', archive, '--slug', slug], env ?? {});
    await vi.waitFor(
      async () => {
        const { rowCount } = await client.query(
          "SELECT FROM pg_locks WHERE NOT granted AND locktype = 'relation'",
        );
        expect(rowCount).toBe(1);
      },
      { timeout: 60_000, interval: 100 },
    );
    const [id] = await unfinishedImports(to.dataDir);
    const keys = (await readFile(join(to.dataDir, 'imports', id!, 'keys'), 'utf8')).split('\n');
    const storedKeys = async () => {
      const found = await Promise.all(keys.map((key) => objects.head(key)));
      return found.filter(Boolean).length;
    };
    expect(await storedKeys()).toBeGreaterThan(5);
    // Another import leaves the files of one that runs.
    expect(await run(to, ['import', archive, '--slug', neighbour.slug], env ?? {})).toMatchObject({
      code: 1,
    });
    expect(await storedKeys()).toBe(keys.length);
    killed.child.kill('SIGKILL');
    await killed.ended;
    await client.query('ROLLBACK');
    await client.end();
    expect(await storedKeys()).toBe(keys.length);

    expect(await run(to, ['import', archive, '--slug', slug], env ?? {})).toMatchObject({
      code: 0,
    });
    expect(await storedKeys()).toBe(0);
    expect(await unfinishedImports(to.dataDir)).toEqual([]);
    if (!s3) await expect(readdir(join(to.dataDir, 'files', id!))).rejects.toThrow('ENOENT');
  },
);

// A connection that breaks --------------------------------------------------------------------------

const runningTransactions = `SELECT query FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`;

/** Imports through a proxy. Returns whether the school stands, and the number of its files. */
async function importThrough(proxy: DatabaseProxy, slug: string) {
  const numbers = () => readdir(join(to.dataDir, 'files')).catch(() => []);
  const before = new Set(await numbers());
  const outcome = await importSchool({
    file: archive,
    slug,
    baseUrl: () => 'https://cortada.example',
    url: proxy.url,
    objects: to.world.platform.files.objects,
    folder: join(home, 'imports'),
  }).then(
    ({ id }) => id,
    (error: Error) => error,
  );
  await proxy.close();
  // The database may still be at work on a COMMIT whose client is gone.
  await expect.poll(() => ask(to, runningTransactions)).toEqual([]);
  const [school] = await ask<{ id: number }>(
    to,
    `SELECT id::int AS id FROM tenants WHERE slug = '${slug}'`,
  );
  const folders = (await numbers()).filter((number) => !before.has(number));
  const files = await Promise.all(
    folders.map((number) => readdir(join(to.dataDir, 'files', number))),
  );
  return { outcome, school, files: files.flat().length };
}

test('a connection that breaks during COMMIT loses no file of an imported school', async () => {
  const proxy = await openDatabaseProxy(to.url);
  const cut = proxy.cutAt('COMMIT', { delivered: true });
  const { outcome, school: imported, files } = await importThrough(proxy, 'cortada');
  await cut;
  expect(imported).toEqual({ id: outcome });
  expect(files).toBe((await readdir(join(from.dataDir, 'files', String(school.id)))).length);
});

test('a connection that breaks before COMMIT leaves no school and no file', async () => {
  const proxy = await openDatabaseProxy(to.url);
  const cut = proxy.cutAt('COMMIT', { delivered: false });
  const { outcome, school: imported, files } = await importThrough(proxy, 'cortada-antes');
  await cut;
  expect(outcome).toBeInstanceOf(Error);
  expect([imported, files]).toEqual([undefined, 0]);
});

test('an export whose database goes away says so in one sentence, and leaves nothing', async () => {
  const client = new pg.Client({ connectionString: from.url });
  await client.connect();
  await client.query('BEGIN; LOCK TABLE products');
  const exporting = begin(from, ['export', school.slug, '--to', join(home, 'interrompida.zip')]);
  const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(() => ask(from, end), { timeout: 60_000 }).toHaveLength(1);
  expect(await exporting.ended).toEqual({
    code: 1,
    out: 'The database went away. Run the command again once it answers.\n',
  });
  await client.end();
  const left = (await readdir(home)).filter((name) => /interrompida|vitrine-export/.test(name));
  expect(left).toEqual([]);
});

test('files stay while the outcome of the import is unknown', async () => {
  const proxy = await openDatabaseProxy(to.url);
  void proxy.cutAt('COMMIT', { delivered: true }).then(() => {
    proxy.mode = { code: '28P01', message: 'password authentication failed' };
  });
  const { outcome, school: imported, files } = await importThrough(proxy, 'cortada-de-vez');
  expect(outcome).toBeInstanceOf(ArchiveProblem);
  expect((outcome as Error).message).toContain('Look whether the school is there.');
  expect(imported).toBeDefined();
  expect(files).toBeGreaterThan(0);
  // The next import finds the school, and leaves its files.
  expect(await unfinishedImports(home)).toEqual([String(imported!.id)]);
  expect(await importThrough(await openDatabaseProxy(to.url), 'cortada-de-vez')).toMatchObject({
    outcome: expect.any(ArchiveProblem),
  });
  expect(await unfinishedImports(home)).toEqual([]);
  const left = await readdir(join(to.dataDir, 'files', String(imported!.id)));
  expect(left).toHaveLength(files);
});

// A disk that fills up ------------------------------------------------------------------------------

test.runIf(await mayMount())(
  'an export onto a small disk names its folder, and leaves it empty',
  async () => {
    const disk = await mountSmallDisk(join(home, 'small-disk'), '64k');
    expect(await run(from, ['export', school.slug, '--to', join(disk, 'aurora.zip')])).toEqual({
      code: 1,
      out: `${disk} cannot be written (ENOSPC: no space left on device, write): make room on its disk, or name another folder.\n`,
    });
    expect(await readdir(disk)).toEqual([]);
  },
);

test('an export into a closed folder says why', async () => {
  const closed = join('/proc', 'aurora.zip'); // nobody makes a file there
  expect(await run(from, ['export', school.slug, '--to', closed])).toEqual({
    code: 1,
    out: expect.stringMatching(/^\/proc cannot be written \(.+\): give it to this user, or name/),
  });
});

// Damaged and hostile archives --------------------------------------------------------------------

test.each(hostileChanges)('%s is refused, and leaves nothing', async (_what, sentence, change) => {
  const entries = await entriesOf(archive);
  change(entries);
  const path = join(home, 'hostile.zip');
  await writeZip(path, entries);
  await refused(path, sentence);
});

test('the command reports it in one sentence', async () => {
  const { code, out } = await run(to, ['import', join(home, 'nothing.zip')]);
  expect([code, out]).toEqual([1, `There is no file ${join(home, 'nothing.zip')}.\n`]);
});

test('an archive that is truncated, no zip, or leads outside is refused', async () => {
  const path = join(home, 'cut.zip');
  await writeFile(path, await readFile(archive));
  await truncate(path, 5_000);
  await refused(path, /no zip file, or was cut off/);
  await refused(join(home, 'nothing.zip'), /There is no file/);
  const damaged = await readFile(archive);
  damaged.fill(
    0xff,
    damaged.indexOf('manifest.json') + 100,
    damaged.indexOf('manifest.json') + 120,
  );
  await writeFile(path, damaged);
  await refused(path, /The archive is broken: manifest\.json/);
  // A name outside the folder: yazl refuses to write it, so the test changes its bytes.
  const zip = await readFile(archive);
  const name = Buffer.from('manifest.json');
  const outside = Buffer.from('../../../a.sh');
  for (let offset = zip.indexOf(name); offset >= 0; offset = zip.indexOf(name, offset))
    outside.copy(zip, offset);
  await writeFile(path, zip);
  await refused(path, /The archive/);
});

async function refused(path: string, sentence: RegExp) {
  const slug = 'intrusa';
  const files = async () => {
    const folder = join(to.dataDir, 'files');
    const options = { recursive: true, withFileTypes: true } as const;
    const entries = await readdir(folder, options).catch(() => []);
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  };
  const before = await files();
  const importing = importSchool({
    file: path,
    slug,
    baseUrl: () => 'https://intrusa.example',
    url: to.url,
    objects: to.world.platform.files.objects,
    folder: join(home, 'imports'),
  });
  await expect(importing).rejects.toThrow(ArchiveProblem);
  await expect(importing).rejects.toThrow(sentence);
  expect(await ask(to, `SELECT 1 FROM tenants WHERE slug = '${slug}'`)).toEqual([]);
  expect((await files()).toSorted()).toEqual(before.toSorted());
  expect(await unfinishedImports(home)).toEqual([]);
}

test('an archive that states no bytes is counted by its files against the quotas', async () => {
  const entries = await entriesOf(archive);
  linesOf(entries, 'files', (line) => line.replace(/"counted_bytes":\d+/, '"counted_bytes":0'));
  for (const table of ['school_storage', 'member_storage'])
    linesOf(entries, table, (line) => line.replace(/"bytes":-?\d+/, '"bytes":-1000000000000'));
  const path = join(home, 'weightless.zip');
  await writeZip(path, entries);
  expect(await run(to, ['import', path, '--slug', 'sem-peso'])).toMatchObject({ code: 0 });
  const [{ id }] = (await ask(
    to,
    `SELECT id::int FROM tenants WHERE slug = 'sem-peso'`,
  )) as unknown as [{ id: number }];
  const folder = join(to.dataDir, 'files', String(id));
  const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size);
  const stored = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  const sums = await ask<{ school: number; files: number; members: number; own: number }>(
    to,
    `SELECT (SELECT bytes FROM school_storage WHERE tenant_id = ${id})::int AS school,
       (SELECT sum(counted_bytes) FROM files WHERE tenant_id = ${id})::int AS files,
       (SELECT sum(bytes) FROM member_storage WHERE tenant_id = ${id})::int AS members,
       (SELECT sum(counted_bytes) FROM files WHERE tenant_id = ${id} AND member_id IS NOT NULL)::int AS own`,
  );
  expect(stored).toBeGreaterThan(0);
  expect(sums[0]!.school).toBeGreaterThanOrEqual(stored);
  expect(sums[0]!.school).toBe(sums[0]!.files);
  expect(sums[0]!.members).toBe(sums[0]!.own);
});
