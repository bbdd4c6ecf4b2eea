import { isBackground } from '@vitrine/contract/backgrounds';
import { settingsImages } from '@vitrine/contract/platform-settings';
import type { PlatformSettings } from '@vitrine/contract/site';
import { claimFile, releaseFile } from '../../kit/claim-file.ts';
import type { UploadedFile } from '../../kit/multipart.ts';
import { storeImage } from '../../kit/store-files.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';

type Column = keyof typeof settingsImages;
type Images = Partial<Record<Column, string | null>>;

const columns = Object.keys(settingsImages) as Column[];

/** Makes the file parts of a form images of the school, outside of any transaction. */
export async function storeParts(
  platform: Platform,
  tenantId: number,
  files: Record<string, UploadedFile>,
): Promise<Images> {
  const stored: Images = {};
  for (const column of columns)
    if (files[column])
      stored[column] = (
        await storeImage(platform, tenantId, files[column], { use: settingsImages[column] })
      ).path;
  return stored;
}

/**
 * The images that a patch names, as the row keeps them: a new one is held from now on, one that no
 * other column shows is let go. Backgrounds of our own drawing are nobody's files.
 */
export async function heldImages(
  tx: TenantTransaction,
  before: PlatformSettings,
  patch: Images,
): Promise<Images> {
  const changed = columns.filter(
    (column) => patch[column] !== undefined && patch[column] !== before[column],
  );
  const held: Images = {};
  for (const column of changed) held[column] = await hold(tx, column, patch[column] ?? null);
  const after = { ...before, ...held };
  const shown = columns.map((column) => after[column]);
  for (const column of changed)
    if (!shown.includes(before[column])) await releaseFile(tx, before[column]);
  return held;
}

async function hold(tx: TenantTransaction, column: Column, wanted: string | null) {
  if (wanted === null || (column === 'background_image' && isBackground(wanted))) return wanted;
  return (await claimFile(tx, wanted, settingsImages[column], column)).path;
}
