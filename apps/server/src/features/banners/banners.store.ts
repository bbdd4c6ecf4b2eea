import { messages, type Banner, type BannerInput } from '@vitrine/contract/banners';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { claimedFiles, releaseFiles } from '../../kit/files/claim-files.ts';
import { definedColumns, definedFields } from '../../kit/rows/defined-columns.ts';
import { lockRows } from '../../kit/rows/lock-rows.ts';
import { lockList, reorder } from '../../kit/rows/ordering.ts';
import { nextVersion, lockVersion } from '../../kit/rows/versions.ts';
import { bannerJson, bannersJson } from '../../kit/showcase/banners.ts';
import { constraint, orNotFound, invalid } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { claimBannerFiles } from './banner-files.ts';

constraint('banners_show_something', () => invalid({ title: [messages.empty] }));

const allBanners = statement({
  name: 'banners.list',
  sql: `SELECT ${bannersJson} AS list`,
  row: z.object({ list: z.array(z.custom<Banner>()) }),
});

const oneBanner = statement({
  name: 'banners.one',
  sql: `SELECT ${bannerJson} AS banner FROM banners b WHERE b.id = :bannerId`,
  row: z.object({ banner: z.custom<Banner>() }),
});

/** All banners of the school, in their order. */
export async function listBanners(tx: TenantTransaction): Promise<Banner[]> {
  const [row] = await tx.run(allBanners);
  return row!.list;
}

/** Throws 404 for an unknown id. */
export async function readBanner(tx: TenantTransaction, id: number): Promise<Banner> {
  const [row] = await tx.run(oneBanner, { bannerId: id });
  return orNotFound(row).banner;
}

/** At the end of the list. */
export async function addBanner(tx: TenantTransaction, input: BannerInput): Promise<Banner> {
  await lockList(tx, 'banners');
  const { id } = await tx.db
    .insertInto('banners')
    .values({
      ...definedFields(await columnsOf(tx, input)),
      position: sql<number>`(SELECT coalesce(max(position), 0) + 1 FROM banners)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return readBanner(tx, id);
}

/** Throws 409 if the version is out of date. Files that the banner no longer uses are released. */
export async function changeBanner(
  tx: TenantTransaction,
  id: number,
  input: BannerInput,
): Promise<Banner> {
  const current = () => readBanner(tx, id);
  await lockVersion(tx, { table: 'banners', id, version: input.version, current });
  const previousPaths = await claimedFiles(tx, 'banner_files', { banner_id: id });
  await tx.db
    .updateTable('banners')
    .set({ ...definedColumns(await columnsOf(tx, input, previousPaths)), version: nextVersion })
    .where('id', '=', id)
    .execute();
  await releaseFiles(tx, 'banner_files', previousPaths);
  return current();
}

/** Releases its files. Throws 404 for an unknown id. */
export async function removeBanner(tx: TenantTransaction, id: number) {
  await lockList(tx, 'banners');
  await lockRows(tx, 'banners', { id });
  const before = await claimedFiles(tx, 'banner_files', { banner_id: id });
  orNotFound(
    await tx.db.deleteFrom('banners').where('id', '=', id).returning('id').executeTakeFirst(),
  );
  await releaseFiles(tx, 'banner_files', before);
}

/** Throws 409 with the current list for a duplicate or incomplete order (contract, Everywhere). */
export async function orderBanners(tx: TenantTransaction, ids: number[]): Promise<Banner[]> {
  const current = () => listBanners(tx);
  await reorder(tx, { table: 'banners', ids, current });
  return current();
}

/** The columns of a form: files by their paths, and null for the school's font. */
async function columnsOf(tx: TenantTransaction, input: BannerInput, before: string[] = []) {
  const { tenant_id: _, version: __, ...columns } = input;
  const { font_headline, font_title, font_subtitle, font_button } = columns;
  return {
    ...columns,
    ...(await claimBannerFiles(tx, input, before)),
    font_headline: customFont(font_headline),
    font_title: customFont(font_title),
    font_subtitle: customFont(font_subtitle),
    font_button: customFont(font_button),
  };
}

/**
 * The school's font is stored as null, so that the banner follows when the school changes its font.
 */
const customFont = (font: string | null | undefined) =>
  font === undefined
    ? undefined
    : sql<string | null>`nullif(${font}, (SELECT font_primary FROM platform_settings))`;
