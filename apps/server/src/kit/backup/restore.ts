import { createReadStream } from 'node:fs';
import { copyFile, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { hashOfFile } from '../../platform/disk.ts';
import { migrateJobs, migrateJobTables } from '../../platform/job-tables.ts';
import {
  chooseLogins,
  createLogins,
  requireOwnerRights,
  requireUsableDatabase,
} from '../../platform/logins.ts';
import { migrate, numberedMigrations } from '../../platform/migrate.ts';
import { textWithoutTraffic } from '../../platform/migration-steps.ts';
import { assertKey, type ObjectStore } from '../../platform/object-store.ts';
import {
  BackupProblem,
  contentIn,
  fileListIn,
  readManifest,
  readStoredFile,
  type Manifest,
  type StoredFile,
  type TableCopy,
} from './manifest.ts';
import { storeEtags, type StoredObject } from './object-copies.ts';
import { columnList, openOwnerClient, readTables, type CatalogTable } from './owner-client.ts';
import { RowDigest } from './row-digest.ts';

/** Reads the whole backup before anything is restored. Throws if a byte is missing or changed. */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  for (const { file, sha256 } of manifest.tables) await checkFile(folder, file, sha256);
  await checkFile(folder, 'files.jsonl', manifest.files.sha256);
  for await (const { key, sha256 } of storedFiles(folder)) {
    assertKey(key);
    const actualHash = await hashOfFile(contentIn(folder, sha256)).catch(() => null);
    if (actualHash !== sha256)
      throw new BackupProblem(`The backup is broken: the content of the file ${key}.`);
  }
  const knownHashes = new Map((await numberedMigrations()).map(({ name, hash }) => [name, hash]));
  for (const { name, hash } of manifest.migrations)
    if (knownHashes.get(name) !== hash)
      throw new BackupProblem(
        `This Vitrine does not know the backup's migration ${name}: restore with the version that ` +
          'wrote the backup, or a newer one.',
      );
  return manifest;
}

async function checkFile(folder: string, file: string, sha256: string) {
  const actualHash = await hashOfFile(join(folder, file)).catch(() => null);
  if (actualHash !== sha256) throw new BackupProblem(`The backup is broken: ${file}.`);
}

async function* storedFiles(folder: string): AsyncGenerator<StoredFile> {
  for await (const line of createInterface(createReadStream(fileListIn(folder))))
    yield readStoredFile(line);
}

interface Restore {
  folder: string;
  manifest: Manifest;
  /** Signs in as the role that will own the tables. */
  url: string;
  appUrl: string | null;
  objects: ObjectStore;
  /** A folder for temporary files. */
  tempFolder: string;
}

/**
 * Restores a checked backup. Files come first. Then one transaction creates the tables with the
 * backup's own migrations and fills them. Before its commit no table exists. Newer migrations
 * follow, as at every start.
 */
