import { MINUTE_MS } from '@vitrine/contract/durations';
import { limits, messages, ruleOf, type FileUse } from '@vitrine/contract/uploads';
import type { Selectable } from 'kysely';
import { extensionOf, storedFilePath, displayName } from '../../kit/files/file-names.ts';
import {
  addFile,
  findFile,
  leaseFile,
  enqueueSweep,
  tooLarge,
} from '../../kit/files/files.store.ts';
import { notFound, orNotFound, refuse } from '../../platform/app-error.ts';
import type { StorageConfig } from '../../platform/config.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Files as FileRow } from '../../platform/database.types.ts';
import { randomName } from '../../platform/files.ts';
import { isAdmin, type Member } from '../../platform/session.ts';

/** A file that a browser announces. `size` is in bytes. */
export interface NewUpload {
  filename: string;
  use: FileUse;
  size?: number;
  type?: string | undefined;
}

/**
 * Announces one file of this use and length. The announcement is valid for ten minutes, for its
 * member only.
 */
export async function announceFile(
  tx: TenantTransaction,
  storage: StorageConfig,
  { filename, use, size, type }: NewUpload,
  memberId: number,
) {
  const { kind, bytes } = ruleOf(use);
  if (size !== undefined && size > bytes) throw tooLarge(use);
  const ext = extensionOf(filename);
  const row = {
    name: `${randomName()}.${kind === 'file' ? ext : shownAs[kind](ext)}`,
    use,
    kind,
    filename: displayName(filename),
    type: type && /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream',
    member_id: memberId,
    bytes: size ?? null,
    counted_bytes: size ?? bytes,
    expires_at: new Date(Date.now() + limits.putMinutes * MINUTE_MS),
  };
  const { id } = await addFile(tx, storage, row);
  await enqueueSweep(tx);
  return { row: { ...row, id }, path: storedFilePath({ tenant_id: tx.tenantId, name: row.name }) };
}

/** The address is created before the upload, so it carries the extension of the served type. */
const shownAs = {
  captions: () => 'vtt',
  video: (ext: string) => (ext === 'webm' ? 'webm' : 'mp4'),
  image: (ext: string) => (ext === 'png' || ext === 'webp' ? ext : 'jpg'),
};

/** Finds an announcement that its member may use now. */
export async function findPending({ db }: TenantTransaction, id: number, memberId: number) {
  const file = orNotFound(
    await db
      .selectFrom('files')
      .selectAll()
      .where('id', '=', id)
      .where('member_id', '=', memberId)
      .executeTakeFirst(),
  );
  if (file.state !== 'pending') throw alreadySent();
  if (!file.expires_at || file.expires_at < new Date())
    throw refuse('expired', messages.expired, 404);
  return file;
}

/** @returns whether the caller holds the lease. False while another request holds it. */
export async function acquireUploadLease(tx: TenantTransaction, id: number) {
  if (await leaseFile(tx, id)) return true;
  const file = await tx.db
    .selectFrom('files')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirst();
  if (file?.state !== 'pending') throw alreadySent();
  return false;
}

/** 409: another request has completed the file. */
export const alreadySent = () => refuse('already_sent', messages.alreadySent, 409);

/** Finds a file whose status its uploader and admins may read. */
export async function findOwnFile(tx: TenantTransaction, path: string, member: Member) {
  const file = orNotFound(await findFile(tx, path));
  if (file.member_id !== member.id && !isAdmin(member)) throw notFound();
  return file;
}

/** The wire form of a file's row. */
export const asUpload = (file: Selectable<FileRow>) => ({
  path: storedFilePath(file),
  use: file.use,
  state: file.state,
});
