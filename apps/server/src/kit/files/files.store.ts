import { HOUR_MS } from '@vitrine/contract/durations';
import { limits, messages, ruleOf, type FileState, type FileUse } from '@vitrine/contract/uploads';
import { sql, type Selectable } from 'kysely';
import { refuse } from '../../platform/app-error.ts';
import type { StorageConfig } from '../../platform/config.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Files as FileRow } from '../../platform/database.types.ts';
import { bulkPriority, enqueue, enqueueOnceADay } from '../../platform/jobs.ts';
import { personalFileUses } from '../privacy/personal-data.ts';
import { fileName, storedFilePath } from './file-names.ts';
import { refuseOverQuota } from './storage-quota.ts';

// The only writer of the table `files`. A restore of an installation or of a school writes all
// tables, and the etags of its new store into this one.

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

/** The space that a file takes in the object store. */
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
const isUnleased = sql<boolean>`(receiving_until IS NULL OR receiving_until < now())`;

// Leases -----------------------------------------------------------------------------------------

const lease = sql<Date>`now() + interval '30 seconds'`;

/** @returns whether the file was pending and no request held its lease */
export const leaseFile = async ({ db }: TenantTransaction, id: number) =>
  !!(await db
    .updateTable('files')
    .set({ receiving_until: lease })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where(isUnleased)
    .returning('id')
    .executeTakeFirst());

/** A late renewal must not take a released lease. */
export const renewUploadLease = ({ db }: TenantTransaction, id: number) =>
  db
    .updateTable('files')
    .set({ receiving_until: lease })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('receiving_until', 'is not', null)
    .execute();

/** Lets the next request try at once. */
export const releaseUploadLease = ({ db }: TenantTransaction, id: number) =>
  db.updateTable('files').set({ receiving_until: null }).where('id', '=', id).execute();

// Conversions ------------------------------------------------------------------------------------

/** Completes a converted video. Returns undefined if it was removed meanwhile. */
export const finishConversion = (
  { db }: TenantTransaction,
  id: number,
  { bytes, ...metadata }: FileMetadata,
) =>
  db
    .updateTable('files')
    .set({ state: 'ready', bytes, counted_bytes: bytes, ...metadata })
    .where('id', '=', id)
    .where('state', '=', 'converting')
    .returning('id')
    .executeTakeFirst();

/** Refuses a video that cannot be converted. */
export const refuseConversion = ({ db }: TenantTransaction, id: number) =>
  db
    .updateTable('files')
    .set({ state: 'refused' })
    .where('id', '=', id)
    .where('state', '=', 'converting')
    .execute();

// Use and deletion -------------------------------------------------------------------------------

/** Marks files as used. Returns how many of them are stored. */
export async function markUsed({ db }: TenantTransaction, names: string[]): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ unused_since: null, claimed: true })
    .where(hasNameIn(names))
    .where('state', 'in', ['ready', 'converting'])
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Marks files as unused. They are swept a day later. */
export async function markUnused(tx: TenantTransaction, names: string[]) {
  await tx.db
    .updateTable('files')
    .set({ unused_since: new Date() })
    .where(hasNameIn(names))
    .execute();
  await enqueueSweep(tx);
}

/** Locks the rows of these names, in one order. */
export const lockFiles = ({ db }: TenantTransaction, names: string[]) =>
  db.selectFrom('files').select('id').where(hasNameIn(names)).orderBy('id').forUpdate().execute();

/** Refuses the unused files among these, so that nobody claims them before their deletion. */
export const refuseUnused = ({ db }: TenantTransaction, names: string[]) =>
  db
    .updateTable('files')
    .set({ state: 'refused' })
    .where(hasNameIn(names))
    .where('unused_since', 'is not', null)
    .returningAll()
    .execute();

/** The views of the files that features hold. A new feature adds its own (migration 0034). */
export const fileHolders = [
  'banner_files',
  'catalog_files',
  'community_files',
  'level_files',
  'member_files',
  'quiz_files',
  'reward_files',
  'settings_files',
] as const;
/** The view of the files that a feature holds. */
export type FileHolder = (typeof fileHolders)[number];

