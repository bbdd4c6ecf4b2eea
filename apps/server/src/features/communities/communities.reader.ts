import type {
  Community,
  CommunityConfig,
  CommunityContents,
  CommunitySummary,
  LegacyCommunity,
} from '@vitrine/contract/communities';
import * as z from 'zod/mini';
import {
  communityAccess,
  noCommunityAccess,
  offerLink,
  readerCte,
} from '../../kit/access/community-access.ts';
import { viewerValues, type CourseViewer } from '../../kit/access/course-access.ts';
import { communityJson } from '../../kit/community-json.ts';
import { membersVersion } from '../../kit/community-members.ts';
import { pageWindow } from '../../kit/rows/pagination.ts';
import { titleOrder } from '../../kit/rows/title-order.ts';
import { containsPattern } from '../../kit/search-text.ts';
import { orNotFound } from '../../platform/app-error.ts';
import type { TenantReader, TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { viewerQuery } from '../../platform/viewer-query.ts';

// For viewers -------------------------------------------------------------------------------------

const communityRow = z.object({
  community: z.custom<Community>(),
  members_version: z.number(),
});

/** Reads a community as its viewer sees it, with its channels. */
export const communityQuery = viewerQuery({
  name: 'communities.show',
  sql: `WITH ${readerCte}
    SELECT ${communityJson} AS community, ${membersVersion}
    FROM communities c ${communityAccess('c')}
    WHERE c.id = :communityId AND c_access.shown`,
  row: communityRow,
});

/** Lists in one row the communities that the viewer may know of, in order. */
export const communitiesQuery = viewerQuery({
  name: 'communities.list',
  sql: `WITH ${readerCte}
    SELECT coalesce(json_agg(${communityJson} ORDER BY c.position, c.id), '[]') AS communities
    FROM communities c ${communityAccess('c')}
    WHERE c_access.shown`,
  row: z.object({ communities: z.array(z.custom<Community>()) }),
});

const summaries = statement({
  name: 'communities.index',
  sql: `WITH ${readerCte}
    SELECT c.id, c.title, c.tenant_id, c.active, c.principal, c.position AS order, c.is_private,
      NOT c_access.open AS locked, c.cover_path, c.cover_color, c.background_color,
      CASE WHEN :isStaff::boolean THEN (
        SELECT count(*)::integer FROM channels ch
        WHERE ch.community_id = c.id) END AS channels
    FROM communities c ${communityAccess('c')}
    WHERE c_access.shown
    ORDER BY c.position, c.id`,
  row: z.custom<CommunitySummary>(),
});

/** Lists summaries of the communities that the viewer may know of, in order. */
export const indexCommunities = (reader: TenantReader, viewer: CourseViewer) =>
  reader.run(summaries, viewerValues(viewer));

// For the forms -----------------------------------------------------------------------------------

const products = `(
  SELECT coalesce(json_agg(json_build_object('id', pr.id, 'title', pr.title, 'status', pr.status)
                           ORDER BY ${titleOrder('pr.title')}, pr.id), '[]')
  FROM community_products cp JOIN products pr ON pr.id = cp.product_id
  WHERE cp.community_id = c.id)`;

const formRow = z.object({
  community: z.custom<
    Omit<CommunityConfig, 'product_ids' | 'isActive' | 'background_color'> &
      Omit<LegacyCommunity, 'plans_with_access' | 'sales_url' | 'button_sales_text'> & {
        cover_color: string;
        active: boolean;
        position: number;
      }
  >(),
  open: z.boolean(),
  /** The link of the offer, for a viewer who may not enter. */
  link: z.nullable(z.string()),
});

const form = statement({
  name: 'communities.form',
  sql: `WITH ${readerCte}
    SELECT (to_jsonb(c) || jsonb_build_object('products', ${products})) AS community,
      c_access.open, CASE WHEN NOT c_access.open THEN ${offerLink('c')} END AS link
    FROM communities c ${communityAccess('c')}
    WHERE c.id = :communityId AND c_access.shown`,
  row: formRow,
});

async function readForm(reader: TenantReader, viewer: CourseViewer, id: number) {
  const [row] = await reader.run(form, { ...viewerValues(viewer), communityId: id });
  const { community, open, link } = orNotFound(row);
  if (!open) throw noCommunityAccess({ text: community.upsell_text, link });
  return community;
}

/** Reads a community for the legacy form: addresses without scheme, flags by their old names. */
export async function readLegacy(
  reader: TenantReader,
  viewer: CourseViewer,
  id: number,
): Promise<LegacyCommunity> {
  const community = await readForm(reader, viewer, id);
  return {
    ...community,
    order: community.position,
    show_ranking: community.has_ranking,
    show_continue_watching: community.has_continue_watching,
    button_sales_text: community.upsell_text,
    sales_url: (community.upsell_link ?? '').replace(/^https?:\/\//i, ''),
    allow_files: community.files,
    plans_with_access: community.products.map(({ id: plan, title }) => ({
      plan_id: plan,
      plan_details: { title },
    })),
  };
}

/** Editors are staff, who may enter every community. */
export const editor = { id: 0, staff: true } as const satisfies CourseViewer;

/** Reads a community for the new form (A section 4): flags as booleans, products as ids in text. */
export async function readConfig(reader: TenantReader, id: number): Promise<CommunityConfig> {
  const community = await readForm(reader, editor, id);
  return {
    ...community,
    background_color: community.cover_color,
    product_ids: community.products.map((product) => String(product.id)),
    isActive: community.active,
  };
}

const contents = (name: string, within: string) =>
  statement({
    name: `communities.contents-of-${name}`,
    sql: `SELECT
        (SELECT count(*) FROM channels ch WHERE ${name === 'channel' ? 'ch.id' : 'ch.community_id'} = :id) AS channels,
        count(*) AS posts, coalesce(sum(p.comments), 0)::bigint AS comments
      FROM posts p WHERE p.${within} = :id AND p.removed_at IS NULL`,
    row: z.object({ channels: z.number(), posts: z.number(), comments: z.number() }),
  });
const contentsOf = {
  communities: contents('community', 'community_id'),
  channels: contents('channel', 'channel_id'),
};

/** Counts what is deleted with a community or a channel. */
export async function readContents(
  tx: TenantTransaction,
  table: 'communities' | 'channels',
  id: number,
): Promise<CommunityContents> {
  orNotFound(await tx.db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst());
  const [row] = await tx.run(contentsOf[table], { id });
  return row!;
}

/**
 * Lists one page of the active products, by title. Selections exclude inactive ones (A section 3).
 */
export const listProducts = (
  { db }: TenantTransaction,
  { search, page }: { search: string; page: number },
) => {
  const { offset, limit } = pageWindow(page);
  return db
    .selectFrom('products')
    .select(['id', 'title', 'status'])
    .where('status', '=', 'active')
    .where((eb) =>
      eb(
        eb.fn<string>('f_unaccent', ['title']),
        'like',
        eb.fn<string>('f_unaccent', [eb.val(containsPattern(search))]),
      ),
    )
    .orderBy((eb) => eb.fn('f_unaccent', ['title']))
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute();
};
