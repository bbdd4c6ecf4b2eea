import {
  communities,
  defaultTitle,
  type CommunityConfig,
  type ConfigInput,
} from '@vitrine/contract/communities';
import { filePath } from '@vitrine/contract/file-addresses';
import { requireProducts, setProducts } from '../../kit/access/product-access.ts';
import { claimFile, claimedFiles, releaseFiles } from '../../kit/files/claim-files.ts';
import { wireData } from '../../kit/http/answers.ts';
import { definedColumns } from '../../kit/rows/defined-columns.ts';
import { lockVersion, nextVersion } from '../../kit/rows/versions.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { readConfig } from './communities.reader.ts';
import { checkPrivate } from './communities.rules.ts';
import { communityProducts, insertCommunity } from './communities.store.ts';

/**
 * Adds a community by the new form (A section 4), last in the order. Throws 422 if a private one
 * lacks text, link or an active product.
 */
export async function addConfig(
  tx: TenantTransaction,
  input: ConfigInput,
): Promise<CommunityConfig> {
  if (input.product_ids) await requireProducts(tx, input.product_ids);
  const id = await insertCommunity(tx, input.title ?? defaultTitle);
  await saveConfig(tx, id, input);
  return readConfig(tx, id);
}

/**
 * Saves the new form. Omitted fields are kept. Throws 409 with the current values if `version` is
 * out of date, 422 as `addConfig` does.
 */
export async function changeConfig(
  tx: TenantTransaction,
  id: number,
  input: ConfigInput,
): Promise<CommunityConfig> {
  await lockVersion(tx, {
    table: 'communities',
    id,
    version: input.version,
    current: async () => wireData(communities.config, await readConfig(tx, id)),
  });
  await saveConfig(tx, id, input);
  return readConfig(tx, id);
}

async function saveConfig(tx: TenantTransaction, id: number, input: ConfigInput) {
  const before = await claimedFiles(tx, 'community_files', { community_id: id });
  const cover = await claimCover(tx, input.cover_path, before);
  if (input.product_ids) await setProducts(tx, communityProducts, id, input.product_ids);
  const after = await tx.db
    .updateTable('communities')
    .set({
      ...definedColumns({
        title: input.title,
        description: input.description,
        cover_color: input.background_color,
        cover_path: cover,
        is_private: input.is_private,
        hide_channels_groups: input.hide_channels_groups,
        has_ranking: input.has_ranking,
        has_continue_watching: input.has_continue_watching,
        upsell_text: input.upsell_text,
        upsell_link: input.upsell_link,
        active: input.isActive,
      }),
      version: nextVersion,
    })
    .where('id', '=', id)
    .returning(['is_private', 'upsell_text', 'upsell_link'])
    .executeTakeFirstOrThrow();
  checkPrivate({ ...after, activeProducts: await countActiveProducts(tx, id) });
  if (cover !== undefined) await releaseFiles(tx, 'community_files', before);
}

async function countActiveProducts({ db }: TenantTransaction, communityId: number) {
  const { count } = await db
    .selectFrom('community_products')
    .innerJoin('products', 'products.id', 'community_products.product_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('community_id', '=', communityId)
    .where('products.status', '=', 'active')
    .executeTakeFirstOrThrow();
  return count;
}

/** Undefined keeps the cover. The community's own cover is claimed already. */
async function claimCover(
  tx: TenantTransaction,
  cover: string | null | undefined,
  before: string[],
) {
  if (!cover) return cover;
  const path = filePath(cover);
  if (path && before.includes(path)) return path;
  return (await claimFile(tx, cover, 'community_cover', 'cover_path')).path;
}
