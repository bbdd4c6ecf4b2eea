import {
  communities,
  contentFlags,
  defaultTitle,
  limits,
  messages,
  type CommunityConfig,
  type ConfigInput,
  type ContentFlag,
  type LegacyCommunity,
  type LegacyInput,
} from '@vitrine/contract/communities';
import { filePath } from '@vitrine/contract/file-addresses';
import { messages as common } from '@vitrine/contract/messages';
import { sql } from 'kysely';
import { serialize } from '../../kit/answers.ts';
import { claimFile, claimedFiles, releaseFiles } from '../../kit/claim-files.ts';
import { definedColumns } from '../../kit/defined-columns.ts';
import { allowLongStatement } from '../../kit/long-removal.ts';
import { lockList, reorder } from '../../kit/ordering.ts';
import { requireProducts, setProducts } from '../../kit/product-access.ts';
import { lockVersion, nextVersion } from '../../kit/versions.ts';
import { invalid, notFound, orNotFound, refuse } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { editor, indexCommunities, readConfig, readLegacy } from './communities.reader.ts';
import { checkPrivate } from './communities.rules.ts';

const products = { table: 'community_products', column: 'community_id' } as const;

/** At the end of the list. The first one made is the main one (contract, decision 2). */
async function addRow(tx: TenantTransaction, title: string) {
  await lockList(tx, 'communities');
  const { count } = await tx.db
    .selectFrom('communities')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= limits.perSchool) throw refuse('communities_full', messages.tooMany, 409);
  const { id } = await tx.db
    .insertInto('communities')
    .values({
      title,
      position: sql<number>`(SELECT coalesce(max(position), 0) + 1 FROM communities)`,
      principal: sql<boolean>`NOT EXISTS (SELECT FROM communities WHERE principal)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const lock = (tx: TenantTransaction, id: number, version?: number) =>
  lockVersion(tx, { table: 'communities', id, version, current: () => currentConfig(tx, id) });

// The data of a 409 has the shape of its call's answer: flags as 0 and 1, and no other column.
const currentConfig = async (tx: TenantTransaction, id: number) =>
  serialize(communities.config, { data: await readConfig(tx, id) })['data'] as object;
const currentLegacy = async (tx: TenantTransaction, id: number) =>
  serialize(communities.details, { data: await readLegacy(tx, editor, id) })['data'] as object;
const currentList = async (tx: TenantTransaction) =>
  serialize(communities.index, await indexCommunities(tx, editor));

// The legacy form ----------------------------------------------------------------------------------

/**
 * Adds a community by the legacy form (A section 5), last in the order. Throws 422 for an unknown
 * product.
 */
export async function addLegacy(
  tx: TenantTransaction,
  input: LegacyInput,
): Promise<LegacyCommunity> {
  await requireProducts(tx, input.permissions_array);
  const id = await addRow(tx, input.title);
  await saveLegacy(tx, id, input);
  return readLegacy(tx, editor, id);
}

/** Saves the legacy form. Throws 409 with the present values if `version` is an older one. */
export async function changeLegacy(
  tx: TenantTransaction,
  id: number,
  { version, ...input }: LegacyInput & { version?: number | undefined },
): Promise<LegacyCommunity> {
  await lockVersion(tx, {
    table: 'communities',
    id,
    version,
    current: () => currentLegacy(tx, id),
  });
  await saveLegacy(tx, id, input);
  return readLegacy(tx, editor, id);
}

/** A save of the legacy form makes the community private (contract, Communities). */
async function saveLegacy(tx: TenantTransaction, id: number, input: LegacyInput) {
  await tx.db
    .updateTable('communities')
    .set({
      ...definedColumns({
        title: input.title,
        description: input.description,
        background_color: input.background_color,
        primary_text_color: input.primary_text_color,
        secondary_text_color: input.secondary_text_color,
        shadow_color: input.shadow_color,
        font_family: input.font_family,
        upsell_text: input.button_sales_text,
        upsell_link: input.sales_url,
        has_ranking: input.show_ranking,
        has_continue_watching: input.show_continue_watching,
        links: input.links === undefined ? undefined : JSON.stringify(input.links ?? []),
        ...flagColumns(input),
      }),
      is_private: true,
      version: nextVersion,
    })
    .where('id', '=', id)
    .execute();
  await setProducts(tx, products, id, input.permissions_array);
}

type FlagsInput = Partial<Record<ContentFlag | 'publication' | 'allow_files', boolean | undefined>>;

const flagColumns = (input: FlagsInput) => ({
  ...Object.fromEntries(contentFlags.map((flag) => [flag, input[flag]])),
  publications: input.publications ?? input.publication,
  files: input.allow_files ?? input.files,
});

/** Switches what students may publish. Flags that are not sent stay. Answers all eight. */
export async function changeMedia(
  tx: TenantTransaction,
  { id, ...input }: FlagsInput & { id: number },
) {
  const row = await tx.db
    .updateTable('communities')
    .set(definedColumns(flagColumns(input)))
    .where('id', '=', id)
    .returning(['id', ...contentFlags, 'files as allow_files'])
    .executeTakeFirst();
  return orNotFound(row);
}

/** Adds products at once. One that opens the community already changes nothing. */
export async function addPlans(tx: TenantTransaction, id: number, ids: number[]) {
  await lock(tx, id);
  await requireProducts(tx, ids);
  await sql`
    INSERT INTO community_products (community_id, product_id)
    SELECT ${id}, unnest(${ids}::bigint[]) ON CONFLICT DO NOTHING`.execute(tx.db);
  return changedPlans(tx, id);
}

/** The lock lets two removals at once not both take the last product. */
export async function removePlans(tx: TenantTransaction, id: number, ids: number[]) {
  await lock(tx, id);
  await requireProducts(tx, ids);
  await tx.db
    .deleteFrom('community_products')
    .where('community_id', '=', id)
    .where('product_id', 'in', ids)
    .execute();
  const plans = await changedPlans(tx, id);
  if (!plans.plans_with_access.length) throw invalid({ permissions_array: [messages.noProduct] });
  return plans;
}

/** A form that was opened before holds the products of then: its save must not bring them back. */
const changedPlans = async (tx: TenantTransaction, id: number) => {
  await tx.db
    .updateTable('communities')
    .set({ version: nextVersion })
    .where('id', '=', id)
    .execute();
  const { plans_with_access } = await readLegacy(tx, editor, id);
  return { plans_with_access };
};

// The new form -------------------------------------------------------------------------------------

/**
 * Adds a community by the new form (A section 4), last in the order. Throws 422 if a private one
 * lacks text, link or an active product.
 */
export async function addConfig(
  tx: TenantTransaction,
  input: ConfigInput,
): Promise<CommunityConfig> {
  if (input.product_ids) await requireProducts(tx, input.product_ids);
  const id = await addRow(tx, input.title ?? defaultTitle);
  await saveConfig(tx, id, input);
  return readConfig(tx, id);
}

/**
 * Saves the new form; fields that are not sent stay. Throws 409 with the present values if
 * `version` is an older one, 422 as `addConfig`.
 */
export async function changeConfig(
  tx: TenantTransaction,
  id: number,
  input: ConfigInput,
): Promise<CommunityConfig> {
  await lock(tx, id, input.version);
  await saveConfig(tx, id, input);
  return readConfig(tx, id);
}

async function saveConfig(tx: TenantTransaction, id: number, input: ConfigInput) {
  const before = await claimedFiles(tx, 'community_files', { community_id: id });
  const cover = await claimCover(tx, input.cover_path, before);
  if (input.product_ids) await setProducts(tx, products, id, input.product_ids);
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
      }),
      version: nextVersion,
    })
    .where('id', '=', id)
    .returning(['is_private', 'upsell_text', 'upsell_link'])
    .executeTakeFirstOrThrow();
  const { count } = await tx.db
    .selectFrom('community_products')
    .innerJoin('products', 'products.id', 'community_products.product_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('community_id', '=', id)
    .where('products.status', '=', 'active')
    .executeTakeFirstOrThrow();
  checkPrivate({ ...after, activeProducts: count });
  if (cover !== undefined) await releaseFiles(tx, 'community_files', before);
}

/** Undefined leaves the cover as it is. The one that the community has already is claimed. */
async function claimCover(
  tx: TenantTransaction,
  sent: string | null | undefined,
  before: string[],
) {
  if (!sent) return sent;
  const path = filePath(sent);
  if (path && before.includes(path)) return path;
  return (await claimFile(tx, sent, 'community_cover', 'cover_path')).path;
}

// All of them --------------------------------------------------------------------------------------

/** Only staff enter an inactive community. Throws 404 if there is none. */
export async function setActive({ db }: TenantTransaction, id: number, active: boolean) {
  const row = await db
    .updateTable('communities')
    .set({ active })
    .where('id', '=', id)
    .returning(['id', 'active'])
    .executeTakeFirst();
  return orNotFound(row);
}

/**
 * Saves the whole order. Throws 409 with the present list if it names not exactly the present
 * communities, 404 for one of another school.
 */
export async function orderCommunities(
  tx: TenantTransaction,
  order: { id: number; order: number }[],
) {
  const current = () => currentList(tx);
  const places = new Set(order.map(({ order }) => order));
  const communityIds = new Set((await indexCommunities(tx, editor)).map(({ id }) => id));
  if (order.some(({ id }) => !communityIds.has(id))) throw notFound();
  if (places.size !== order.length)
    throw refuse('stale_order', common.staleOrder, 409, { data: await current() });
  const ids = order.toSorted((a, b) => a.order - b.order).map(({ id }) => id);
  await reorder(tx, { table: 'communities', ids, current });
}

/** The mark of the main one passes to the next in order. */
export async function removeCommunity(tx: TenantTransaction, id: number) {
  await lockList(tx, 'communities');
  await allowLongStatement(tx);
  const before = await claimedFiles(tx, 'community_files', { community_id: id });
  const removed = orNotFound(
    await tx.db
      .deleteFrom('communities')
      .where('id', '=', id)
      .returning(['principal', 'position'])
      .executeTakeFirst(),
  );
  if (removed.principal)
    await sql`
      UPDATE communities SET principal = true WHERE id = (
        SELECT id FROM communities
        ORDER BY position <= ${removed.position}, position, id LIMIT 1)`.execute(tx.db);
  await releaseFiles(tx, 'community_files', before);
}
