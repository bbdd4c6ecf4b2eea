import { bannerFiles, bannerParts, type BannerFile } from '@vitrine/contract/banners';
import type { AnyRoute } from '@vitrine/contract/core';
import { claimFiles } from '../../kit/files/claim-files.ts';
import { storeImage } from '../../kit/files/store-files.ts';
import type { Call } from '../../kit/http/call.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';

type Files = Partial<Record<BannerFile, string | null>>;

const columns = Object.keys(bannerFiles) as BannerFile[];

/** Makes the file parts of a form images of the school, outside of any transaction. */
export async function storeBannerImages(
  platform: Platform,
  { school, member, files }: Pick<Call<AnyRoute>, 'school' | 'member' | 'files'>,
): Promise<Files> {
  const storedPaths: Files = {};
  for (const column of Object.keys(bannerParts) as (keyof typeof bannerParts)[]) {
    const part = files[column];
    if (part)
      storedPaths[column] = (
        await storeImage(platform, school.tenant.id, part, {
          use: bannerFiles[column],
          memberId: member.id,
        })
      ).path;
  }
  return storedPaths;
}

/** Claims the files that a form names. Files that the banner has already are kept. */
export async function claimBannerFiles(
  tx: TenantTransaction,
  fields: { [Column in BannerFile]?: string | null | undefined },
  previousPaths: string[],
): Promise<Files> {
  const files = columns.flatMap((field) => {
    const path = fields[field];
    return path && !previousPaths.includes(path) ? { field, path, use: bannerFiles[field] } : [];
  });
  const claimed = await claimFiles(tx, files);
  return Object.fromEntries(files.map(({ field }, index) => [field, claimed[index]!.path]));
}
