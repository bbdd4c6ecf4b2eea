import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { numberedMigrations } from '../../platform/migrate.ts';
import type { ObjectStore } from '../../platform/object-store.ts';
import { columnList, openOwnerClient } from '../backup/owner-client.ts';
import { objectKey, resizedKey } from '../file-rows.ts';
import { afterImport } from './after-import.ts';
import { openArchive, type ArchiveFile } from './archive-file.ts';
import {
  ArchiveProblem,
  CONTENTS,
  contentEntry,
  MANIFEST,
  MAX_ID,
  readContent,
  readManifest,
  tableEntry,
  type Manifest,
} from './format.ts';
import { archivedTables, type ArchivedTable } from './tables.ts';

interface Import {
  file: string;
  /** Default: the archive's. */
  slug?: string | undefined;
  /** Scheme, host and port of the new school, for links in mails. */
  baseUrl: (slug: string) => string;
  /** Signs in as the owner of the tables. */
  url: string;
  objects: ObjectStore;
  /** A folder for temporary files. */
  tempFolder: string;
}

/**
 * Creates a new school from an archive. It reads the whole archive first. Then it stores the files
 * under the new school's id. One transaction writes all rows, so that nobody sees half a school.
 * After an error it deletes the stored files.
 */
export async function importSchool({
  file,
  slug: requestedSlug,
  baseUrl,
  url,
  objects,
  tempFolder: temp,
}: Import) {
  const archive = await openArchive(file);
  const { client } = await openOwnerClient(url);
  const stored: { key: string; etag: string }[] = [];
  try {
    const manifest = readManifest(await text(await archive.open(MANIFEST)));
    await requireSameVersion(manifest);
    const tables = await matchTables(client, manifest);
    await checkContents(archive, manifest);
    const slug = requestedSlug ?? manifest.school.slug;
    await refuseTakenSlug(client, slug);
    // The id is taken for good: files are stored under it before the rows name them.
    const { rows } = await client.query<{ id: number }>(
      "SELECT nextval(pg_get_serial_sequence('tenants', 'id'))::int AS id",
    );
    const { id } = rows[0]!;
    await storeContents(archive, manifest, { id, objects, temp, stored });
    await writeRows(client, archive, manifest, {
      id,
      slug,
      tables,
      stored,
      baseUrl: baseUrl(slug),
    });
    return { id, slug, manifest };
  } catch (error) {
    for (const { key } of stored) await objects.delete(key).catch(() => {});
    throw error;
  } finally {
    archive.close();
    await client.end();
  }
}

/** Rows of another version have other columns, or lack what a migration would have changed. */
async function requireSameVersion({ migrations }: Manifest) {
  const current = (await numberedMigrations()).map(({ name, hash }) => `${name} ${hash}`);
  const archived = migrations.map(({ name, hash }) => `${name} ${hash}`);
  const unknown = archived.find((migration) => !current.includes(migration));
  if (unknown)
    throw new ArchiveProblem(
      `A newer Vitrine wrote this archive (${unknown.split(' ')[0]}): update this one first.`,
    );
  const missing = current.find((migration) => !archived.includes(migration));
  if (missing)
    throw new ArchiveProblem(
      `An older Vitrine wrote this archive (it lacks ${missing.split(' ')[0]}): update that one, and export again.`,
    );
}

/** The archive's tables and columns must be exactly those that this version exports. */
async function matchTables(client: pg.Client, manifest: Manifest) {
  const current = new Map((await archivedTables(client)).map((table) => [table.table, table]));
  const pairs = manifest.tables.map((copy) => {
    const table = current.get(copy.name);
    if (!table) throw new ArchiveProblem(`The archive has an unknown table, ${copy.name}.`);
    const unknown = copy.columns.find((column) => !table.columns.includes(column));
    if (unknown)
      throw new ArchiveProblem(`The archive has an unknown column, ${copy.name}.${unknown}.`);
    if (copy.columns.length !== table.columns.length)
      throw new ArchiveProblem(`The archive lacks a column of ${copy.name}.`);
    current.delete(copy.name);
    return { copy, table };
  });
  const [missing] = current.keys();
  if (missing) throw new ArchiveProblem(`The archive lacks the table ${missing}.`);
  return pairs;
}

