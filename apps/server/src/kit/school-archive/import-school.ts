import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import type { ObjectStore } from '../../platform/object-store.ts';
import type { StoredObject } from '../backup/object-copies.ts';
import { openOwnerClient } from '../backup/owner-client.ts';
import { objectKey, resizedKey } from '../files/file-names.ts';
import { openArchive, type ArchiveFile } from './archive-file.ts';
import { UnknownOutcome } from './commit.ts';
import {
  ArchiveProblem,
  CONTENTS,
  contentEntry,
  MANIFEST,
  readContent,
  readManifest,
  type Content,
  type Manifest,
} from './format.ts';
import { beginImport, endImport, removeImport, removeKilledImports } from './unfinished-imports.ts';
import { checkContents, matchTables, requireSameVersion } from './verify-archive.ts';
import { writeRows } from './write-rows.ts';

interface Import {
  file: string;
  /** Default: the archive's. */
  slug?: string | undefined;
  /** Scheme, host and port of the new school, for links in mails. */
  baseUrl: (slug: string) => string;
  /** Signs in as the owner of the tables. */
  url: string;
  objects: ObjectStore;
  /** The folder of all imports of this installation, which names what a killed one has stored. */
  folder: string;
}

/**
 * Creates a new school from an archive. It reads the whole archive first. Then it stores the files
 * under the new school's id. One transaction writes all rows, so that nobody sees half a school.
 * After an error it deletes the stored files, unless the school may stand. Those of a killed import
 * are deleted by the next one.
 */
export async function importSchool({
  file,
  slug: requestedSlug,
  baseUrl,
  url,
  objects,
  folder: allImports,
}: Import) {
  const archive = await openArchive(file);
  const { client } = await openOwnerClient(url);
  try {
    await removeKilledImports(client, { folder: allImports, objects });
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
    const keys = await keysOf(archive, manifest, id);
    const folder = await beginImport(client, { id, keys, folder: allImports });
    try {
      const { stored, storedBytes } = await storeContents(archive, manifest, {
        id,
        objects,
        folder,
      });
      await writeRows(client, archive, manifest, {
        id,
        slug,
        tables,
        stored,
        storedBytes,
        baseUrl: baseUrl(slug),
        url,
      });
    } catch (error) {
      if (error instanceof UnknownOutcome) throw mayStand(error);
      // What cannot be deleted now is deleted by the next import.
      await removeImport({ folder, id, objects }).catch(() => {});
      throw error;
    }
    await endImport(folder);
    return { id, slug, manifest };
  } finally {
    archive.close();
    await client.end();
  }
}

const mayStand = (error: UnknownOutcome) =>
  new ArchiveProblem(
    'The database broke off while it wrote the school. Look whether the school is there. If it is ' +
      'not, import it again: that deletes the files of this attempt.',
    { cause: error },
  );

async function refuseTakenSlug(client: pg.Client, slug: string) {
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(slug))
    throw new ArchiveProblem('A slug is 1 to 63 of a–z, 0–9 and hyphens, not at the ends.');
  const { rowCount } = await client.query('SELECT FROM tenants WHERE slug = $1', [slug]);
  if (rowCount)
    throw new ArchiveProblem(
      `There is a school with the slug “${slug}” already: name another with --slug.`,
    );
}

function keyOf(id: number, { file, width }: Content) {
  const row = { tenant_id: id, name: file };
  return width === null ? objectKey(row) : resizedKey(row, width);
}

async function keysOf(archive: ArchiveFile, { contents }: Manifest, id: number) {
  const keys: string[] = [];
  for await (const line of archive.lines(CONTENTS, contents.sha256))
    keys.push(keyOf(id, readContent(line)));
  return keys;
}

async function storeContents(
  archive: ArchiveFile,
  { contents }: Manifest,
  { id, objects, folder }: { id: number; objects: ObjectStore; folder: string },
) {
  const stored: StoredObject[] = [];
  const storedBytes = new Map<string, number>();
  for await (const line of archive.lines(CONTENTS, contents.sha256)) {
    const content = readContent(line);
    const { type, bytes, sha256 } = content;
    const path = join(folder, 'content');
    await pipeline(
      await archive.open(contentEntry(sha256)),
      createWriteStream(path, { mode: 0o600 }),
    );
    const key = keyOf(id, content);
    const { etag } = await objects.put(key, { path, size: bytes }, type);
    stored.push({ key, etag });
    storedBytes.set(content.file, (storedBytes.get(content.file) ?? 0) + bytes);
  }
  return { stored, storedBytes };
}
