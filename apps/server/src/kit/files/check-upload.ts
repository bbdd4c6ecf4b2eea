import { messages, ruleOf, type FileUse } from '@vitrine/contract/uploads';
import type { Selectable } from 'kysely';
import { refuse } from '../../platform/app-error.ts';
import type { OutsideTransaction } from '../../platform/database.ts';
import type { Files as FileRow } from '../../platform/database.types.ts';
import { detectFile, objectReader, type DetectedFile } from '../../platform/detect-file.ts';
import { canConvert } from '../../platform/ffmpeg.ts';
import { objectKey, storedFilePath } from './file-names.ts';
import { enqueueConversion, findFile, finishRemoteUpload, tooLarge } from './files.store.ts';

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
 * Checks a pending file that the browser uploaded straight to the object store, and completes its
 * row. After that, only the checked content is served. A file that fails the check is never shown,
 * and is swept. The object store may be slow, so no transaction waits for the check.
 *
 * @returns the row, still pending if the file has not arrived
 */
export async function checkUpload(
  { files: { objects }, database }: OutsideTransaction,
  file: Selectable<FileRow>,
): Promise<Selectable<FileRow>> {
  // A request is uploading it through this server, and completes the row itself.
  if (file.receiving_until && file.receiving_until > new Date()) return file;
  const head = await objects.head(objectKey(file));
  if (!head?.etag) return file;
  const { use } = file;
  if (head.size > (file.bytes ?? ruleOf(use).bytes)) throw tooLarge(use);
  if (file.bytes !== null && head.size !== file.bytes)
    throw refuse('incomplete', messages.incomplete, 422);
  const detected = await detectFile(objectReader(objects, objectKey(file)), head.size);
  const state = await refuseWrongType(use, detected);
  const { size: bytes, etag } = head;
  const metadata = { type: detected.type, bytes, counted_bytes: bytes, etag };
  return database.transaction(file.tenant_id, async (tx) => {
    const finished = await finishRemoteUpload(tx, file.id, state, metadata);
    if (!finished) return (await findFile(tx, storedFilePath(file))) ?? file;
    if (state === 'converting') await enqueueConversion(tx);
    return finished;
  });
}
