import { limits, messages, ruleOf, type FileState, type FileUse } from '@vitrine/contract/uploads';
import type { Selectable } from 'kysely';
import type { TenantTransaction } from '../platform/database.ts';
import type { Files as FileRow } from '../platform/database.types.ts';
import { enqueue } from '../platform/jobs.ts';
import { refuse } from '../platform/app-error.ts';

// The table `files`: only what stands here, and the features' `uploads.store.ts`, writes it.

export const pathOf = ({ tenant_id, name }: { tenant_id: number; name: string }) =>
  `/files/${tenant_id}/${name}`;
export const nameOf = (path: string) => path.split('/')[3] ?? '';
export const keyOf = ({ tenant_id, name }: { tenant_id: number; name: string }) =>
  `${tenant_id}/${name}`;
export const sizeKey = (file: { tenant_id: number; name: string }, width: number) =>
  `${keyOf(file)}.w${width}.webp`;

/** The row behind a path of this school. */
export async function findFile(
  { db, tenantId }: TenantTransaction,
  path: string,
  { lock = false } = {},
): Promise<Selectable<FileRow> | null> {
  const [, , tenant] = path.split('/');
  if (Number(tenant) !== tenantId) return null;
  const query = db.selectFrom('files').selectAll().where('name', '=', nameOf(path));
  return (await (lock ? query.forUpdate() : query).executeTakeFirst()) ?? null;
}

interface NewFile {
  name: string;
  use: FileUse;
  kind: string;
  filename: string;
  type: string;
  member_id: number | null;
  bytes?: number | null;
  expires_at?: Date;
}

export const addFile = (
  { db }: TenantTransaction,
  { name, use, kind, filename, type, member_id, bytes, expires_at }: NewFile,
) =>
  db
    .insertInto('files')
    .values({ name, use, kind, filename, type, member_id, bytes, expires_at })
    .returning('id')
    .executeTakeFirstOrThrow();

export interface FileFacts {
  type: string;
  bytes: number;
  etag: string;
  width?: number;
  height?: number;
  widths?: number[];
}

/** A pending file becomes what it is; undefined where somebody else was first. */
export const finishUpload = (
  { db }: TenantTransaction,
  id: number,
  state: FileState,
  kept: FileFacts,
) =>
  db
    .updateTable('files')
    .set({ state, ...kept })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returningAll()
    .executeTakeFirst();

export const tooLarge = (use: FileUse) =>
  refuse('too_large', ruleOf(use).tooLarge ?? messages.tooLarge, 413);

export async function convertLater(tx: TenantTransaction, id: number) {
  await enqueue(tx, 'convert-video', { id }, { maxAttempts: 3 });
}

/** One round a school and day: it takes what is older than a day by then. */
export async function sweepLater(tx: TenantTransaction) {
  const runAt = new Date(Date.now() + (limits.unusedHours + 1) * 3_600_000);
  const key = `sweep-files:${runAt.toISOString().slice(0, 10)}`;
  await enqueue(tx, 'sweep-files', {}, { key, runAt });
}

// Names ------------------------------------------------------------------------------------------

/** A name to show: no path, no control characters, no longer than the column. */
export const shownName = (name: string) =>
  name
    .replace(/^.*[/\\]/, '')
    .replace(/\p{Cc}/gu, '')
    .slice(0, limits.filename)
    .toWellFormed();

export const extensionOf = (name: string) =>
  /\.([a-z0-9]{1,8})$/.exec(name.toLowerCase())?.[1] ?? 'bin';
