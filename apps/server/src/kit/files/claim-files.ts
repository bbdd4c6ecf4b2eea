import { filePath } from '@vitrine/contract/file-addresses';
import { messages, type FileState, type FileUse } from '@vitrine/contract/uploads';
import { sql, type Selectable } from 'kysely';
import { invalid } from '../../platform/app-error.ts';
import { RestartAfter, type TenantTransaction } from '../../platform/database.ts';
import type { Files as FileRow } from '../../platform/database.types.ts';
import { checkUpload } from './check-upload.ts';
import { fileName, storedFilePath } from './file-names.ts';
import { findFile, lockFiles, markUnused, markUsed, type FileHolder } from './files.store.ts';

interface ClaimedFile {
  path: string;
  name: string;
  type: string;
  bytes: number;
  width: number | null;
  height: number | null;
  state: FileState;
}

/**
 * Claims a file that was uploaded for this use: it is kept until its release. Takes its path, or
 * its URL as an answer carried it. Throws 422 under `field` if the file is not this school's, has
 * another use, or has not arrived. A second claim changes nothing.
 */
export async function claimFile(
  tx: TenantTransaction,
  path: string,
  use: FileUse,
  field = 'file',
): Promise<ClaimedFile> {
  const [claimed] = await claimFiles(tx, [{ field, path, use }]);
  return claimed!;
}

/** Claims many files that this server has just stored, in the transaction that saves their paths. */
export async function claimStoredFiles(tx: TenantTransaction, paths: string[]) {
  if ((await markUsed(tx, paths.map(fileName))) !== paths.length)
    throw new Error('a stored file has been swept');
}

/** A file that a row refers to in one of its fields. */
export interface NamedFile {
  field: string;
  /** The path, or the URL as an answer carried it. */
  path: string;
  use: FileUse;
}

/**
 * Claims every file that a row refers to, before the row is written. The transaction begins again
 * after a file that the browser uploaded straight to the object store was checked.
 */
export async function claimFiles(tx: TenantTransaction, files: NamedFile[]) {
  const named: { row: Selectable<FileRow>; field: string }[] = [];
  for (const { path, use, field } of files) {
    const storedPath = filePath(path);
    const row = storedPath && (await findFile(tx, storedPath, { lock: true }));
    if (!row || row.use !== use) throw notUploaded(field);
    named.push({ row, field });
  }
  const unchecked = named.filter(({ row }) => row.state === 'pending');
  if (unchecked.length)
    throw new RestartAfter(async (outside) => {
      for (const { row, field } of unchecked)
        if ((await checkUpload(outside, row)).state === 'pending') throw notUploaded(field);
    });
  const claimed: ClaimedFile[] = [];
  for (const { row, field } of named) claimed.push(await claim(tx, row, field));
  return claimed;
}

const notUploaded = (field: string) => invalid({ [field]: [messages.notUploaded] });

async function claim(
  tx: TenantTransaction,
  file: Selectable<FileRow>,
  field: string,
): Promise<ClaimedFile> {
  if (!(await markUsed(tx, [file.name]))) throw notUploaded(field);
  const { filename: name, type, width, height, bytes, state } = file;
  return {
    path: storedFilePath(file),
    name,
    type,
    bytes: bytes ?? 0,
    width,
    height,
    state,
  };
}

/** Releases a file whose only holder is deleted or took another file. It is swept a day later. */
export async function releaseFile(tx: TenantTransaction, pathOrUrl: string | null) {
  const path = pathOrUrl && filePath(pathOrUrl);
  const row = path && (await findFile(tx, path));
  if (!row) return;
  await markUnused(tx, [row.name]);
}

/** A column of a view of files, and the ids of its rows: `{ post_id: 7 }`, `{ lesson_id: [1, 2] }`. */
type HolderKey = Record<string, number | number[]>;

/** Returns the paths of the files that rows and everything in them hold. */
export async function claimedFiles(
  { db }: TenantTransaction,
  holder: FileHolder,
  key: HolderKey,
): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    SELECT DISTINCT path FROM ${sql.table(holder)} WHERE ${sql.join(
      Object.entries(key).map(
        ([column, ids]) => sql`${sql.ref(column)} = ANY (${[ids].flat()}::bigint[])`,
      ),
      sql` AND `,
    )}`.execute(db);
  return rows.map(({ path }) => path);
}

/**
 * Releases the files that the feature no longer holds. Call it after its rows were written. It
 * waits for a concurrent claim of the same file, and sees it. The sweep keeps a file that another
 * feature holds. `changed` names a row that was changed: most saves drop none of its files, and then
 * nothing looks through all rows of the feature.
 */
export async function releaseFiles(
  tx: TenantTransaction,
  holder: FileHolder,
  addresses: (string | null)[],
  changed?: HolderKey,
) {
  const named = addresses.flatMap((address) => (address && filePath(address)) || []);
  const kept = new Set(named.length && changed ? await claimedFiles(tx, holder, changed) : []);
  const paths = named.filter((path) => !kept.has(path));
  if (!paths.length) return;
  await lockFiles(tx, paths.map(fileName));
  const { rows } = await sql<{ path: string }>`
    SELECT unnest(${paths}::text[]) AS path EXCEPT SELECT path FROM ${sql.table(holder)}`.execute(
    tx.db,
  );
  if (rows.length)
    await markUnused(
      tx,
      rows.map(({ path }) => fileName(path)),
    );
}
