import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { BACKUP_LOCK } from '../../platform/backup-lock.ts';
import { isBoundOwner } from '../../platform/bound-owner.ts';
import { diskRemedy, exists, flush, hashOfFile, unwritable } from '../../platform/disk.ts';
import type { ObjectStore } from '../../platform/object-store.ts';
import {
  BackupProblem,
  contentIn,
  fileListIn,
  FORMAT,
  manifestHashIn,
  manifestIn,
  type Manifest,
  type StoredFile,
  type TableCopy,
} from './manifest.ts';
import { copyObject, namedObjects } from './object-copies.ts';
import {
  columnList,
  openOwnerClient,
  readMigrations,
  readTables,
  type CatalogTable,
} from './owner-client.ts';
import { RowDigest } from './row-digest.ts';

/**
 * Writes a consistent copy of database and files to a new folder, while servers run.
 *
 * One REPEATABLE READ transaction reads all tables. A file never changes once its row is ready. The
 * lock keeps servers from deleting a file of this snapshot until the last one is copied. The folder
 * has a temporary name until it is complete.
 */
export async function backUp(url: string, objects: ObjectStore, folder: string): Promise<Manifest> {
  if (await exists(folder)) throw new BackupProblem(`${folder} exists: name a new folder.`);
  if (!(await exists(dirname(folder))))
    throw new BackupProblem(`There is no folder ${dirname(folder)}: make it first.`);
  const draft = join(dirname(folder), `${basename(folder)}.part-${process.pid}`);
  const { client, throwIfLost } = await openOwnerClient(url);
  try {
    const { rows } = await client.query(
      "SELECT to_regclass('public.schema_migrations') IS NOT NULL AS exists",
    );
    if (!rows[0].exists) throw new BackupProblem('There is no Vitrine in this database.');
    await mkdir(draft, { mode: 0o700 }).catch((cause: Error) => {
      throw unwritable(dirname(folder), cause);
    });
    await mkdir(join(draft, 'tables'), { mode: 0o700 });
    await mkdir(join(draft, 'files'), { mode: 0o700 });
    await client.query(`SELECT pg_advisory_lock(${BACKUP_LOCK})`);
    const data = await copyDatabase(client, draft);
    const files = await copyFiles(objects, draft, throwIfLost);
    const manifest = {
      format: FORMAT,
      createdAt: new Date().toISOString(),
      ...data,
      files,
    } as const;
    await writeManifest(draft, manifest);
    throwIfLost();
    if (await exists(folder)) throw new BackupProblem(`${folder} exists: name a new folder.`);
    await rename(draft, folder);
    await flush(dirname(folder));
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throwIfLost(error);
    throw diskRemedy(error) ? unwritable(dirname(folder), error as Error) : error;
  } finally {
    await client.end();
  }
}

async function copyDatabase(client: pg.Client, draft: string) {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
  const migrations = await readMigrations(client);
  const { rows: version } = await client.query<{ postgres: string }>(
    "SELECT current_setting('server_version') AS postgres",
  );
  const schools = await schoolsToRead(client);
  const tables: TableCopy[] = [];
  for (const table of await readTables(client))
    tables.push(await copyTable(client, table, table.of_school ? schools : [null], draft));
  await listFiles(client, schools, draft);
  const sequences = await readSequences(client);
  await client.query('COMMIT');
  return { postgres: version[0]!.postgres, migrations, tables, sequences };
}

/** An owner who is bound by row-level security must read school by school. */
async function schoolsToRead(client: pg.Client): Promise<(number | null)[]> {
  if (!(await isBoundOwner(client))) return [null];
  const { rows: tenants } = await client.query<{ id: string }>(
    'SELECT id FROM tenants ORDER BY id',
  );
  return tenants.map(({ id }) => Number(id));
}

const enterSchool = (client: pg.Client, school: number | null) =>
  school !== null && client.query("SELECT set_config('app.tenant', $1, true)", [String(school)]);

/** While a migration runs, its owner is not bound, and would read each school's rows every time. */
const inSchool = (school: number | null) =>
  school === null ? 'true' : `tenant_id = ${Number(school)}`;

async function copyTable(
  client: pg.Client,
  { name, sql, columns }: CatalogTable,
  schools: (number | null)[],
  draft: string,
): Promise<TableCopy> {
  const file = `tables/${name}.copy.gz`;
  const path = join(draft, file);
  const digest = new RowDigest();
  async function* rows() {
    for (const school of schools) {
      await enterSchool(client, school);
      const copySql = `COPY (SELECT ${columnList(columns)} FROM ${sql} WHERE ${inSchool(school)}) TO STDOUT`;
      for await (const chunk of client.query(copyTo(copySql))) {
        digest.add(chunk as Buffer);
        yield chunk as Buffer;
      }
    }
  }
  await pipeline(rows, createGzip({ level: 1 }), newFile(path));
  const { size: bytes } = await stat(path);
  const sha256 = await hashOfFile(path);
  return { name, columns, rows: digest.rows, digest: digest.text, file, bytes, sha256 };
}

const newFile = (path: string) =>
  createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });

async function readSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT format('%I.%I', schemaname, sequencename) AS name FROM pg_sequences
    WHERE schemaname IN ('public', 'graphile_worker') ORDER BY 1`);
  const sequences = [];
  for (const { name } of rows) {
    const { rows: state } = await client.query<{ value: string; called: boolean }>(
      `SELECT last_value::text AS value, is_called AS called FROM ${name}`,
    );
    sequences.push({ name, ...state[0]! });
  }
  return sequences;
}

const fileKeysIn = (draft: string) => join(draft, 'file-keys.jsonl');

/** Lists the objects that the rows of this snapshot name. */
async function listFiles(client: pg.Client, schools: (number | null)[], draft: string) {
  async function* lines() {
    for (const school of schools) {
      await enterSchool(client, school);
      for await (const { key, type } of namedObjects(client, inSchool(school)))
        yield `${JSON.stringify({ key, type })}\n`;
    }
  }
  await pipeline(lines, newFile(fileKeysIn(draft)));
}

async function copyFiles(
  objects: ObjectStore,
  draft: string,
  throwIfLost: () => void,
): Promise<Manifest['files']> {
  const totals = { count: 0, bytes: 0, missing: [] as string[] };
  async function* lines() {
    for await (const line of createInterface(createReadStream(fileKeysIn(draft)))) {
      throwIfLost();
      const { key, type } = JSON.parse(line) as { key: string; type: string };
      const copy = await copyFile(objects, key, draft);
      if (!copy) totals.missing.push(key);
      else {
        totals.count += 1;
        totals.bytes += copy.bytes;
        yield `${JSON.stringify({ key, type, ...copy } satisfies StoredFile)}\n`;
      }
    }
  }
  await pipeline(lines, newFile(fileListIn(draft)));
  await rm(fileKeysIn(draft));
  return { ...totals, sha256: await hashOfFile(fileListIn(draft)) };
}

/** Returns null if the store has no such object. */
async function copyFile(objects: ObjectStore, key: string, draft: string) {
  const path = join(draft, 'files', 'incoming');
  const copy = await copyObject(objects, key, { path, flush: true });
  if (!copy) return null;
  const target = contentIn(draft, copy.sha256);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await rename(path, target);
  return copy;
}

async function writeManifest(draft: string, manifest: Manifest) {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  const sum = createHash('sha256').update(text).digest('hex');
  const options = { mode: 0o600, flush: true };
  await writeFile(manifestIn(draft), text, options);
  await writeFile(manifestHashIn(draft), `${sum}  manifest.json\n`, options);
  await flush(draft);
}