/**
 * Refuses files that were unused before `cutoff`, at most `limit` of them, longest unused first. A
 * feature releases a file that another one may hold. Such a file is used again.
 */
export async function refuseDue(tx: TenantTransaction, cutoff: Date, limit: number) {
  const due = await tx.db
    .selectFrom('files')
    .select(['tenant_id', 'name'])
    .where('unused_since', '<', cutoff)
    .orderBy('unused_since')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  if (!due.length) return [];
  await markUsed(tx, await heldNames(tx, due.map(storedFilePath)));
  return refuseUnused(
    tx,
    due.map(({ name }) => name),
  );
}

/** The names of the files among these that some feature holds. */
async function heldNames({ db }: TenantTransaction, paths: string[]) {
  const views = fileHolders.map((view) => sql`SELECT path FROM ${sql.table(view)}`);
  const { rows } = await sql<{ path: string }>`
    SELECT DISTINCT held.path FROM (${sql.join(views, sql` UNION ALL `)}) AS held
    WHERE held.path = ANY (${paths}::text[])`.execute(db);
  return rows.map(({ path }) => fileName(path));
}

/** Refuses a member's photo, which has the name `photo`, and the member's unused personal files. */
export const refusePersonal = (
  { db }: TenantTransaction,
  { memberId, photo }: { memberId: number; photo: string },
) =>
  db
    .updateTable('files')
    .set({ state: 'refused', unused_since: new Date() })
    .where((eb) =>
      eb.or([
        eb('name', '=', photo),
        eb.and([
          eb('member_id', '=', memberId),
          eb('use', 'in', [...personalFileUses]),
          eb.or([eb('unused_since', 'is not', null), eb('use', '=', 'photo')]),
        ]),
      ]),
    )
    .returningAll()
    .execute();

/** Gives a member's files another name for people. The extensions stay. */
export const renameFilesOf = ({ db }: TenantTransaction, memberId: number, name: string) =>
  sql`UPDATE files SET filename = ${name}
      || coalesce(substring(filename FROM '\\.[[:alnum:]]{1,8}$'), '')
    WHERE member_id = ${memberId}`.execute(db);

/** Deletes the row of a file whose objects are deleted. */
export const deleteFile = ({ db }: TenantTransaction, id: number) =>
  db.deleteFrom('files').where('id', '=', id).execute();

const hasNameIn = (names: string[]) => sql<boolean>`name = ANY (${names}::text[])`;

// Limits and jobs --------------------------------------------------------------------------------

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
  await enqueue(tx, key, {}, { key, keepsRunAt: true, queue });
}

/** Enqueues the conversion again where a video waits, but the tries of its job are used up. */
export async function enqueueOverdueConversion(tx: TenantTransaction) {
  const waiting = await tx.db
    .selectFrom('files')
    .select('id')
    .where('state', '=', 'converting')
    .limit(1)
    .executeTakeFirst();
  if (waiting) await enqueueConversion(tx);
}

/** A sweep deletes a file a day after its last use. */
const OVERDUE_DAYS = 3;

/** Enqueues the sweep again where a file is overdue, because the store was away for all its tries. */
export async function enqueueOverdueSweep(tx: TenantTransaction) {
  const overdue = await tx.db
    .selectFrom('files')
    .select('id')
    .where('unused_since', '<', sql<Date>`now() - make_interval(days => ${OVERDUE_DAYS})`)
    .limit(1)
    .executeTakeFirst();
  if (overdue) await enqueueMoreSweep(tx);
}

/** Enqueues a sweep of files that are due already. It holds up no other work. */
export const enqueueMoreSweep = (tx: TenantTransaction) =>
  enqueue(tx, 'sweep-files', {}, { key: 'sweep-files:more', priority: bulkPriority(0) });

/** Enqueues one sweep per school and day. It deletes files that were unused for a day by then. */
export const enqueueSweep = (tx: TenantTransaction) =>
  enqueueOnceADay(tx, 'sweep-files', (limits.unusedHours + 1) * HOUR_MS);
