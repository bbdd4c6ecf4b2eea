import { HOUR_MS } from '@vitrine/contract/durations';
import { limits, messages, ruleOf, type FileState, type FileUse } from '@vitrine/contract/uploads';
import { sql, type Selectable } from 'kysely';
import { refuse } from '../platform/app-error.ts';
import type { StorageConfig } from '../platform/config.ts';
import type { TenantTransaction } from '../platform/database.ts';
import type { Files as FileRow } from '../platform/database.types.ts';
import { enqueue } from '../platform/jobs.ts';
import { refuseOverQuota } from './storage-quota.ts';

// Other writers of the table `files` are `claim-files.ts`, `remove-files.ts`, `forget-member.ts`,
// `features/uploads` and the erasures of `features/privacy`. Restores and imports write its etags.

/** `/files/{tenant}/{name}`: the path as rows of other tables store it. */
export const storedFilePath = ({ tenant_id, name }: { tenant_id: number; name: string }) =>
  `/files/${tenant_id}/${name}`;
/** The name in a stored path: `foto.webp` of `/files/7/foto.webp`. */
export const fileName = (path: string) => path.split('/')[3] ?? '';
/** The key of the file in the object store. */
export const objectKey = ({ tenant_id, name }: { tenant_id: number; name: string }) =>
  `${tenant_id}/${name}`;
/** The key of an image in one of its smaller widths. */
export const resizedKey = (file: { tenant_id: number; name: string }, width: number) =>
  `${objectKey(file)}.w${width}.webp`;

/** Reads the row of a path; null for another school's path. */
export async function findFile(
  { db, tenantId }: TenantTransaction,
  path: string,
  { lock = false } = {},
): Promise<Selectable<FileRow> | null> {
  const [, , tenant] = path.split('/');
  if (Number(tenant) !== tenantId) return null;
  const query = db.selectFrom('files').selectAll().where('name', '=', fileName(path));
  return (await (lock ? query.forUpdate() : query).executeTakeFirst()) ?? null;
}

/** What a file takes in the object store. */
export interface StoredSize {
  /** Bytes that count against the quotas: the total in the object store, or its maximum. */
  counted_bytes: number;
  /** The smaller widths of an image. A sweep finds them here if the upload is interrupted. */
  widths?: number[];
}

interface NewFile extends StoredSize {
  name: string;
  use: FileUse;
  kind: string;
  filename: string;
  type: string;
  member_id: number | null;
  bytes?: number | null;
  expires_at?: Date;
}

/** Adds the row of a file. Throws if that exceeds a quota. */
export async function addFile(tx: TenantTransaction, storage: StorageConfig, file: NewFile) {
  const added = await tx.db
    .insertInto('files')
    .values(file)
    .returning('id')
    .executeTakeFirstOrThrow();
  await refuseOverQuota(tx, storage, file.member_id);
  return added;
}

/**
 * Updates what a file will take in the object store, once it is known. Throws if that exceeds a
 * quota.
 */
export async function recountFile(
  tx: TenantTransaction,
  storage: StorageConfig,
  { id, member_id }: { id: number; member_id: number | null },
  size: StoredSize,
) {
  await tx.db
    .updateTable('files')
    .set(size)
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute();
  await refuseOverQuota(tx, storage, member_id);
}

/** The row of a stored file. Sizes are in bytes, `width` and `height` in pixels. */
export interface FileMetadata extends Partial<StoredSize> {
  type: string;
  bytes: number;
  etag: string;
  width?: number;
  height?: number;
}

/** Completes a pending file. Returns undefined if another request completed it first. */
export const finishUpload = (...completion: Completion) =>
  completeRow(...completion).executeTakeFirst();

/**
 * The same for a file that was checked in the object store. Returns undefined also while a request
 * stores the file: it may replace what was checked.
 */
export const finishRemoteUpload = (...completion: Completion) =>
  completeRow(...completion)
    .where(isUnleased)
    .executeTakeFirst();

type Completion = [tx: TenantTransaction, id: number, state: FileState, metadata: FileMetadata];

const completeRow = (...[{ db }, id, state, metadata]: Completion) =>
  db
    .updateTable('files')
    .set({ state, ...metadata })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returningAll();

/** No request stores the file now. */
export const isUnleased = sql<boolean>`(receiving_until IS NULL OR receiving_until < now())`;

/** 413 with the message of the use. */
export const tooLarge = (use: FileUse) =>
  refuse('too_large', ruleOf(use).tooLarge ?? messages.tooLarge, 413);

/**
 * Enqueues one job per school, which converts one of its videos. The school's next job goes to the
 * end of the queue, so that schools take turns.
 */
export async function enqueueConversion(tx: TenantTransaction) {
  const queue = `videos-${tx.tenantId % 64}`; // two servers never convert the same video
  const key = 'convert-video';
  await enqueue(tx, key, {}, { key, keepsRunAt: true, queue, maxAttempts: 3 });
}

/** Enqueues one sweep per school and day. It deletes files that were unused for a day by then. */
export async function enqueueSweep(tx: TenantTransaction) {
  const runAt = new Date(Date.now() + (limits.unusedHours + 1) * HOUR_MS);
  const key = `sweep-files:${runAt.toISOString().slice(0, 10)}`;
  await enqueue(tx, 'sweep-files', {}, { key, runAt });
}

// Names ------------------------------------------------------------------------------------------

/** A file name for people: without path and control characters, cut to the column's length. */
export const displayName = (name: string) =>
  name
    .replace(/^.*[/\\]/, '')
    .replace(/\p{Cc}/gu, '')
    .slice(0, limits.filename)
    .toWellFormed();

/** The extension in lower case, without the dot; `bin` if there is none. */
export const extensionOf = (name: string) =>
  /\.([a-z0-9]{1,8})$/.exec(name.toLowerCase())?.[1] ?? 'bin';