type Pair = { copy: Manifest['tables'][number]; table: ArchivedTable };

/** Reads every byte once, before anything is written. Throws if one is missing or changed. */
async function checkContents(archive: ArchiveFile, manifest: Manifest) {
  const namedEntries = new Set([MANIFEST, CONTENTS]);
  for (const { name, columns, rows, sha256 } of manifest.tables) {
    namedEntries.add(tableEntry(name));
    let count = 0;
    for await (const line of archive.lines(tableEntry(name), sha256)) {
      count += 1;
      checkRow(name, columns, line);
    }
    if (count !== rows) throw new ArchiveProblem(`The archive is broken: rows of ${name}.`);
  }
  for await (const line of archive.lines(CONTENTS, manifest.contents.sha256)) {
    const { sha256, bytes } = readContent(line);
    const entry = contentEntry(sha256);
    if (!namedEntries.has(entry)) await archive.check(entry, sha256, bytes);
    namedEntries.add(entry);
  }
  for (const name of archive.names)
    if (!namedEntries.has(name))
      throw new ArchiveProblem(`The archive holds ${name}, which its manifest does not name.`);
}

/** The server shows images and videos with the type in their row. It must never be that of a page. */
const mediaTypes = new Map([
  ['image', /^image\/(?!svg)[a-z0-9.+-]+$/],
  ['video', /^video\/[a-z0-9.+-]+$/],
]);

function checkRow(table: string, columns: string[], line: string) {
  const broken = (reason: string) =>
    new ArchiveProblem(`The archive is broken: ${table} ${reason}.`);
  let row: Record<string, unknown>;
  try {
    row = JSON.parse(line) as Record<string, unknown>;
  } catch {
    throw broken('has a line that is no JSON');
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    throw broken('has a line that is no row');
  const keys = Object.keys(row);
  const unknown = keys.find((key) => !columns.includes(key));
  if (unknown !== undefined)
    throw new ArchiveProblem(`The archive has an unknown column, ${table}.${unknown}.`);
  if (keys.length !== columns.length) throw broken('has a row that lacks a column');
  const { id } = row;
  if (id !== undefined && !(Number.isInteger(id) && Number(id) > 0 && Number(id) <= MAX_ID))
    throw broken('has an id that no server made');
  if (table !== 'files') return;
  if (!/^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/.test(String(row['name'])))
    throw broken('names a file that no server made');
  const allowedType = mediaTypes.get(String(row['kind']));
  if (allowedType && !allowedType.test(String(row['type'])))
    throw broken('shows a file as what it is not');
}

async function refuseTakenSlug(client: pg.Client, slug: string) {
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(slug))
    throw new ArchiveProblem('A slug is 1 to 63 of a–z, 0–9 and hyphens, not at the ends.');
  const { rowCount } = await client.query('SELECT FROM tenants WHERE slug = $1', [slug]);
  if (rowCount)
    throw new ArchiveProblem(
      `There is a school with the slug “${slug}” already: name another with --slug.`,
    );
}

