import { isBackground } from '@vitrine/contract/backgrounds';
import type { AnyRoute } from '@vitrine/contract/core';
import { settingsImages } from '@vitrine/contract/platform-settings';
import type { PlatformSettings } from '@vitrine/contract/site';
import { claimFiles, releaseFiles } from '../../kit/files/claim-files.ts';
import { storeImage } from '../../kit/files/store-files.ts';
import type { Call } from '../../kit/http/call.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';

type Column = keyof typeof settingsImages;
type Images = Partial<Record<Column, string | null>>;

const columns = Object.keys(settingsImages) as Column[];

/** Makes the file parts of a form images of the school, outside of any transaction. */
export async function storeSettingsImages(
  platform: Platform,
  { school, member, files }: Pick<Call<AnyRoute>, 'school' | 'member' | 'files'>,
): Promise<Images> {
  const storedPaths: Images = {};
  for (const column of columns)
    if (files[column])
      storedPaths[column] = (
        await storeImage(platform, school.tenant.id, files[column], {
          use: settingsImages[column],
          memberId: member.id,
        })
      ).path;
  return storedPaths;
}

/** Claims the images of a patch. A preset background is no file. */
export async function claimImages(
  tx: TenantTransaction,
  previous: PlatformSettings,
  patch: Images,
): Promise<Images> {
  const changed = columns.flatMap((field) => {
    const path = patch[field];
    return path && path !== previous[field] && !(field === 'background_image' && isBackground(path))
      ? { field, path, use: settingsImages[field] }
      : [];
  });
  const claimed = await claimFiles(tx, changed);
  return Object.fromEntries(changed.map(({ field }, index) => [field, claimed[index]!.path]));
}

/** Releases the images that no column uses after the patch was saved. */
export const releaseImages = (tx: TenantTransaction, before: PlatformSettings, patch: Images) =>
  releaseFiles(
    tx,
    'settings_files',
    columns.flatMap((column) => (patch[column] !== undefined && before[column]) || []),
  );
