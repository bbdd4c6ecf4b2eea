import {
  contentFlags,
  type Community,
  type CommunityConfig,
  type CommunityContents,
  type CommunitySummary,
  type LegacyCommunity,
} from '@vitrine/contract/communities';
import * as z from 'zod/mini';
import {
  channelAccess,
  communityAccess,
  isSilenced,
  noCommunityAccess,
  readerCte,
} from '../../kit/community-access.ts';
import { viewerValues, type CourseViewer } from '../../kit/course-access.ts';
import { isoUtc } from '../../kit/iso-utc.ts';
import { containsPattern } from '../../kit/search-text.ts';
import { pageWindow } from '../../kit/pagination.ts';
import type { TenantReader, TenantTransaction } from '../../platform/database.ts';
import { orNotFound } from '../../platform/app-error.ts';
import { statement } from '../../platform/statement.ts';
import { viewerQuery } from '../../platform/viewer-query.ts';

// What readers see ---------------------------------------------------------------------------------

const whenOpen = (value: string, otherwise: string) =>
  `CASE WHEN c_access.open THEN ${value} ELSE ${otherwise} END`;

/** New posts of others in the channel since the reader was there, or since they joined. */
const unread = `(SELECT count(*) FROM (
    SELECT FROM posts p
    WHERE p.tenant_id = :tenantId AND p.channel_id = ch.id AND p.removed_at IS NULL
      AND p.id > coalesce((SELECT r.post_id FROM channel_reads r
        WHERE r.tenant_id = :tenantId AND r.channel_id = ch.id AND r.member_id = :memberId), 0)
      AND p.member_id IS DISTINCT FROM :memberId
      AND p.created_at > (SELECT me.created_at FROM members me
        WHERE me.tenant_id = :tenantId AND me.id = :memberId)
    LIMIT 100) AS fresh)`;

const channelProducts = `(
  SELECT coalesce(json_agg(json_build_object('id', pr.id, 'title', pr.title)
                           ORDER BY f_unaccent(pr.title), pr.id), '[]')
  FROM channel_products chp
  JOIN products pr ON pr.tenant_id = :tenantId AND pr.id = chp.product_id AND pr.status = 'active'
  WHERE chp.tenant_id = :tenantId AND chp.channel_id = ch.id)`;

/** A channel `ch` with `ch_access`. */
export const channelJson = `json_build_object(
  'id', ch.id, 'title', ch.title, 'order', ch.position, 'version', ch.version,
  'description', CASE WHEN ch_access.open THEN ch.description ELSE '' END,
  'locked', NOT ch_access.open,
  'unread', CASE WHEN ch_access.open THEN ${unread} ELSE 0 END,
  'products', ${channelProducts})`;

const mayPublish = contentFlags
  .map((flag) => `'${flag}', c_access.open AND (:isStaff::boolean OR c.${flag})`)
  .join(', ');

/** A community `c` with `c_access`: nothing of a locked one but title, cover and way in. */
const communityJson = `json_build_object(
  'id', c.id, 'tenant_id', c.tenant_id, 'title', c.title,
  'description', ${whenOpen('c.description', "''")},
  'cover_path', c.cover_path, 'cover_color', c.cover_color,
  'background_color', c.background_color, 'primary_text_color', c.primary_text_color,
  'secondary_text_color', c.secondary_text_color, 'shadow_color', c.shadow_color,
  'font_family', c.font_family,
  'active', c.active, 'principal', c.principal, 'order', c.position,
  'is_private', c.is_private, 'hide_channels_groups', c.hide_channels_groups,
  'has_ranking', c.has_ranking, 'has_continue_watching', c.has_continue_watching,
  'locked', NOT c_access.open,
  'upsell', CASE WHEN c.upsell_text <> '' OR c.upsell_link IS NOT NULL THEN
    json_build_object('text', c.upsell_text, 'link', c.upsell_link) END,
  'links', ${whenOpen('c.links', "'[]'::jsonb")},
  'may', json_build_object(${mayPublish}),
  'silenced', ${isSilenced('c')},
  'silenced_until', (SELECT ${isoUtc('quiet.until')} FROM community_silences quiet
    WHERE quiet.tenant_id = :tenantId AND quiet.community_id = c.id
      AND quiet.member_id = :memberId AND quiet.until > now()),
  'channels', (
    SELECT coalesce(json_agg(${channelJson} ORDER BY ch.position, ch.id), '[]')
    FROM channels ch ${channelAccess('ch', 'c')}
    WHERE ch.tenant_id = :tenantId AND ch.community_id = c.id AND ch_access.shown))`;

const communityRow = z.object({ community: z.custom<Community>() });