async function storeContents(
  archive: ArchiveFile,
  { contents }: Manifest,
  {
    id,
    objects,
    temp,
    stored,
  }: { id: number; objects: ObjectStore; temp: string; stored: { key: string; etag: string }[] },
) {
  const folder = await mkdtemp(join(temp, 'import-'));
  try {
    for await (const line of archive.lines(CONTENTS, contents.sha256)) {
      const { file, width, type, bytes, sha256 } = readContent(line);
      const path = join(folder, 'content');
      await pipeline(
        await archive.open(contentEntry(sha256)),
        createWriteStream(path, { mode: 0o600 }),
      );
      const row = { tenant_id: id, name: file };
      const key = width === null ? objectKey(row) : resizedKey(row, width);
      const { etag } = await objects.put(key, { path, size: bytes }, type);
      stored.push({ key, etag });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface NewSchool {
  id: number;
  slug: string;
  baseUrl: string;
  tables: Pair[];
  stored: { key: string; etag: string }[];
}

async function writeRows(
  client: pg.Client,
  archive: ArchiveFile,
  manifest: Manifest,
  { id, slug, baseUrl: base, tables, stored }: NewSchool,
) {
  await client.query('BEGIN');
  try {
    await client.query("SELECT set_config('app.tenant', $1, true)", [String(id)]);
    await withoutTriggers(client);
    await client.query(
      'INSERT INTO tenants (id, slug, name) OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3)',
      [id, slug, manifest.school.name],
    );
    const rewritePaths = pathRewriter(manifest.school.id, id);
    for (const pair of tables)
      await fillTable(client, archive, pair, { id, base, renamed: rewritePaths });
    await storeEtags(client, id, stored);
    await requireKeys(client, id, tables);
    await moveSequences(client, id, tables);
    await afterImport(client);
    await client.query("SELECT pg_notify('school_changed', 'hosts')");
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')
      ? new ArchiveProblem(
          `The archive breaks a rule of the database: ${error.table ?? 'a row'}${error.constraint ? `, ${error.constraint}` : ''}.`,
        )
      : error;
  }
}

/**
 * Turns off triggers and foreign keys in this transaction. The archive already has the sums and the
 * rows that triggers write. `requireKeys` checks the foreign keys at the end.
 */
async function withoutTriggers(client: pg.Client) {
  try {
    await client.query('SET LOCAL session_replication_role = replica');
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    const { rows } = await client
      .query<{ name: string }>('SELECT current_user AS name')
      .catch(() => ({ rows: [] as { name: string }[] }));
    const role = pg.escapeIdentifier(rows[0]?.name ?? client.user ?? 'vitrine');
    throw new ArchiveProblem(
      `The role of DATABASE_URL may not import: run GRANT SET ON PARAMETER session_replication_role TO ${role} as a superuser.`,
    );
  }
}

/** Replaces `/files/{old}/name` by `/files/{new}/name`. Names are random: no other text matches. */
function pathRewriter(from: number, to: number) {
  return (line: string) =>
    line.replace(storedPath, (path, id: string) => (Number(id) === from ? `/files/${to}/` : path));
}

const storedPath = /\/files\/(\d{1,16})\/(?=[A-Za-z0-9_-]{16})/g;

/** SQL expressions for the columns that are left out and have no default. */
const filledColumns = (base: string): Record<string, Record<string, string>> => ({
  reminders: { base_url: pg.escapeLiteral(base) },
  live_reminders: { base_url: pg.escapeLiteral(base) },
  member_erasures: { token_hash: 'sha256(gen_random_uuid()::text::bytea)' },
});

const ROW_BATCH_SIZE = 500;
const BYTE_BATCH_SIZE = 4 * 1024 * 1024;

async function fillTable(
  client: pg.Client,
  archive: ArchiveFile,
  { copy, table: { table, sql, columns } }: Pair,
  {
    id,
    base: baseUrl,
    renamed: rewritePaths,
  }: { id: number; base: string; renamed: (line: string) => string },
) {
  const filled = filledColumns(baseUrl)[table] ?? {};
  const names = columnList(['tenant_id', ...columns, ...Object.keys(filled)]);
  const values = columns.map((column) => `r.${pg.escapeIdentifier(column)}`);
  const filledValues = Object.values(filled);
  const insert = `INSERT INTO ${sql} (${names}) OVERRIDING SYSTEM VALUE
    SELECT ${[id, ...values, ...filledValues].join(', ')} FROM jsonb_populate_recordset(NULL::${sql}, $1) r`;
  let lines: string[] = [];
  let bytes = 0;
  const write = async () => {
    if (lines.length) await client.query(insert, [`[${lines.join(',')}]`]);
    lines = [];
    bytes = 0;
  };
  for await (const line of archive.lines(tableEntry(copy.name), copy.sha256)) {
    lines.push(rewritePaths(line));
    bytes += line.length;
    if (lines.length >= ROW_BATCH_SIZE || bytes >= BYTE_BATCH_SIZE) await write();
  }
  await write();
}

/** Writes the etags of the new store into the rows of the files. */
async function storeEtags(client: pg.Client, id: number, stored: NewSchool['stored']) {
  for (let offset = 0; offset < stored.length; offset += ROW_BATCH_SIZE) {
    const batch = stored.slice(offset, offset + ROW_BATCH_SIZE);
    await client.query(
      `UPDATE files f SET etag = e.etag FROM unnest($2::text[], $3::text[]) AS e (key, etag)
       WHERE f.tenant_id = $1 AND e.key = f.tenant_id || '/' || f.name`,
      [id, batch.map(({ key }) => key), batch.map(({ etag }) => etag)],
    );
  }
}

/** Every foreign key of the new rows must lead to a row. */
async function requireKeys(client: pg.Client, id: number, tables: Pair[]) {
  const { rows: keys } = await client.query<{
    name: string;
    child: string;
    parent: string;
    columns: string[];
    targets: string[];
  }>(
    `SELECT k.conname AS name, k.conrelid::regclass::text AS child, k.confrelid::regclass::text AS parent,
       ARRAY(SELECT a.attname::text FROM unnest(k.conkey) WITH ORDINALITY AS c (num, at)
         JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = c.num ORDER BY c.at) AS columns,
       ARRAY(SELECT a.attname::text FROM unnest(k.confkey) WITH ORDINALITY AS c (num, at)
         JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = c.num ORDER BY c.at) AS targets
     FROM pg_constraint k
     WHERE k.contype = 'f' AND k.conrelid::regclass::text = ANY ($1)`,
    [tables.map(({ table }) => table.table)],
  );
  for (const { name, child, parent, columns, targets } of keys) {
    const column = (alias: string, columnName: string) =>
      `${alias}.${pg.escapeIdentifier(columnName)}`;
    const isSet = columns
      .map((columnName) => `${column('c', columnName)} IS NOT NULL`)
      .join(' AND ');
    const isSameKey = columns
      .map((columnName, n) => `${column('p', targets[n]!)} = ${column('c', columnName)}`)
      .join(' AND ');
    const { rowCount } = await client.query(
      `SELECT FROM ${child} c WHERE c.tenant_id = $1 AND ${isSet}
       AND NOT EXISTS (SELECT FROM ${parent} p WHERE ${isSameKey}) LIMIT 1`,
      [id],
    );
    if (rowCount)
      throw new ArchiveProblem(`The archive breaks a rule of the database: ${child}, ${name}.`);
  }
}

/** Skips some ids, because other servers may take ids between the SELECT and the setval. */
const SKIPPED_IDS = 1_000;

/** Imported rows keep their ids, which are unique per school. No sequence may assign them again. */
async function moveSequences(client: pg.Client, id: number, tables: Pair[]) {
  for (const { table } of tables) {
    if (!table.columns.includes('id')) continue;
    const { rows } = await client.query<{ sequence: string | null; largest: string | null }>(
      `SELECT pg_get_serial_sequence($2, 'id') AS sequence,
         (SELECT max(id)::text FROM ${table.sql} WHERE tenant_id = $1) AS largest`,
      [id, table.sql],
    );
    const { sequence, largest } = rows[0]!;
    if (!sequence || !largest) continue;
    await client.query(
      `SELECT setval($1::regclass, $2::bigint + ${SKIPPED_IDS})
       FROM ${sequence} WHERE last_value <= $2::bigint`,
      [sequence, largest],
    );
  }
}
