import {
  limits,
  ruleOf,
  type FileUse,
  type ImageUse,
  type StoredImage,
} from '@vitrine/contract/uploads';
import { rm } from 'node:fs/promises';
import { notFound } from '../../platform/app-error.ts';
import { detectFile, withFileReader } from '../../platform/detect-file.ts';
import { randomName } from '../../platform/files.ts';
import type { ProcessedImage } from '../../platform/images/image-work.ts';
import { processImage, type ImageBox } from '../../platform/images/process-image.ts';
import type { ObjectStore } from '../../platform/object-store.ts';
import type { Platform } from '../../platform/platform.ts';
import type { UploadedFile } from '../http/multipart.ts';
import { extensionOf, objectKey, storedFilePath, displayName, resizedKey } from './file-names.ts';
import {
  addFile,
  finishUpload,
  enqueueSweep,
  tooLarge,
  type FileMetadata,
  type StoredSize,
} from './files.store.ts';
import { deleteOrphans } from './remove-files.ts';
import { refuseFullSchool } from './storage-quota.ts';

interface ImagePurpose extends Partial<ImageBox> {
  use: ImageUse;
  memberId?: number | undefined;
  /** True if nobody waits for it, as for an image of an import. */
  background?: boolean;
}

/**
 * Stores a multipart part as an image of the school, in all widths. It takes up to ten seconds, so
 * only `withoutTransaction` handlers may call it. Claim the path in the transaction that saves it:
 * an unclaimed file is deleted after a day.
 */
export async function storeImage(
  platform: Platform,
  tenantId: number,
  file: UploadedFile,
  { use, memberId, background, ...box }: ImagePurpose,
): Promise<StoredImage> {
  const rule = ruleOf(use);
  if (file.size > rule.bytes) throw tooLarge(use);
  const { database, config } = platform;
  await database.transaction(tenantId, (tx) => refuseFullSchool(tx, config.storage));
  const resultFolder = await platform.files.tempPath();
  try {
    const owner = { tenantId, account: memberId ?? use, background };
    const image = await processImage(owner, file.path, resultFolder, { ...boxOf(use), ...box });
    const row = {
      tenant_id: tenantId,
      name: `${randomName()}-${image.width}x${image.height}.${image.master.ext}`,
    };
    const { id } = await database.transaction(tenantId, async (tx) => {
      await enqueueSweep(tx);
      return addFile(tx, config.storage, {
        ...row,
        use,
        kind: 'image',
        filename: displayName(file.name),
        type: image.master.type,
        ...sizeOf(image),
        member_id: memberId ?? null,
      });
    });
    await complete(platform, { ...row, id }, await putImage(platform.files.objects, row, image));
    const path = storedFilePath(row);
    return { path, url: fileUrl(platform, path, use), width: image.width, height: image.height };
  } finally {
    await rm(resultFolder, { recursive: true, force: true });
  }
}

/** Stores a multipart part of any type as a file of the school, for download or playback. */
export async function storeFile(
  platform: Platform,
  tenantId: number,
  file: UploadedFile,
  { use, memberId }: { use: FileUse; memberId?: number | undefined },
): Promise<{ path: string; url: string; name: string; size: number }> {
  if (file.size > ruleOf(use).bytes) throw tooLarge(use);
  const { type } = await withFileReader(file.path, (read) => detectFile(read, file.size));
  const row = { tenant_id: tenantId, name: `${randomName()}.${extensionOf(file.name)}` };
  const filename = displayName(file.name);
  const { id } = await platform.database.transaction(tenantId, async (tx) => {
    await enqueueSweep(tx);
    return addFile(tx, platform.config.storage, {
      ...row,
      use,
      kind: ruleOf(use).kind === 'video' ? 'video' : 'file',
      filename,
      type,
      counted_bytes: file.size,
      member_id: memberId ?? null,
    });
  });
  const { etag, size } = await platform.files.objects.put(objectKey(row), file, type);
  await complete(platform, { ...row, id }, { type, bytes: size, etag });
  const path = storedFilePath(row);
  return { path, url: fileUrl(platform, path, use), name: filename, size };
}

/** Completes the row of stored objects. Throws 404 if its member was erased meanwhile. */
async function complete(
  platform: Platform,
  { id, ...file }: { id: number; tenant_id: number; name: string },
  metadata: FileMetadata,
) {
  const completed = await platform.database.transaction(file.tenant_id, (tx) =>
    finishUpload(tx, id, 'ready', metadata),
  );
  if (completed) return;
  await deleteOrphans(platform, { ...file, widths: metadata.widths ?? [] });
  throw notFound();
}

/**
 * The URL of a file, as `post` shows it. Give it only to a viewer who may read the file: it may be
 * signed.
 */
export const fileUrl = ({ files }: Platform, path: string, use: FileUse, post?: number) =>
  ruleOf(use).signed
    ? files.signedUrl(path, limits.signedMinutes, { post })
    : files.publicUrl(path);

/** The size limits of a use, which its images are fitted into. */
export function boxOf(use: FileUse): ImageBox {
  const { width = 1920, height = 1920, exact, animated } = ruleOf(use);
  return { width, height, exact, animated };
}

/** The space that an image takes in the object store, and its smaller widths in pixels. */
export const sizeOf = ({ master, sizes }: ProcessedImage): StoredSize => ({
  counted_bytes: sizes.reduce((sum, { size }) => sum + size, master.size),
  widths: sizes.map(({ width }) => width),
});

/**
 * Writes an image and its smaller widths to the object store. The image's row must list the widths
 * before, so that a sweep deletes them if this is interrupted.
 */
export async function putImage(
  objects: ObjectStore,
  row: { tenant_id: number; name: string },
  image: ProcessedImage,
): Promise<FileMetadata> {
  const { width, height, master, sizes } = image;
  for (const resized of sizes)
    await objects.put(resizedKey(row, resized.width), resized, resized.type);
  const { etag } = await objects.put(objectKey(row), master, master.type);
  const { type, size: bytes } = master;
  return { type, bytes, etag, width, height, ...sizeOf(image) };
}
