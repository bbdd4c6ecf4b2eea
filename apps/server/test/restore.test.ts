import { execFile, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFile,
  cp,
  mkdir,
  readdir,
  readFile,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/platform/config.ts';
import { openLog } from '../src/platform/log.ts';
import { openPlatform } from '../src/platform/open-platform.ts';
import { mayMount } from '../torture/installation.ts';
import { backedUpInstallation } from './backups.ts';
import { emptyDatabase } from './own-database.ts';
import { mountSmallDisk } from './small-disk.ts';

// The tests back up and restore whole installations, each in a process of its own.
vi.setConfig({ testTimeout: 120_000 });
const command = promisify(execFile);
const { dataDir, source, school, newPath, backUp, run, ask, removeAll } =
  await backedUpInstallation();
afterAll(removeAll);

const relations = `SELECT relname FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
  WHERE nspname = 'public' AND relkind = 'r'`;

/** Returns a checksum of every table's rows. Both stores are folders, so etags are equal too. */
async function contents(url: string) {
  const tables = await ask(url, `${relations} AND relname <> 'schema_migrations' ORDER BY 1`);
  const sums: Record<string, string> = {};
  for (const { relname } of tables) {
    const [row] = await ask(
      url,
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text)), '') AS sum
       FROM "${relname}" t`,
    );
    sums[relname!] = row!['sum']!;
  }
  return sums;
}

async function serve(url: string, folder: string) {
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
  const platform = await openPlatform(config, url, openLog(config));
  const app = await buildApp(platform);
  const get = (path: string) =>
    app.inject({
      method: 'GET',
      url: path,
      headers: { host: school.host, cookie: school.owner.cookie },
    });
  const close = async () => {
    await app.close();
    await platform.jobs.stop();
    await platform.database.close();
  };
  return { get, close };
}

test('a restored installation has every row and every file, and keeps working', async () => {
  const folder = newPath();
  expect(await backUp(folder)).toMatchObject({ code: 0, out: expect.stringContaining('files') });
  const target = await emptyDatabase();
  const place = newPath();
  expect(await run('restore', folder, { DATA_DIR: place, DATABASE_URL: target })).toMatchObject({
    code: 0,
  });
  expect(await contents(target)).toEqual(await contents(source));
  for (const name of await readdir(join(dataDir, 'files', String(school.id))))
    expect(await readFile(join(place, 'files', String(school.id), name))).toEqual(
      await readFile(join(dataDir, 'files', String(school.id), name)),
    );
  const rules = `SELECT concat(conrelid::regclass, pg_get_constraintdef(oid)) AS it FROM pg_constraint
    UNION ALL SELECT concat(tgrelid::regclass, tgname, tgenabled) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT concat(relname, relrowsecurity, relforcerowsecurity) FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`;
  expect(await ask(target, rules)).toEqual(await ask(source, rules));
  const restored = await serve(target, place);
  const products = await restored.get('/api/auth/admin/products/get');
  expect(products.json()).toHaveLength(2);
  await restored.close();
  // A sequence that was not restored would assign ids that are taken.
  const next = 'SELECT last_value::text AS last FROM products_id_seq';
  expect(await ask(target, next)).toEqual(await ask(source, next));
});

describe('a restore refuses, and leaves the target empty for,', () => {
  const whole = newPath();
  beforeAll(() => backUp(whole));

  async function contentFile(folder: string) {
    const entries = await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true });
    const file = entries.find((entry) => entry.isFile())!;
    return join(file.parentPath, file.name);
  }
  const broken: [string, (folder: string) => Promise<void>][] = [
    [
      'a table that was cut',
      (folder) => truncate(join(folder, 'tables/public.members.copy.gz'), 90),
    ],
    ['a table that is gone', (folder) => rm(join(folder, 'tables/public.products.copy.gz'))],
    ['a file that was changed', async (folder) => appendFile(await contentFile(folder), 'x')],
    ['a file that is gone', async (folder) => rm(await contentFile(folder))],
    ['a list of files that was cut', (folder) => truncate(join(folder, 'files.jsonl'), 20)],
    ['a manifest that was changed', (folder) => appendFile(join(folder, 'manifest.json'), ' ')],
    ['a folder without a manifest', (folder) => rm(join(folder, 'manifest.json'))],
  ];
  test.each(broken)('%s', async (_what, breakIt) => {
    const folder = newPath();
    await cp(whole, folder, { recursive: true });
    await breakIt(folder);
    const target = await emptyDatabase();
    const place = newPath();
    const { code, out } = await run('restore', folder, { DATA_DIR: place, DATABASE_URL: target });
    expect([code, out]).toEqual([1, expect.stringMatching(/^.*(broken|is no backup).*\n$/)]);
    expect(await ask(target, relations)).toEqual([]);
    expect(await readdir(place).catch(() => [])).toEqual([]);
  });

  test('rows that break a constraint', async () => {
    const folder = newPath();
    await cp(whole, folder, { recursive: true });
    // Imitates an inconsistent backup: checksums are right, but members have no school.
    const text = await readFile(join(folder, 'manifest.json'), 'utf8');
    const manifest = JSON.parse(text) as { tables: { name: string }[] };
    const tableOf = (name: string) => manifest.tables.find((table) => table.name === name)!;
    const empty = { ...tableOf('public.favorites'), name: 'public.tenants' };
    const columns = (tableOf('public.tenants') as unknown as { columns: string[] }).columns;
    Object.assign(tableOf('public.tenants'), empty, { columns });
    const changed = JSON.stringify(manifest);
    await writeFile(join(folder, 'manifest.json'), changed);
    const sum = createHash('sha256').update(changed).digest('hex');
    await writeFile(join(folder, 'manifest.sha256'), sum);
    const target = await emptyDatabase();
    const place = newPath();
    const { code, out } = await run('restore', folder, { DATA_DIR: place, DATABASE_URL: target });
    expect([code, out]).toEqual([1, expect.stringContaining('foreign key')]);
    expect(await ask(target, relations)).toEqual([]);
    expect((await readdir(place)).filter((name) => name !== 'tmp')).toEqual([]);
  });

  test('a folder that cannot be made', async () => {
    const place = join(whole, 'manifest.json', 'data');
    const { code, out } = await run('restore', whole, { DATA_DIR: place });
    const sentence =
      /^DATA_DIR \S+ cannot be used \(ENOTDIR: .*\): make it, or give it to this user\.$/m;
    expect([code, out]).toEqual([1, expect.stringMatching(sentence)]);
  });

  test('a target that is not empty', async () => {
    const filled = await emptyDatabase();
    await ask(filled, 'CREATE TABLE mine (id int)');
    const place = newPath();
    expect(await run('restore', whole, { DATA_DIR: place, DATABASE_URL: filled })).toEqual({
      code: 1,
      out: 'The database is not empty: it has public.mine. Name an empty one.\n',
    });
    await mkdir(join(place, 'files', '7'), { recursive: true });
    const target = await emptyDatabase();
    const { code, out } = await run('restore', whole, { DATA_DIR: place, DATABASE_URL: target });
    expect([code, out]).toEqual([1, expect.stringContaining('is not empty')]);
    expect(await ask(target, relations)).toEqual([]);
    const embedded = await run('restore', whole, { DATA_DIR: place });
    expect([embedded.code, embedded.out]).toEqual([1, expect.stringContaining('is not empty')]);
    expect(await readdir(place)).toEqual(['files']);
  });
});

test('an owner who is bound by row-level security backs up and restores all schools', async () => {
  const administrator = inject('databaseUrl');
  const role = `vitrine_backup_${randomUUID().slice(0, 8)}_app`;
  await ask(administrator, `CREATE ROLE ${role} LOGIN CREATEROLE PASSWORD 'of-the-operator'`);
  const as = async () => {
    const url = new URL(await emptyDatabase());
    await ask(administrator, `ALTER DATABASE ${url.pathname.slice(1)} OWNER TO ${role}`);
    const owned = new URL(url);
    owned.username = role;
    owned.password = 'of-the-operator';
    return [owned.href, url.href] as const;
  };
  const folder = newPath();
  await backUp(folder);
  const [owned, visible] = await as();
  const place = newPath();
  const first = await run('restore', folder, { DATA_DIR: place, DATABASE_URL: owned });
  expect(first).toMatchObject({ code: 0 });
  expect(await contents(visible)).toEqual(await contents(source));
  const second = newPath();
  expect(await run('backup', second, { DATA_DIR: place, DATABASE_URL: owned })).toMatchObject({
    code: 0,
  });
  // While a migration changes rows, row-level security does not bind its owner.
  await ask(visible, 'ALTER TABLE members NO FORCE ROW LEVEL SECURITY');
  await ask(visible, 'ALTER TABLE files NO FORCE ROW LEVEL SECURITY');
  const third = newPath();
  expect(await run('backup', third, { DATA_DIR: place, DATABASE_URL: owned })).toMatchObject({
    code: 0,
  });
  const rows = async (table: string) => {
    const { tables } = JSON.parse(await readFile(join(table, 'manifest.json'), 'utf8')) as {
      tables: { name: string; rows: number; digest: string }[];
    };
    return tables.map(({ name, rows: number, digest }) => [name, number, digest]);
  };
  expect(await rows(second)).toEqual(await rows(folder));
  expect(await rows(third)).toEqual(await rows(folder));
  const fileList = (path: string) => readFile(join(path, 'files.jsonl'), 'utf8');
  expect(await fileList(third)).toEqual(await fileList(second));
});

test('an embedded database is restored into an empty DATA_DIR, and backed up from it', async () => {
  const folder = newPath();
  await backUp(folder);
  const place = newPath();
  expect(await run('restore', folder, { DATA_DIR: place })).toMatchObject({ code: 0 });
  const again = newPath();
  expect(await run('backup', again, { DATA_DIR: place })).toMatchObject({ code: 0 });
  const visibleOf = async (path: string) =>
    (
      JSON.parse(await readFile(join(path, 'manifest.json'), 'utf8')) as {
        tables: { name: string; digest: string }[];
      }
    ).tables.map(({ name, digest }) => `${name} ${digest}`);
  expect(await visibleOf(again)).toEqual(await visibleOf(folder));
  expect(await readFile(join(again, 'files.jsonl'), 'utf8')).toBe(
    await readFile(join(folder, 'files.jsonl'), 'utf8'),
  );
});

test.runIf(await mayMount())(
  'a restore onto a small disk says so, and leaves it empty',
  async () => {
    const folder = newPath();
    await backUp(folder);
    const disk = await mountSmallDisk(newPath(), '60m');
    const { code, out } = await run('restore', folder, { DATA_DIR: disk });
    expect([code, out]).toEqual([1, expect.stringMatching(/^.*No space left on device.*\n$/i)]);
    expect(await readdir(disk)).toEqual([]);
  },
);

test('no command takes what a restore has left for an installation', async () => {
  const place = newPath();
  await mkdir(join(place, 'postgres'), { recursive: true });
  await writeFile(join(place, 'restore.unfinished'), '');
  const refusal = `A restore into ${place} was cut off. Empty that folder, and restore again.\n`;
  expect(await run('backup', newPath(), { DATA_DIR: place })).toEqual({ code: 1, out: refusal });
  const create = 'create --name Aurora --slug aurora --owner-email ana@example.com'.split(' ');
  const created = command(
    process.execPath,
    [join(import.meta.dirname, '../src/school.ts'), ...create],
    {
      env: { DATA_DIR: place },
    },
  );
  await expect(created).rejects.toMatchObject({ code: 1, stderr: refusal });
  expect((await readdir(place)).toSorted()).toEqual(['postgres', 'restore.unfinished']);
});

test('a server does not start where a restore was cut off, and says why', async () => {
  const place = newPath();
  await mkdir(place);
  await writeFile(join(place, 'restore.unfinished'), '');
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
    env: { PATH: process.env['PATH'], DATA_DIR: place, PORT: '0' },
  });
  let out = '';
  child.stderr.on('data', (chunk: Buffer) => (out += chunk.toString()));
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(out).toMatch(/^A restore into .* was cut off\..*\n$/);
});
