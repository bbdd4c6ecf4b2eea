import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import yazl from 'yazl';
import { BACKUP_LOCK } from '../../platform/backup-lock.ts';
import { diskRemedy, exists, flush, hashOfFile, unwritable } from '../../platform/disk.ts';
import type { ObjectStore } from '../../platform/object-store.ts';
import { copyObject, namedObjects, type NamedObject } from '../backup/object-copies.ts';
import { columnList, openOwnerClient, readMigrations } from '../backup/owner-client.ts';
import {
  ArchiveProblem,
  CONTENTS,
  contentEntry,
  FORMAT,
  MANIFEST,
  tableEntry,
  type Content,
  type Manifest,
} from './format.ts';
import { archivedTables, type ArchivedTable } from './tables.ts';

const ROW_BATCH_SIZE = 1_000;

/**
 * Writes a school into one zip file, while servers run: the rows of one snapshot, and every file
 * that they name. The zip file has a temporary name until it is complete.
 */
export async function exportSchool(
  url: string,
  objects: ObjectStore,
  { slug, to }: { slug: string; to: string },
): Promise<Manifest> {
  if (await exists(to)) throw new ArchiveProblem(`${to} exists: name a new file.`);
  const draft = await mkdtemp(join(dirname(to), '.vitrine-export-')).catch((cause: Error) => {
    throw unwritable(dirname(to), cause);
  });
  const { client, throwIfLost } = await openOwnerClient(url);
  try {
    await client.query(`SELECT pg_advisory_lock(${BACKUP_LOCK})`); // keeps servers from deleting files
    const zip = openZip(join(draft, 'archive'));
    const school = await beginExport(client, slug);
    const migrations = await readMigrations(client);
    const tables = [];
    for (const table of await archivedTables(client))
      tables.push(await addTable(zip, client, table));
    const contentList = await listContents(client, join(draft, 'content-keys'));
    await client.query('COMMIT');
    const contents = await addContents(zip, objects, { contentList, draft, throwIfLost });
    const manifest: Manifest = {
      format: FORMAT,
      createdAt: new Date().toISOString(),
      school,
      migrations,
      tables,
      contents,
    };
    await zip.add(MANIFEST, Readable.from([`${JSON.stringify(manifest, null, 2)}\n`]));
    await zip.end();
    throwIfLost();
    if (await exists(to)) throw new ArchiveProblem(`${to} exists: name a new file.`);
    await rename(join(draft, 'archive'), to);
    await flush(dirname(to));
    return manifest;
  } catch (error) {
    throwIfLost(error);
    throw diskRemedy(error) ? unwritable(dirname(to), error as Error) : error;
  } finally {
    await client.end();
    await rm(draft, { recursive: true, force: true });
  }
}

/** Begins the transaction. It sees one snapshot, and row-level security shows this school only. */
async function beginExport(client: pg.Client, slug: string): Promise<Manifest['school']> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
  const { rows } = await client.query<Manifest['school']>(
    'SELECT id::int, slug, name, domain FROM tenants WHERE slug = $1',
    [slug],
  );
  if (!rows[0]) throw new ArchiveProblem(`There is no school with the slug “${slug}”.`);
  await client.query("SELECT set_config('app.tenant', $1, true)", [String(rows[0].id)]);
  return rows[0];
}

/** Entries are written one after another: `add` resolves when the entry is complete. */
function openZip(path: string) {
  const zip = new yazl.ZipFile();
  const output = pipeline(
    zip.outputStream,
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  );
  output.catch(() => {}); // `end` throws it
  return {
    async add(name: string, stream: Readable, compress = true) {
      const streamEnd = new Promise<void>((resolve, reject) => {
        stream.once('end', resolve);
        stream.once('error', reject);
      });
      zip.addReadStream(stream, name, { compress, mode: 0o100600 });
      await Promise.race([streamEnd, output]);
    },
    async end() {
      zip.end();
      await output;
    },
  };
}
type Zip = ReturnType<typeof openZip>;

async function addTable(zip: Zip, client: pg.Client, { table, sql, columns }: ArchivedTable) {
  const hash = createHash('sha256');
  let count = 0;
  await client.query(
    `DECLARE archived NO SCROLL CURSOR FOR SELECT row_to_json(r)::text AS line
     FROM (SELECT ${columnList(columns)} FROM ${sql} WHERE tenant_id = app_tenant()) r`,
  );
  async function* lines() {
    let rows: { line: string }[];
    do {
      ({ rows } = await client.query<{ line: string }>(`FETCH ${ROW_BATCH_SIZE} FROM archived`));
      count += rows.length;
      if (rows.length) yield withHash(`${rows.map(({ line }) => line).join('\n')}\n`, hash);
    } while (rows.length === ROW_BATCH_SIZE);
  }
  await zip.add(tableEntry(table), Readable.from(lines()));
  await client.query('CLOSE archived');
  return { name: table, columns, rows: count, sha256: hash.digest('hex') };
}

function withHash(text: string, hash: Hash) {
  hash.update(text);
  return Buffer.from(text);
}

/** Lists the objects that the rows of this snapshot name. */
async function listContents(client: pg.Client, path: string) {
  async function* lines() {
    for await (const object of namedObjects(client, 'tenant_id = app_tenant()'))
      yield `${JSON.stringify(object)}\n`;
  }
  await pipeline(lines, createWriteStream(path, { mode: 0o600 }));
  return path;
}

/** Adds each content once. It is copied to the draft first, because its entry is named by its hash. */
async function addContents(
  zip: Zip,
  objects: ObjectStore,
  {
    contentList,
    draft,
    throwIfLost,
  }: { contentList: string; draft: string; throwIfLost: () => void },
): Promise<Manifest['contents']> {
  const totals = { count: 0, bytes: 0, missing: [] as string[] };
  const added = new Set<string>();
  const contentsFile = join(draft, 'contents');
  const tempFile = join(draft, 'incoming');
  async function* lines() {
    for await (const line of createInterface(createReadStream(contentList))) {
      throwIfLost();
      const { key, ...listedContent } = JSON.parse(line) as NamedObject;
      const copy = await copyObject(objects, key, { path: tempFile });
      if (!copy) {
        totals.missing.push(key);
        continue;
      }
      const { sha256 } = copy;
      // The contents are compressed already: compressing them again only costs time.
      if (!added.has(sha256))
        await zip.add(contentEntry(sha256), createReadStream(tempFile), false);
      added.add(sha256);
      totals.count += 1;
      totals.bytes += copy.bytes;
      yield `${JSON.stringify({ ...listedContent, ...copy } satisfies Content)}\n`;
    }
  }
  await pipeline(lines, createWriteStream(contentsFile, { mode: 0o600 }));
  await zip.add(CONTENTS, createReadStream(contentsFile));
  return { ...totals, sha256: await hashOfFile(contentsFile) };
}