/** A community as its reader sees it, with its channels. */
export const communityQuery = viewerQuery({
  name: 'communities.show',
  sql: `WITH ${readerCte}
    SELECT ${communityJson} AS community
    FROM communities c ${communityAccess('c')}
    WHERE c.tenant_id = :tenantId AND c.id = :communityId AND c_access.shown`,
  row: communityRow,
});

const list = statement({
  name: 'communities.list',
  sql: `WITH ${readerCte}
    SELECT ${communityJson} AS community
    FROM communities c ${communityAccess('c')}
    WHERE c.tenant_id = :tenantId AND c_access.shown
    ORDER BY c.position, c.id`,
  row: communityRow,
});

export async function listCommunities(reader: TenantReader, viewer: CourseViewer) {
  const rows = await reader.run(list, viewerValues(viewer));
  return rows.map(({ community }) => community);
}

const index = statement({
  name: 'communities.index',
  sql: `WITH ${readerCte}
    SELECT c.id, c.title, c.tenant_id, c.active, c.principal, c.position AS order, c.is_private,
      NOT c_access.open AS locked, c.cover_path, c.cover_color, c.background_color
    FROM communities c ${communityAccess('c')}
    WHERE c.tenant_id = :tenantId AND c_access.shown
    ORDER BY c.position, c.id`,
  row: z.custom<CommunitySummary>(),
});

/** All that the reader may know of, in order. */
export const indexCommunities = (reader: TenantReader, viewer: CourseViewer) =>
  reader.run(index, viewerValues(viewer));

// What the forms edit ------------------------------------------------------------------------------

const products = `(
  SELECT coalesce(json_agg(json_build_object('id', pr.id, 'title', pr.title, 'status', pr.status)
                           ORDER BY f_unaccent(pr.title), pr.id), '[]')
  FROM community_products cp JOIN products pr ON pr.tenant_id = :tenantId AND pr.id = cp.product_id
  WHERE cp.tenant_id = :tenantId AND cp.community_id = c.id)`;

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
});

const form = statement({
  name: 'communities.form',
  sql: `WITH ${readerCte}
    SELECT (to_jsonb(c) || jsonb_build_object('products', ${products})) AS community,
      c_access.open
    FROM communities c ${communityAccess('c')}
    WHERE c.tenant_id = :tenantId AND c.id = :communityId AND c_access.shown`,
  row: formRow,
});

async function readForm(reader: TenantReader, viewer: CourseViewer, id: number) {
  const [row] = await reader.run(form, { ...viewerValues(viewer), communityId: id });
  const { community, open } = orNotFound(row);
  if (!open) throw noCommunityAccess({ text: community.upsell_text, link: community.upsell_link });
  return community;
}

/** By the legacy form: the addresses lose their schemes, the flags their new names. */
export async function readLegacy(
  reader: TenantReader,
  viewer: CourseViewer,
  id: number,
): Promise<LegacyCommunity> {
  const it = await readForm(reader, viewer, id);
  return {
    ...it,
    order: it.position,
    show_ranking: it.has_ranking,
    show_continue_watching: it.has_continue_watching,
    button_sales_text: it.upsell_text,
    sales_url: (it.upsell_link ?? '').replace(/^https?:\/\//i, ''),
    allow_files: it.files,
    plans_with_access: it.products.map(({ id: plan, title }) => ({
      plan_id: plan,
      plan_details: { title },
    })),
  };
}

/** Whoever edits is staff: they enter every community. */
export const editor = { id: 0, staff: true } as const satisfies CourseViewer;

export async function readConfig(reader: TenantReader, id: number): Promise<CommunityConfig> {
  const it = await readForm(reader, editor, id);
  return {
    ...it,
    background_color: it.cover_color,
    product_ids: it.products.map((product) => String(product.id)),
    isActive: it.active,
  };
}

const contents = (name: string, within: string) =>
  statement({
    name: `communities.contents-of-${name}`,
    sql: `SELECT
        (SELECT count(*) FROM channels ch WHERE ch.tenant_id = :tenantId
           AND ${name === 'channel' ? 'ch.id' : 'ch.community_id'} = :id) AS channels,
        count(*) AS posts, coalesce(sum(p.comments), 0)::bigint AS comments
      FROM posts p WHERE p.tenant_id = :tenantId AND p.${within} = :id AND p.removed_at IS NULL`,
    row: z.object({ channels: z.number(), posts: z.number(), comments: z.number() }),
  });
const contentsOf = {
  communities: contents('community', 'community_id'),
  channels: contents('channel', 'channel_id'),
};

/** What goes when a community or a channel goes. */
export async function readContents(
  tx: TenantTransaction,
  table: 'communities' | 'channels',
  id: number,
): Promise<CommunityContents> {
  orNotFound(await tx.db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst());
  const [row] = await tx.run(contentsOf[table], { id });
  return row!;
}

/** One page of the active products, by title: inactive ones are in no selection (A section 3). */
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
