import { sql, type Selectable } from 'kysely';
import type { Files as FileRow } from '../platform/database.types.ts';
import type { Platform } from '../platform/platform.ts';
import { objectKey, fileName, resizedKey } from './file-rows.ts';

/** Deletes those of the files that nothing uses, without waiting for the daily sweep. */
export async function removeUnclaimed(platform: Platform, tenantId: number, paths: string[]) {
  if (!paths.length) return;
  const gone = await platform.database.transaction(tenantId, ({ db }) =>
    db
      .updateTable('files')
      .set({ state: 'refused' })
      .where('name', '=', sql<string>`ANY (${paths.map(fileName)}::text[])`)
      .where('unused_since', 'is not', null)
      .returningAll()
      .execute(),
  );
  await deleteRefused(platform, tenantId, gone);
}

/** Deletes files in state `refused`. Mark them first: nobody can claim a refused file meanwhile. */
export async function deleteRefused(
  { files, database }: Platform,
  tenantId: number,
  rows: Selectable<FileRow>[],
) {
  for (const file of rows) {
    for (const width of file.widths) await files.objects.delete(resizedKey(file, width));
    await files.objects.delete(objectKey(file));
  }
  const ids = rows.map(({ id }) => id);
  if (ids.length)
    await database.transaction(tenantId, ({ db }) =>
      db
        .deleteFrom('files')
        .where('id', '=', sql<number>`ANY (${ids}::bigint[])`)
        .execute(),
    );
}
