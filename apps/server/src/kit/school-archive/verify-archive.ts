import type pg from 'pg';
import { numberedMigrations } from '../../platform/migrate.ts';
import type { ArchiveFile } from './archive-file.ts';
import {
  ArchiveProblem,
  CONTENTS,
  contentEntry,
  MANIFEST,
  MAX_ID,
  readContent,
  tableEntry,
  type Manifest,
} from './format.ts';
import { archivedTables, type ArchivedTable } from './tables.ts';

// Reads a whole archive before anything is written, and refuses all that an export does not write.

/** A table of the archive with the same table of this version. */
export interface MatchedTable {
  copy: Manifest['tables'][number];
  table: ArchivedTable;
}

/** Rows of another version have other columns, or lack what a migration would have changed. */
export async function requireSameVersion({ migrations }: Manifest) {
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
export async function matchTables(client: pg.Client, manifest: Manifest): Promise<MatchedTable[]> {
  const current = new Map((await archivedTables(client)).map((table) => [table.table, table]));
  const matched = manifest.tables.map((copy) => {
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
  return matched;
}

/** Reads every byte once, before anything is written. Throws if one is missing or changed. */
export async function checkContents(archive: ArchiveFile, manifest: Manifest) {
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

/** The server shows images, videos and captions with the type in their row. It must never be that of a page. */
const mediaTypes = new Map([
  ['image', /^image\/(?!svg)[a-z0-9.+-]+$/],
  ['video', /^video\/[a-z0-9.+-]+$/],
  ['captions', /^text\/vtt(?:; charset=utf-8)?$/],
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
