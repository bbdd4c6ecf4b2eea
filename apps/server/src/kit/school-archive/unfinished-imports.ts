import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { flush } from '../../platform/disk.ts';
import type { ObjectStore } from '../../platform/object-store.ts';

// An import stores files before any row names them. A folder of its own lists them until it ends, so
// that the next import deletes those of one that was killed.

/** The class of the advisory locks of running imports. The object id is the id of the new school. */
const IMPORT_LOCK = 7134513;

const keysIn = (folder: string) => join(folder, 'keys');

/**
 * Writes down the keys that an import will store, before it stores the first one. `client` stays
 * connected as long as the import runs.
 *
 * @returns the folder of the import, for its temporary files too
 */
export async function beginImport(
  client: pg.Client,
  { id, keys, folder: allImports }: { id: number; keys: string[]; folder: string },
): Promise<string> {
  await client.query(`SELECT pg_advisory_lock(${IMPORT_LOCK}, $1)`, [id]);
  const folder = join(allImports, String(id));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, 'keys.draft');
  await writeFile(draft, keys.join('\n'), { mode: 0o600, flush: true });
  await rename(draft, keysIn(folder));
  await flush(folder);
  await flush(allImports);
  return folder;
}

/** Deletes what killed imports have stored. An import that still runs keeps its files. */
export async function removeKilledImports(
  client: pg.Client,
  { folder, objects }: { folder: string; objects: ObjectStore },
) {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => /^[1-9]\d*$/.test(one))) {
    const id = Number(name);
    const { rows } = await client.query<{ ended: boolean; stands: boolean }>(
      `SELECT pg_try_advisory_lock(${IMPORT_LOCK}, $1) AS ended,
         EXISTS (SELECT FROM tenants WHERE id = $1) AS stands`,
      [id],
    );
    const { ended, stands } = rows[0]!;
    if (!ended) continue;
    if (stands) await endImport(join(folder, name));
    else await removeImport({ folder: join(folder, name), id, objects });
    await client.query(`SELECT pg_advisory_unlock(${IMPORT_LOCK}, $1)`, [id]);
  }
}

/** Deletes the stored files of an import that made no school. */
export async function removeImport({
  folder,
  id,
  objects,
}: {
  folder: string;
  id: number;
  objects: ObjectStore;
}) {
  const keys = await readFile(keysIn(folder), 'utf8').catch(() => '');
  for (const key of keys.split('\n').filter(Boolean)) await objects.delete(key);
  await objects.deleteRest(id);
  await endImport(folder);
}

/** Forgets an import whose school stands. */
export const endImport = (folder: string) => rm(folder, { recursive: true, force: true });
