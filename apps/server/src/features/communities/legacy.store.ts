import {
  communities,
  contentFlags,
  messages,
  type ContentFlag,
  type LegacyCommunity,
  type LegacyInput,
} from '@vitrine/contract/communities';
import { sql } from 'kysely';
import { requireProducts, setProducts } from '../../kit/access/product-access.ts';
import { wireData } from '../../kit/http/answers.ts';
import { definedColumns } from '../../kit/rows/defined-columns.ts';
import { lockVersion, nextVersion } from '../../kit/rows/versions.ts';
import { invalid, orNotFound } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { editor, readLegacy } from './communities.reader.ts';
import { communityProducts, insertCommunity } from './communities.store.ts';

/**
 * Adds a community by the legacy form (A section 5), last in the order. Throws 404 for an unknown
 * product.
 */
export async function addLegacy(
  tx: TenantTransaction,
  input: LegacyInput,
): Promise<LegacyCommunity> {
  await requireProducts(tx, input.permissions_array);
  const id = await insertCommunity(tx, input.title);
  await saveLegacy(tx, id, input);
  return readLegacy(tx, editor, id);
}

type LegacyChange = LegacyInput & {
  active?: boolean | undefined;
  version?: number | undefined;
};

/** Saves the legacy form. Throws 409 with the current values if `version` is out of date. */
export async function changeLegacy(
  tx: TenantTransaction,
  id: number,
  { version, ...input }: LegacyChange,
): Promise<LegacyCommunity> {
  await lock(tx, id, version);
  await saveLegacy(tx, id, input);
  return readLegacy(tx, editor, id);
}

/** A save of the legacy form makes the community private (contract, Communities). */
async function saveLegacy(
  tx: TenantTransaction,
  id: number,
  input: LegacyInput & Pick<LegacyChange, 'active'>,
) {
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
        active: input.active,
        links: input.links === undefined ? undefined : JSON.stringify(input.links ?? []),
        ...flagColumns(input),
      }),
      is_private: true,
      version: nextVersion,
    })
    .where('id', '=', id)
    .execute();
  await setProducts(tx, communityProducts, id, input.permissions_array);
}

type FlagsInput = Partial<Record<ContentFlag | 'publication' | 'allow_files', boolean | undefined>>;

const flagColumns = (input: FlagsInput) => ({
  ...Object.fromEntries(contentFlags.map((flag) => [flag, input[flag]])),
  publications: input.publications ?? input.publication,
  files: input.allow_files ?? input.files,
});

/**
 * Switches what students may publish. Omitted flags are kept. Returns all eight. A form that was
 * opened before holds the old flags, so its version becomes outdated.
 */
export async function changeMedia(
  tx: TenantTransaction,
  { id, ...input }: FlagsInput & { id: number },
) {
  const row = await tx.db
    .updateTable('communities')
    .set({ ...definedColumns(flagColumns(input)), version: nextVersion })
    .where('id', '=', id)
    .returning(['id', ...contentFlags, 'files as allow_files'])
    .executeTakeFirst();
  return orNotFound(row);
}

/** Adds products that open the community. One that opens it already changes nothing. */
export async function addPlans(tx: TenantTransaction, id: number, ids: number[]) {
  await lock(tx, id);
  await requireProducts(tx, ids);
  await sql`
    INSERT INTO community_products (community_id, product_id)
    SELECT ${id}, unnest(${ids}::bigint[]) ON CONFLICT DO NOTHING`.execute(tx.db);
  return changedPlans(tx, id);
}

/**
 * Removes products that open the community. Throws 422 if none would remain. The lock keeps two
 * concurrent removals from taking the last two.
 */
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

/** A form that was opened before holds the old products: its save must not restore them. */
async function changedPlans(tx: TenantTransaction, id: number) {
  await tx.db
    .updateTable('communities')
    .set({ version: nextVersion })
    .where('id', '=', id)
    .execute();
  const { plans_with_access } = await readLegacy(tx, editor, id);
  return { plans_with_access };
}

const lock = (tx: TenantTransaction, id: number, version?: number) =>
  lockVersion(tx, {
    table: 'communities',
    id,
    version,
    current: async () => wireData(communities.details, await readLegacy(tx, editor, id)),
  });
