import {
  filePath,
  messages,
  ruleOf,
  type FileState,
  type FileUse,
} from '@vitrine/contract/uploads';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { TenantTransaction } from '../platform/database.ts';
import type { Files as FileRow } from '../platform/database.types.ts';
import { canConvert } from '../platform/ffmpeg.ts';
import { detectFile, lookInto, type DetectedFile } from '../platform/detect-file.ts';
import { invalid, refuse } from '../platform/app-error.ts';
import {
  convertLater,
  findFile,
  keyOf,
  nameOf,
  finishUpload,
  sweepLater,
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
 * Makes a file that was uploaded for this use one that something holds: it stays until `releaseFile`.
 * Takes the path, or an address of it as an answer carried it. 422 under `field` where it is none of
 * this school's, of another use, or has not arrived. A file has one holder; claimed again it stays.
 */
export async function claimFile(
  tx: TenantTransaction,
  pathOrUrl: string,
  use: FileUse,
  field = 'file',
): Promise<ClaimedFile> {
  const unknown = () => invalid({ [field]: [messages.notUploaded] });
  const path = filePath(pathOrUrl);
  const found = path && (await findFile(tx, path, { lock: true }));
  if (!found || found.use !== use) throw unknown();
  const file = found.state === 'pending' ? await finishRemoteUpload(tx, found) : found;
  if (file.state !== 'ready' && file.state !== 'converting') throw unknown();
  await tx.db.updateTable('files').set({ unused_since: null }).where('id', '=', file.id).execute();
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

/**
 * Claims files that this server itself has just stored, many at once, in the transaction that saves
 * their paths.
 */
export async function claimStoredFiles({ db }: TenantTransaction, paths: string[]) {
  const names = paths.map(nameOf);
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ unused_since: null })
    .where('name', '=', sql<string>`ANY (${names}::text[])`)
    .where('state', '=', 'ready')
    .executeTakeFirstOrThrow();
  if (Number(numUpdatedRows) !== names.length) throw new Error('a stored file has been swept');
}

/** What held the file is gone or took another one: it is swept a day later. */
export async function releaseFile(tx: TenantTransaction, pathOrUrl: string | null) {
  const path = pathOrUrl && filePath(pathOrUrl);
  const found = path && (await findFile(tx, path));
  if (!found) return;
  await tx.db
    .updateTable('files')
    .set({ unused_since: new Date() })
    .where('id', '=', found.id)
    .execute();
  await sweepLater(tx);
}

/**
 * The same of many at once: of these, those that are not among `held` any more, the `path`s of
 * everything that may hold one. Who claims one at this moment is waited for, and then seen there.
 */
export async function releaseUnheld(
  tx: TenantTransaction,
  paths: string[],
  held: RawBuilder<unknown>,
) {
  if (!paths.length) return;
  const { db } = tx;
  const ofNames = (names: string[]) => sql<boolean>`name = ANY (${names}::text[])`;
  await db
    .selectFrom('files')
    .select('id')
    .where(ofNames(paths.map(nameOf)))
    .orderBy('id')
    .forUpdate()
    .execute();
  const { rows } = await sql<{ path: string }>`
    SELECT unnest(${paths}::text[]) AS path EXCEPT SELECT path FROM ${held}`.execute(db);
  if (!rows.length) return;
  await db
    .updateTable('files')
    .set({ unused_since: new Date() })
    .where(ofNames(rows.map(({ path }) => nameOf(path))))
    .execute();
  await sweepLater(tx);
}

/**
 * What a file must be for its use, by its bytes; 415 otherwise.
 * @returns whether it may be shown as it is, or must be converted first
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
 * A file that went to the object store without us: looked at here, once, and from then on only the
 * content that was looked at is served. One that is not what it should be stays where it is, unseen,
 * and is swept.
 */
export async function finishRemoteUpload(tx: TenantTransaction, file: Selectable<FileRow>) {
  const head = await tx.objects.head(keyOf(file));
  if (!head?.etag) return file;
  const use = file.use as FileUse;
  if (head.size > (file.bytes ?? ruleOf(use).bytes)) throw tooLarge(use);
  if (file.bytes !== null && head.size !== file.bytes)
    throw refuse('incomplete', messages.incomplete, 422);
  const judged = await detectFile(lookInto(tx.objects, keyOf(file)), head.size);
  const state = await refuseWrongType(use, judged);
  if (state === 'converting') await convertLater(tx, file.id);
  const kept = { type: judged.type, bytes: head.size, etag: head.etag };
  return (await finishUpload(tx, file.id, state, kept)) ?? file;
}