export async function restore({
  folder,
  manifest,
  url,
  appUrl,
  objects,
  tempFolder: temp,
}: Restore) {
  const { client } = await openOwnerClient(url);
  try {
    await requireEmptyDatabase(client);
    const logins = chooseLogins(client, url, appUrl);
    // All that a role may lack comes before the files, which may take hours.
    await requireUsableDatabase(client);
    await requireOwnerRights(client);
    await createLogins(client, logins);
    const etags = await restoreFiles(folder, objects, temp);
    await migrateJobTables(url);
    await client.query('BEGIN');
    await client.query("SELECT set_config('vitrine.app_role', $1, true)", [logins.app.role]);
    await createTables(client, manifest);
    const tables = await matchTables(client, manifest);
    const restoreStatements = await suspendRules(client, tables);
    for (const [copy, table] of tables) await fillTable(client, folder, copy, table);
    await storeEtags(client, etags);
    for (const { name, value, called } of manifest.sequences)
      await client.query('SELECT setval($1::regclass, $2, $3)', [name, value, called]);
    for (const rule of restoreStatements) await client.query(rule);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
  const { logins } = await migrate(url, appUrl);
  await migrateJobs(url, logins);
}

/** Throws unless the database is empty. Objects of extensions do not count. */
export async function requireEmptyDatabase(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(`
    SELECT format('%I.%I', n.nspname, c.relname) AS name
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND NOT EXISTS (SELECT FROM pg_depend d
      WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
    LIMIT 1`);
  if (rows.length)
    throw new BackupProblem(
      `The database is not empty: it has ${rows[0]!.name}. Name an empty one.`,
    );
}

/** Returns the etag that the store gave each object. The backup's rows have those of another store. */
async function restoreFiles(folder: string, objects: ObjectStore, temp: string) {
  const etags: StoredObject[] = [];
  await mkdir(temp, { recursive: true, mode: 0o700 });
  for await (const { key, type, sha256 } of storedFiles(folder)) {
    const path = join(temp, 'restored');
    await copyFile(contentIn(folder, sha256), path);
    const { size } = await stat(path);
    const { etag } = await objects.put(key, { path, size }, type);
    etags.push({ key, etag });
  }
  return etags;
}

async function createTables(client: pg.Client, { migrations }: Manifest) {
  const migrationsByName = new Map(
    (await numberedMigrations()).map((migration) => [migration.name, migration]),
  );
  await client.query(`CREATE TABLE schema_migrations (
    name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
  for (const { name, hash } of migrations) {
    await client.query(textWithoutTraffic(migrationsByName.get(name)!.text));
    await client.query('INSERT INTO schema_migrations (name, hash) VALUES ($1, $2)', [name, hash]);
  }
}

async function matchTables(client: pg.Client, { tables }: Manifest) {
  const currentTables = new Map((await readTables(client)).map((table) => [table.name, table]));
  const pairs = tables.map((copy) => {
    const table = currentTables.get(copy.name);
    const hasSameColumns =
      table && columnList(table.columns.toSorted()) === columnList(copy.columns.toSorted());
    if (!hasSameColumns)
      throw new BackupProblem(
        `The table ${copy.name} has other columns here: restore with the version that wrote the backup.`,
      );
    return [copy, table] as [TableCopy, CatalogTable];
  });
  if (pairs.length !== currentTables.size) throw new BackupProblem('The backup lacks a table.');
  return pairs;
}

/**
 * Drops foreign keys and disables triggers, which would check or change single rows. Returns the
 * statements that restore them. A restored foreign key checks all rows. The owner may do all this
 * without being superuser.
 */
async function suspendRules(client: pg.Client, tables: [TableCopy, CatalogTable][]) {
  const { rows } = await client.query<{ drop_sql: string; restore_sql: string }>(`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop_sql,
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid)) AS restore_sql
    FROM pg_constraint
    WHERE contype = 'f' AND connamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace)`);
  await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  for (const { drop_sql } of rows) await client.query(drop_sql);
  for (const [, { sql }] of tables) {
    await client.query(`TRUNCATE ${sql}`);
    await client.query(`ALTER TABLE ${sql} DISABLE TRIGGER USER`);
  }
  const triggers = tables.map(([, { sql }]) => `ALTER TABLE ${sql} ENABLE TRIGGER USER`);
  return [...rows.map(({ restore_sql }) => restore_sql), ...triggers];
}

async function fillTable(
  client: pg.Client,
  folder: string,
  { file, columns, rows, digest }: TableCopy,
  { name, sql }: CatalogTable,
) {
  const list = columnList(columns);
  await pipeline(
    createReadStream(join(folder, file)),
    createGunzip(),
    client.query(copyFrom(`COPY ${sql} (${list}) FROM STDIN`)),
  );
  const restored = new RowDigest();
  for await (const chunk of client.query(copyTo(`COPY (SELECT ${list} FROM ${sql}) TO STDOUT`)))
    restored.add(chunk as Buffer);
  if (restored.rows !== rows || restored.text !== digest)
    throw new BackupProblem(`The restored table ${name} differs from the backup's.`);
}
