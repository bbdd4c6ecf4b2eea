import { messages, ruleOf, type FileState } from '@vitrine/contract/uploads';
import type { FastifyRequest } from 'fastify';
import type { Selectable } from 'kysely';
import { readFile, rm, writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { refuseWrongType } from '../../kit/files/check-upload.ts';
import { objectKey } from '../../kit/files/file-names.ts';
import {
  enqueueConversion,
  finishUpload,
  recountFile,
  tooLarge,
  type FileMetadata,
  type StoredSize,
} from '../../kit/files/files.store.ts';
import { deleteOrphans } from '../../kit/files/remove-files.ts';
import { boxOf, putImage, sizeOf } from '../../kit/files/store-files.ts';
import { refuse } from '../../platform/app-error.ts';
import { asWebVtt } from '../../platform/captions.ts';
import type { Files as FileRow } from '../../platform/database.types.ts';
import { detectFile, withFileReader } from '../../platform/detect-file.ts';
import { processImage } from '../../platform/images/process-image.ts';
import type { LocalFile } from '../../platform/object-store.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Member } from '../../platform/session.ts';
import { withUploadLease } from './upload-lease.ts';
import { alreadySent, asUpload, findPending } from './uploads.store.ts';

/**
 * Receives the PUT of an announced file. It checks length and type before it stores anything. Only
 * a success consumes the announcement.
 */
export async function receiveUpload(
  platform: Platform,
  tenantId: number,
  id: number,
  member: Member,
  request: FastifyRequest,
) {
  const row = await platform.database.transaction(tenantId, (tx) => findPending(tx, id, member.id));
  const { use } = row;
  const maxBytes = row.bytes ?? ruleOf(use).bytes;
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(use);
  if (!request.body) throw incomplete();
  const file = await platform.files.receive(
    request.body as Readable,
    maxBytes,
    ruleOf(use).tooLarge,
  );
  try {
    if (file.size === 0 || (row.bytes !== null && file.size !== row.bytes)) throw incomplete();
    const { kind } = ruleOf(use);
    if (kind === 'image') return await keepImage(platform, row, file);
    if (kind === 'captions') return await keepCaptions(platform, row, file);
    return await keepFile(platform, row, file);
  } finally {
    await rm(file.path, { force: true });
  }
}

const incomplete = () => refuse('incomplete', messages.incomplete, 422);

async function keepFile(platform: Platform, row: Selectable<FileRow>, file: LocalFile) {
  const detected = await withFileReader(file.path, (read) => detectFile(read, file.size));
  const state = await refuseWrongType(row.use, detected);
  const { type } = detected;
  return storeObject(platform, row, state, async () => {
    const { size: bytes } = file;
    const { etag } = await platform.files.objects.put(objectKey(row), file, type);
    return { type, bytes, etag, counted_bytes: bytes }; // none may have been announced
  });
}

async function keepCaptions(platform: Platform, row: Selectable<FileRow>, file: LocalFile) {
  const text = await asWebVtt(await readFile(file.path));
  if (!text) throw refuse('wrong_type', messages.wrongCaptions, 415);
  await writeFile(file.path, text);
  const webVttFile = { path: file.path, size: Buffer.byteLength(text) };
  const type = 'text/vtt; charset=utf-8';
  await recount(platform, row, { counted_bytes: webVttFile.size });
  return storeObject(platform, row, 'ready', async () => {
    const { etag } = await platform.files.objects.put(objectKey(row), webVttFile, type);
    return { type, bytes: webVttFile.size, etag };
  });
}

async function keepImage(platform: Platform, row: Selectable<FileRow>, file: LocalFile) {
  const tempPath = await platform.files.tempPath();
  try {
    const owner = { tenantId: row.tenant_id, account: row.member_id ?? row.use };
    const image = await processImage(owner, file.path, tempPath, boxOf(row.use));
    await recount(platform, row, sizeOf(image));
    return await storeObject(platform, row, 'ready', () =>
      putImage(platform.files.objects, row, image),
    );
  } finally {
    await rm(tempPath, { recursive: true, force: true });
  }
}

/** A store may be slow: no connection waits for it. The row is written once the file is there. */
const storeObject = (
  platform: Platform,
  row: Selectable<FileRow>,
  state: FileState,
  put: () => Promise<FileMetadata>,
) =>
  withUploadLease(platform, row, async () => {
    const metadata = await put();
    const completed = await platform.database.transaction(row.tenant_id, async (tx) => {
      const stored = await finishUpload(tx, row.id, state, metadata);
      if (stored && state === 'converting') await enqueueConversion(tx);
      return stored;
    });
    if (completed) return asUpload(completed);
    await deleteOrphans(platform, { ...row, widths: metadata.widths ?? [] });
    throw alreadySent();
  });

/** A separate transaction: the school's sums must not stay locked while the store is slow. */
const recount = ({ database, config }: Platform, row: Selectable<FileRow>, size: StoredSize) =>
  database.transaction(row.tenant_id, (tx) => recountFile(tx, config.storage, row, size));
