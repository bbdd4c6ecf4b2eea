import type { Selectable } from 'kysely';
import { mayDeleteRefused } from '../../platform/backup-lock.ts';
import type { Files as FileRow } from '../../platform/database.types.ts';
import type { ObjectStore } from '../../platform/object-store.ts';
import type { Platform } from '../../platform/platform.ts';
import { fileName, objectKey, resizedKey, storedFilePath } from './file-names.ts';
import { deleteFile, enqueueSweep, findFile, refuseUnused } from './files.store.ts';

/** Deletes the unused files among these at once, without waiting for the daily sweep. */
export async function removeUnclaimed(platform: Platform, tenantId: number, paths: string[]) {
  if (!paths.length) return;
  const removed = await platform.database.transaction(tenantId, (tx) =>
    refuseUnused(tx, paths.map(fileName)),
  );
  await deleteRefused(platform, tenantId, removed);
}

/**
 * Deletes files in state `refused`. Set that state first, so that nobody can claim them meanwhile.
 * While a backup runs, they stay for a later sweep. No connection waits for the object store. An
 * interrupted deletion leaves rows, which the next sweep deletes.
 *
 * @returns whether all of them are deleted
 */
export async function deleteRefused(
  { files: { objects }, database }: Platform,
  tenantId: number,
  rows: Selectable<FileRow>[],
): Promise<boolean> {
  if (!rows.length) return true;
  const mayDelete = await database.transaction(tenantId, async (tx) => {
    if (await mayDeleteRefused(tx)) return true;
    await enqueueSweep(tx);
    return false;
  });
  if (!mayDelete) return false;
  for (const file of rows) {
    await deleteObjects(objects, file);
    await database.transaction(tenantId, (tx) => deleteFile(tx, file.id));
  }
  return true;
}

/** A file in the object store. An image lies there in its smaller `widths` too. */
type StoredFile = Pick<Selectable<FileRow>, 'tenant_id' | 'name' | 'widths'>;

/** Deletes the content of a file in all widths. */
export async function deleteObjects(objects: ObjectStore, file: StoredFile) {
  for (const width of file.widths) await objects.delete(resizedKey(file, width));
  await objects.delete(objectKey(file));
}

/**
 * Deletes the objects that a request has just stored, if an erasure has refused or deleted their row
 * meanwhile: nothing else finds them. Another request may have completed the row: then they stay.
 */
export async function deleteOrphans(
  { files: { objects }, database }: Platform,
  file: StoredFile,
): Promise<void> {
  const row = await database.transaction(file.tenant_id, (tx) =>
    findFile(tx, storedFilePath(file)),
  );
  if (!row || row.state === 'refused') await deleteObjects(objects, file);
}
