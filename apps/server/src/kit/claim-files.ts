import { filePath } from '@vitrine/contract/file-addresses';
import { messages, ruleOf, type FileState, type FileUse } from '@vitrine/contract/uploads';
import { sql, type Selectable } from 'kysely';
import { invalid, refuse } from '../platform/app-error.ts';
import type { TenantTransaction } from '../platform/database.ts';
import type { Files as FileRow } from '../platform/database.types.ts';
import { detectFile, objectReader, type DetectedFile } from '../platform/detect-file.ts';
import { canConvert } from '../platform/ffmpeg.ts';
import {
  enqueueConversion,
  findFile,
  objectKey,
  fileName,
  finishUpload,
  enqueueSweep,
  tooLarge,
} from './file-rows.ts';

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
 * another use, or has not arrived. A file has one holder. A second claim changes nothing.
 */
export async function claimFile(
  tx: TenantTransaction,
  pathOrUrl: string,
  use: FileUse,
  field = 'file',
): Promise<ClaimedFile> {
  const notUploaded = () => invalid({ [field]: [messages.notUploaded] });
  const path = filePath(pathOrUrl);
  const row = path && (await findFile(tx, path, { lock: true }));
  if (!row || row.use !== use) throw notUploaded();
  const file = row.state === 'pending' ? await finishRemoteUpload(tx, row) : row;
  if (file.state !== 'ready' && file.state !== 'converting') throw notUploaded();
  await tx.db
    .updateTable('files')
    .set({ unused_since: null, claimed: true })
    .where('id', '=', file.id)
    .execute();
  const { filename, type, width, height, bytes, state } = file;
  return {
    path,
    name: filename,
    type,
    bytes: bytes ?? 0,
    width,
    height,
    state: state as FileState,
  };
}

/** Claims many files that this server has just stored, in the transaction that saves their paths. */
export async function claimStoredFiles({ db }: TenantTransaction, paths: string[]) {
  const names = paths.map(fileName);
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ unused_since: null, claimed: true })
    .where('name', '=', sql<string>`ANY (${names}::text[])`)
    .where('state', '=', 'ready')
    .executeTakeFirstOrThrow();
  if (Number(numUpdatedRows) !== names.length) throw new Error('a stored file has been swept');
}

/** A file that a row refers to in one of its fields. */
export interface NamedFile {
  field: string;
  /** The path, or the URL as an answer carried it. */
  path: string;
  use: FileUse;
}

/** Claims every file that a row refers to, before the row is written. */
export async function claimFiles(tx: TenantTransaction, files: NamedFile[]) {
  const claimed: ClaimedFile[] = [];
  for (const { path, use, field } of files) claimed.push(await claimFile(tx, path, use, field));
  return claimed;
}

/** Releases a file whose only holder is deleted or took another file. It is swept a day later. */
export async function releaseFile(tx: TenantTransaction, pathOrUrl: string | null) {
  const path = pathOrUrl && filePath(pathOrUrl);
  const row = path && (await findFile(tx, path));
  if (!row) return;
  await tx.db
    .updateTable('files')
    .set({ unused_since: new Date() })
    .where('id', '=', row.id)
    .execute();
  await enqueueSweep(tx);
}

/** The view of the files that a feature holds. A new feature adds its own (migration 0034). */
type FileHolder =
  | 'banner_files'
  | 'catalog_files'
  | 'community_files'
  | 'level_files'
  | 'member_files'
  | 'quiz_files'
  | 'reward_files'
  | 'settings_files';

/** Returns the paths of the files that a row and everything in it hold. */
export async function claimedFiles(
  { db }: TenantTransaction,
  holder: FileHolder,
  key: Record<string, number>,
): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    SELECT DISTINCT path FROM ${sql.table(holder)} WHERE ${sql.join(
      Object.entries(key).map(([column, id]) => sql`${sql.ref(column)} = ${id}`),
      sql` AND `,
    )}`.execute(db);
  return rows.map(({ path }) => path);
}

/**
 * Releases the files that the feature no longer holds. Call it after its rows were written. It
 * waits for a concurrent claim of the same file, and sees it.
 */
export async function releaseFiles(
  tx: TenantTransaction,
  holder: FileHolder,
  addresses: (string | null)[],
) {
  const paths = addresses.flatMap((address) => (address && filePath(address)) || []);
  if (!paths.length) return;
  const { db } = tx;
  const hasNameIn = (names: string[]) => sql<boolean>`name = ANY (${names}::text[])`;
  await db
    .selectFrom('files')
    .select('id')
    .where(hasNameIn(paths.map(fileName)))
    .orderBy('id')
    .forUpdate()
    .execute();
  const { rows } = await sql<{ path: string }>`
    SELECT unnest(${paths}::text[]) AS path EXCEPT SELECT path FROM ${sql.table(holder)}`.execute(
    db,
  );
  if (!rows.length) return;
  await db
    .updateTable('files')
    .set({ unused_since: new Date() })
    .where(hasNameIn(rows.map(({ path }) => fileName(path))))
    .execute();
  await enqueueSweep(tx);
}

/**
 * Throws 415 if the content of a file does not fit its use.
 * @returns whether the file may be shown as it is, or must be converted first
 */
export async function refuseWrongType(
  use: FileUse,
  { video }: DetectedFile,
): Promise<'ready' | 'converting'> {
  if (ruleOf(use).kind !== 'video') return 'ready';
  if (!video) throw refuse('wrong_type', messages.wrongVideo, 415);
  if (video === 'playable') return 'ready';
  if (!(await canConvert())) throw refuse('wrong_type', messages.notConvertible, 415);
  return 'converting';
}

/**
 * Checks a file that the browser uploaded straight to the object store, and completes its row.
 * After that, only the checked content is served. A file that fails the check is never shown, and
 * is swept.
 */
export async function finishRemoteUpload(tx: TenantTransaction, file: Selectable<FileRow>) {
  // A request is uploading it through this server, and completes the row itself.
  if (file.receiving_until && file.receiving_until > new Date()) return file;
  const head = await tx.objects.head(objectKey(file));
  if (!head?.etag) return file;
  const use = file.use as FileUse;
  if (head.size > (file.bytes ?? ruleOf(use).bytes)) {
    await tx.objects.delete(objectKey(file));
    throw tooLarge(use);
  }
  if (file.bytes !== null && head.size !== file.bytes)
    throw refuse('incomplete', messages.incomplete, 422);
  const detected = await detectFile(objectReader(tx.objects, objectKey(file)), head.size);
  const state = await refuseWrongType(use, detected);
  if (state === 'converting') await enqueueConversion(tx);
  const { size: bytes, etag } = head;
  const metadata = { type: detected.type, bytes, counted_bytes: bytes, etag };
  return (await finishUpload(tx, file.id, state, metadata)) ?? file;
}
