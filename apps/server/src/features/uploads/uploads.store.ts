import { limits, messages, ruleOf, type FileState, type FileUse } from '@vitrine/contract/uploads';
import { sql, type Selectable } from 'kysely';
import { finishRemoteUpload } from '../../kit/claim-files.ts';
import {
  addFile,
  extensionOf,
  findFile,
  storedFilePath,
  finishUpload,
  displayName,
  enqueueSweep,
  tooLarge,
  type FileMetadata,
} from '../../kit/file-rows.ts';
import type { StorageConfig } from '../../platform/config.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Files as FileRow } from '../../platform/database.types.ts';
import { randomName } from '../../platform/files.ts';
import { orNotFound, refuse } from '../../platform/app-error.ts';
import { isAdmin, type Member } from '../../platform/session.ts';

interface NewUpload {
  filename: string;
  use: FileUse;
  size?: number;
  type?: string | undefined;
}

/** A place for one file of this use and length, open for ten minutes to whoever asked. */
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
    expires_at: new Date(Date.now() + limits.putMinutes * 60_000),
  };
  const { id } = await addFile(tx, storage, row);
  await enqueueSweep(tx);
  return { row: { ...row, id }, path: storedFilePath({ tenant_id: tx.tenantId, name: row.name }) };
}

/** The address is given before the bytes are seen: it names what browsers will be shown. */
const shownAs = {
  captions: () => 'vtt',
  video: (ext: string) => (ext === 'webm' ? 'webm' : 'mp4'),
  image: (ext: string) => (ext === 'png' || ext === 'webp' ? ext : 'jpg'),
};

/** A file that may be sent now, by whoever announced it. */
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

const lease = sql<Date>`now() + interval '30 seconds'`;

/** @returns whether the place is the caller's for a while; it is not while another request has it. */
export async function leasePlace({ db }: TenantTransaction, id: number) {
  const leased = await db
    .updateTable('files')
    .set({ receiving_until: lease })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where((eb) =>
      eb.or([eb('receiving_until', 'is', null), eb('receiving_until', '<', sql<Date>`now()`)]),
    )
    .returning('id')
    .executeTakeFirst();
  if (leased) return true;
  const file = await db.selectFrom('files').select('state').where('id', '=', id).executeTakeFirst();
  if (file?.state !== 'pending') throw alreadySent();
  return false;
}

/** Not of a place that was freed: a renewal may come late. */
export const renewLease = ({ db }: TenantTransaction, id: number) =>
  db
    .updateTable('files')
    .set({ receiving_until: lease })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('receiving_until', 'is not', null)
    .execute();

export const freePlace = ({ db }: TenantTransaction, id: number) =>
  db.updateTable('files').set({ receiving_until: null }).where('id', '=', id).execute();

/** The first whole file takes the place; a second one finds it taken. */
export async function takePlace(
  tx: TenantTransaction,
  id: number,
  state: FileState,
  kept: FileMetadata,
) {
  const taken = await finishUpload(tx, id, state, kept);
  if (!taken) throw alreadySent();
  return asUpload(taken);
}

const alreadySent = () => refuse('already_sent', messages.alreadySent, 409);

/** For whoever uploaded it, and for admins. */
export async function fileStatus(tx: TenantTransaction, path: string, member: Member) {
  const file = orNotFound(await findFile(tx, path, { lock: true }));
  if (file.member_id !== member.id) orNotFound(isAdmin(member) || null);
  return asUpload(file.state === 'pending' ? await finishRemoteUpload(tx, file) : file);
}

const asUpload = (file: Selectable<FileRow>) => ({
  path: storedFilePath(file),
  use: file.use as FileUse,
  state: file.state as FileState,
});
