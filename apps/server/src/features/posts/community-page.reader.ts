import type { Community } from '@vitrine/contract/communities';
import { limits } from '@vitrine/contract/posts';
import * as z from 'zod/mini';
import { channelAccess, communityAccess, readerCte } from '../../kit/access/community-access.ts';
import { communityJson } from '../../kit/community-json.ts';
import { membersVersion } from '../../kit/community-members.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Member } from '../../platform/session.ts';
import { runViewerQuery, viewerQuery, type RowOf } from '../../platform/viewer-query.ts';
import { cachedPartsOf, nothingCached, pageOfRow } from './feed-page.ts';
import {
  feedColumns,
  feedCtes,
  freshColumns,
  freshCte,
  freshTexts,
  pinnedFirst,
  pinnedOrder,
} from './feed-sql.ts';
import { cursorValues } from './feed.reader.ts';

/**
 * A community with the first page of one of its channels, in one statement: of `:channelId`, or of
 * the first that the viewer may enter where it is 0. Without a page where they may not.
 */
export const communityPageQuery = viewerQuery({
  name: 'posts.community-page',
  sql: `WITH ${readerCte},
    target AS MATERIALIZED (
      SELECT ch.id AS channel_id, ch_access.open FROM channels ch
      JOIN communities c ON c.id = ch.community_id
      ${communityAccess('c')} ${channelAccess('ch', 'c')}
      WHERE ch.community_id = :communityId AND ch_access.open
        AND (:channelId::bigint = 0 OR ch.id = :channelId::bigint)
      ORDER BY ch.position, ch.id LIMIT 1),
    ${feedCtes(pinnedFirst)}, ${freshCte}
    SELECT ${communityJson} AS community, ${membersVersion}, (SELECT target.channel_id FROM target),
      :channelId::bigint AS requested_id, ${freshColumns}
    FROM communities c ${communityAccess('c')} ${freshTexts({ order: 'pinned', sort: pinnedOrder })}
    WHERE c.id = :communityId AND c_access.shown`,
  row: z.object({
    community: z.custom<Community>(),
    members_version: z.number(),
    channel_id: z.nullable(z.number()),
    requested_id: z.number(),
    ...feedColumns,
  }),
});
/**
 * A row of `communityPageQuery`. `channel_id` is the channel that is shown, `requested_id` the one of
 * the address.
 */
type CommunityPageRow = RowOf<typeof communityPageQuery>;

interface CommunityPageOptions {
  communityId: number;
  /** 0 for the first channel. */
  channelId: number;
}

const communityPageValues = (
  { communityId, channelId }: CommunityPageOptions,
  cached = nothingCached,
) => ({
  communityId,
  channelId,
  ...cursorValues('pinned', undefined),
  limit: limits.page + 1,
  ...cached,
});

/** The same values, with the versions that this server has cached since the page's last read. */
export const communityPageValuesWithCache = (tenantId: number, options: CommunityPageOptions) =>
  communityPageValues(options, cachedPartsOf(tenantId, pageKey(options)));

const pageKey = ({ communityId, channelId }: CommunityPageOptions) =>
  `community ${communityId} ${channelId}`;

/** Null where a cached body was evicted meanwhile. */
function pageOf(platform: Platform, row: CommunityPageRow) {
  const { id: communityId, tenant_id: tenantId } = row.community;
  const key = pageKey({ communityId, channelId: row.requested_id });
  return pageOfRow(platform, { tenantId, key, order: 'pinned', limit: limits.page }, row);
}

/**
 * The first page of the feed that a community opens with, as JSON. It reads again what was evicted
 * meanwhile. Null if the viewer may not enter any more.
 */
export async function firstFeedPage(
  platform: Platform,
  member: Member | null,
  row: CommunityPageRow,
) {
  const page = pageOf(platform, row);
  if (page !== null) return page;
  const whole = await runViewerQuery(
    platform.database.reader(row.community.tenant_id),
    member,
    communityPageQuery,
    communityPageValues({ communityId: row.community.id, channelId: row.requested_id }),
  );
  return whole ? pageOf(platform, whole) : null;
}
