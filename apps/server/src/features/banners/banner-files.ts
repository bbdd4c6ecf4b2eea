import { bannerFiles, bannerParts, type BannerFile } from '@vitrine/contract/banners';
import type { FileUse } from '@vitrine/contract/uploads';
import { sql } from 'kysely';
import { claimFile, releaseUnheld } from '../../kit/claim-file.ts';
import type { UploadedFile } from '../../kit/multipart.ts';
import { storeImage } from '../../kit/store-files.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';

type Files = Partial<Record<BannerFile, string | null>>;

const columns = Object.keys(bannerFiles) as BannerFile[];
const held = sql`unnest(ARRAY[${sql.join(columns.map((column) => sql.ref(column)))}])`;

/** Makes the file parts of a form images of the school, outside of any transaction. */
export async function storeParts(
  platform: Platform,
  tenantId: number,
  parts: Record<string, UploadedFile>,
): Promise<Files> {
  const stored: Files = {};
  for (const column of Object.keys(bannerParts) as (keyof typeof bannerParts)[]) {
    const part = parts[column];
    if (part)
      stored[column] = (
        await storeImage(platform, tenantId, part, { use: bannerFiles[column] })
      ).path;
  }
  return stored;
}

/** The paths that a banner holds. */
export async function filesOf({ db, tenantId }: TenantTransaction, id: number): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    SELECT path FROM banners, ${held} AS path
    WHERE tenant_id = ${tenantId} AND id = ${id} AND path IS NOT NULL`.execute(db);
  return rows.map(({ path }) => path);
}

/** Takes the files that a form names, each for its use: 422 under its field otherwise. */
export async function holdFiles(
  tx: TenantTransaction,
  named: { [Column in BannerFile]?: string | null | undefined },
  before: string[],
): Promise<Files> {
  const taken: Files = {};
  for (const column of columns) {
    const wanted = named[column];
    if (!wanted || before.includes(wanted)) continue;
    const use: FileUse = bannerFiles[column];
    taken[column] = (await claimFile(tx, wanted, use, column)).path;
  }
  return taken;
}

/** Of files that were held, those that no banner holds any more are let go. */
export const letGo = (tx: TenantTransaction, before: string[]) =>
  releaseUnheld(
    tx,
    before,
    sql`(SELECT path FROM banners, ${held} AS path WHERE tenant_id = ${tx.tenantId}) AS held`,
  );
