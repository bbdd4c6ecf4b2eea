import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import type { ObjectStore } from '../../platform/object-store.ts';
import { openOwnerClient } from '../backup/owner-client.ts';
import { objectKey, resizedKey } from '../files/files.store.ts';
import { openArchive, type ArchiveFile } from './archive-file.ts';
import { UnknownOutcome } from './commit.ts';
import {
  ArchiveProblem,
  CONTENTS,
  contentEntry,
  MANIFEST,
  readContent,
  readManifest,
  type Manifest,
} from './format.ts';
import { checkContents, matchTables, requireSameVersion } from './verify-archive.ts';
import { writeRows, type StoredObject } from './write-rows.ts';

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
 * After an error it deletes the stored files, unless the school may stand.
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
  const stored: StoredObject[] = [];
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
      url,
    });
    return { id, slug, manifest };
  } catch (error) {
    if (error instanceof UnknownOutcome) throw mayStand(error, stored[0]?.key);
    for (const { key } of stored) await objects.delete(key).catch(() => {});
    throw error;
  } finally {
    archive.close();
    await client.end();
  }
}

function mayStand(error: UnknownOutcome, key: string | undefined) {
  const folder = key ? ` If it is not there, delete the files under “${dirname(key)}/”.` : '';
  return new ArchiveProblem(
    `The database broke off while it wrote the school. Look whether the school is there.${folder}`,
    { cause: error },
  );
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
  }: { id: number; objects: ObjectStore; temp: string; stored: StoredObject[] },
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
