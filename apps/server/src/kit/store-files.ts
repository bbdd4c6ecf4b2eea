import { rm } from 'node:fs/promises';
import { ruleOf, type FileUse, type ImageUse, type StoredImage } from '@vitrine/contract/uploads';
import { randomName } from '../platform/files.ts';
import type { MadeImage } from '../platform/images/image-work.ts';
import { processImage, type ImageBox } from '../platform/images/process-image.ts';
import { detectFile, lookAt } from '../platform/detect-file.ts';
import type { ObjectStore } from '../platform/object-store.ts';
import type { Platform } from '../platform/platform.ts';
import {
  addFile,
  extensionOf,
  keyOf,
  pathOf,
  finishUpload,
  shownName,
  sizeKey,
  sweepLater,
  tooLarge,
  type FileFacts,
} from './file-rows.ts';
import type { UploadedFile } from './multipart.ts';

interface ImagePurpose extends Partial<ImageBox> {
  use: ImageUse;
  memberId?: number | undefined;
  /** Nobody waits for it: a picture of an import. */
  background?: boolean;
}

/**
 * Makes a multipart part an image of the school, in all widths. For `withoutTransaction` handlers: it takes up
 * to ten seconds. The path is then claimed in the transaction that saves it; what nobody claims is
 * swept after a day.
 */
export async function storeImage(
  platform: Platform,
  tenantId: number,
  file: UploadedFile,
  { use, memberId, background, ...box }: ImagePurpose,
): Promise<StoredImage> {
  const rule = ruleOf(use);
  if (file.size > rule.bytes) throw tooLarge(use);
  const made = await platform.files.draft();
  try {
    const owner = { tenantId, account: memberId ?? use, background };
    const image = await processImage(owner, file.path, made, { ...boxOf(use), ...box });
    const row = {
      tenant_id: tenantId,
      name: `${randomName()}-${image.width}x${image.height}.${image.master.ext}`,
    };
    const { id } = await platform.database.transaction(tenantId, async (tx) => {
      await sweepLater(tx);
      return addFile(tx, {
        ...row,
        use,
        kind: 'image',
        filename: shownName(file.name),
        type: image.master.type,
        member_id: memberId ?? null,
      });
    });
    const kept = await putImage(platform.files.objects, row, image);
    await platform.database.transaction(tenantId, (tx) => finishUpload(tx, id, 'ready', kept));
    const path = pathOf(row);
    return { path, url: addressOf(platform, path, use), width: image.width, height: image.height };
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

/** Makes a multipart part a file of the school that is offered for download, whatever it is. */
export async function storeFile(
  platform: Platform,
  tenantId: number,
  file: UploadedFile,
  { use, memberId }: { use: FileUse; memberId?: number | undefined },
): Promise<{ path: string; url: string; name: string; size: number }> {
  if (file.size > ruleOf(use).bytes) throw tooLarge(use);
  const { type } = await lookAt(file.path, (look) => detectFile(look, file.size));
  const row = { tenant_id: tenantId, name: `${randomName()}.${extensionOf(file.name)}` };
  const filename = shownName(file.name);
  const { id } = await platform.database.transaction(tenantId, async (tx) => {
    await sweepLater(tx);
    return addFile(tx, {
      ...row,
      use,
      kind: 'file',
      filename,
      type,
      member_id: memberId ?? null,
    });
  });
  const { etag, size } = await platform.files.objects.put(keyOf(row), file, type);
  await platform.database.transaction(tenantId, (tx) =>
    finishUpload(tx, id, 'ready', { type, bytes: size, etag }),
  );
  const path = pathOf(row);
  return { path, url: addressOf(platform, path, use), name: filename, size };
}

/** The address to answer to somebody who has the right to the file. */
export const addressOf = ({ files }: Platform, path: string, use: FileUse, minutes = 60) =>
  ruleOf(use).signed ? files.signedUrl(path, minutes) : files.publicUrl(path);

/** The box of an image's use. */
export function boxOf(use: FileUse): ImageBox {
  const { width = 1920, height = 1920, exact, animated } = ruleOf(use);
  return { width, height, exact, animated };
}

/** Puts an image and its sizes under one name. */
export async function putImage(
  objects: ObjectStore,
  row: { tenant_id: number; name: string },
  { width, height, master, sizes }: MadeImage,
): Promise<FileFacts> {
  for (const one of sizes) await objects.put(sizeKey(row, one.width), one, one.type);
  const { etag } = await objects.put(keyOf(row), master, master.type);
  const widths = sizes.map((one) => one.width);
  return { type: master.type, bytes: master.size, etag, width, height, widths };
}
