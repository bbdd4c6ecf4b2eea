import { messages, type Banner, type BannerInput } from '@vitrine/contract/banners';
import { sql } from 'kysely';
import { changes } from '../../kit/changes.ts';
import { lockList, reorder } from '../../kit/ordering.ts';
import { bannerJson, bannersJson } from '../../kit/showcase/banners.ts';
import { nextVersion, takeVersion } from '../../kit/versions.ts';
import type { Scope } from '../../platform/database.ts';
import { constraint, found, invalid } from '../../platform/refusals.ts';
import { filesOf, holdFiles, letGo } from './banner-files.ts';

constraint('banners_show_something', () => invalid({ title: [messages.empty] }));

export async function listBanners(school: Scope): Promise<Banner[]> {
  const [row] = await school.prepared<{ list: Banner[] }>(
    'banners',
    `SELECT ${bannersJson} AS list`,
    [school.tenantId],
  );
  return row!.list;
}

export async function readBanner(school: Scope, id: number): Promise<Banner> {
  const [row] = await school.prepared<{ banner: Banner }>(
    'banner',
    `SELECT ${bannerJson} AS banner FROM banners b WHERE b.tenant_id = $1 AND b.id = $2`,
    [school.tenantId, id],
  );
  return found(row).banner;
}

/** At the end of the list. */
export async function addBanner(school: Scope, input: BannerInput): Promise<Banner> {
  await lockList(school, 'banners');
  const { tenant_id: _, ...columns } = changes(await columnsOf(school, input));
  const { id } = await school.db
    .insertInto('banners')
    .values({
      ...columns,
      position: sql<number>`(SELECT coalesce(max(position), 0) + 1 FROM banners)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return readBanner(school, id);
}

export async function changeBanner(school: Scope, id: number, input: BannerInput): Promise<Banner> {
  const current = () => readBanner(school, id);
  await takeVersion(school, { table: 'banners', id, version: input.version, current });
  const before = await filesOf(school, id);
  await school.db
    .updateTable('banners')
    .set({ ...changes(await columnsOf(school, input, before)), version: nextVersion })
    .where('id', '=', id)
    .execute();
  await letGo(school, before);
  return current();
}

export async function removeBanner(school: Scope, id: number) {
  await lockList(school, 'banners');
  const before = await filesOf(school, id);
  found(
    await school.db.deleteFrom('banners').where('id', '=', id).returning('id').executeTakeFirst(),
  );
  await letGo(school, before);
}

export async function orderBanners(school: Scope, ids: number[]): Promise<Banner[]> {
  const current = () => listBanners(school);
  await reorder(school, { table: 'banners', ids, current });
  return current();
}

/** As the row keeps them: files held by their paths, the school's own font as none. */
async function columnsOf(school: Scope, input: BannerInput, before: string[] = []) {
  const { tenant_id: _, version: __, ...columns } = input;
  const { font_headline, font_title, font_subtitle, font_button } = columns;
  return {
    ...columns,
    ...(await holdFiles(school, input, before)),
    font_headline: ownFont(font_headline),
    font_title: ownFont(font_title),
    font_subtitle: ownFont(font_subtitle),
    font_button: ownFont(font_button),
  };
}

/** Who chose what the school has anyway goes with the school when it takes another one. */
const ownFont = (font: string | null | undefined) =>
  font === undefined
    ? undefined
    : sql<string | null>`nullif(${font}, (SELECT font_primary FROM platform_settings))`;
