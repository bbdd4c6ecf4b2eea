import { contentFlags, messages } from '@vitrine/contract/communities';
import { messages as posts } from '@vitrine/contract/posts';
import { recordOf } from '@vitrine/contract/record-of';
import * as z from 'zod/mini';
import { orNotFound, refuse } from '../../platform/app-error.ts';
import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { viewerValues, type CourseViewer } from './course-access.ts';

// Decides who may enter a community or a channel, and who may see that it exists. No other place
// does. Every statement that reads communities, channels, posts or comments is built from this SQL.

/** CTE `reader`: the viewer's active products, and whether the school has communities. */
export const readerCte = `reader AS MATERIALIZED (
  SELECT s.communities_active AS communities_on, ARRAY(
    SELECT mp.product_id FROM member_products mp
    JOIN products p ON p.id = mp.product_id AND p.status = 'active'
    WHERE mp.member_id = :memberId::bigint) AS products
  FROM platform_settings s)`;

const holdsOneOf = (table: string, column: string, id: string) => `EXISTS (
  SELECT FROM ${table} link
  WHERE link.${column} = ${id}
    AND link.product_id = ANY ((SELECT products FROM reader)::bigint[]))`;

/**
 * FROM item after `reader` and a row of `communities`: may the viewer see that it exists (`shown`),
 * may they enter (`open`)? Students see active communities only.
 */
export const communityAccess = (c: string) => `CROSS JOIN LATERAL (
  SELECT visibility.shown, visibility.shown AND (:isStaff::boolean OR NOT ${c}.is_private
    OR ${holdsOneOf('community_products', 'community_id', `${c}.id`)}) AS open
  FROM (SELECT :isStaff::boolean
    OR (${c}.active AND (SELECT communities_on FROM reader)) AS shown) AS visibility) AS ${c}_access`;

/** FROM item after `communityAccess(c)` and one of its `channels`: the same for the channel. */
export const channelAccess = (ch: string, c: string) => `CROSS JOIN LATERAL (
  SELECT entry.open, ${c}_access.shown AND (entry.open OR NOT ${c}.hide_channels_groups) AS shown
  FROM (SELECT ${c}_access.open AND (:isStaff::boolean OR NOT ${ch}.restricted
    OR ${holdsOneOf('channel_products', 'channel_id', `${ch}.id`)}) AS open OFFSET 0) AS entry) AS ${ch}_access`;

/**
 * The link of the offer of a row of `communities`. Where no active product opens the community or a
 * channel of it, a purchase would open nothing: the offer has no link then.
 */
export const offerLink = (c: string) => `CASE WHEN ${c}.upsell_link IS NOT NULL AND EXISTS (
  SELECT FROM products sold WHERE sold.status = 'active' AND sold.id IN (
    SELECT link.product_id FROM community_products link WHERE link.community_id = ${c}.id
    UNION ALL
    SELECT link.product_id FROM channels its_channel
    JOIN channel_products link ON link.channel_id = its_channel.id
    WHERE its_channel.community_id = ${c}.id)) THEN ${c}.upsell_link END`;

/** Condition on a row of `communities`: the viewer may read there, but not write. */
export const isSilenced = (c: string) => `EXISTS (
  SELECT FROM community_silences quiet
  WHERE quiet.community_id = ${c}.id
    AND quiet.member_id = :memberId::bigint AND NOT :isStaff::boolean
    AND (quiet.until IS NULL OR quiet.until > now()))`;

const isRequestedChannel = 'ch.id = :channelId';
const isChannelOfPost = 'ch.id = (SELECT p.channel_id FROM posts p WHERE p.id = :postId)';

const channelWhere = (condition: string, extra: { columns?: string; joins?: string } = {}) =>
  `target AS MATERIALIZED (
  SELECT ch.id AS channel_id, c.id AS community_id, c.title, c.upsell_text,
    CASE WHEN NOT ch_access.open THEN ${offerLink('c')} END AS upsell_link,
    ch_access.open, ch_access.shown ${extra.columns ?? ''}
  FROM channels ch
  JOIN communities c ON c.id = ch.community_id
  ${communityAccess('c')}
  ${channelAccess('ch', 'c')}
  ${extra.joins ?? ''}
  WHERE ${condition})`;

/** CTE `target` after `reader`: the channel `:channelId` with its community and the viewer's access. */
export const channelCte = channelWhere(isRequestedChannel);

/** The same by `:postId`: the channel of a post. */
export const channelOfPostCte = channelWhere(isChannelOfPost);

const toWriteTo = (condition: string) =>
  channelWhere(condition, {
    columns: `, ch.title AS channel_title, ${contentFlags.map((flag) => `c.${flag}`).join(', ')},
    quiet.until AS silenced_until,
    quiet.member_id IS NOT NULL AND (quiet.until IS NULL OR quiet.until > now()) AS silenced`,
    joins: `LEFT JOIN community_silences quiet ON quiet.community_id = c.id
    AND quiet.member_id = :memberId::bigint AND NOT :isStaff::boolean`,
  });

/** The same for a write, with what students may publish there and whether the viewer is silenced. */
export const channelToWriteTo = toWriteTo(isRequestedChannel);
/** The same for the channel of the post `:postId`. */
export const channelOfPostToWriteTo = toWriteTo(isChannelOfPost);

/** The row of a statement with `channelColumns`. */
export const channelRow = z.object({
  channel_id: z.number(),
  channel_title: z.string(),
  community_id: z.number(),
  title: z.string(),
  upsell_text: z.string(),
  upsell_link: z.nullable(z.string()),
  ...recordOf(contentFlags, () => z.boolean()),
  open: z.boolean(),
  shown: z.boolean(),
  silenced: z.boolean(),
  silenced_until: z.nullable(z.custom<Date | string>()),
});
/** A channel with the viewer's access and what the community lets students publish. */
export type ChannelForViewer = z.output<typeof channelRow>;

/** The columns of `target` for a write. */
export const channelColumns = Object.keys(channelRow.shape)
  .map((name) => `target.${name}`)
  .join(', ');

const channelForViewer = statement({
  name: 'communities.channel-access',
  sql: `WITH ${readerCte}, ${channelToWriteTo} SELECT ${channelColumns} FROM target`,
  row: channelRow,
});

const channelOfPost = statement({
  name: 'communities.post-access',
  sql: `WITH ${readerCte}, ${channelOfPostToWriteTo} SELECT ${channelColumns} FROM target`,
  row: channelRow,
});

/** Returns the channel if the viewer may enter it. Throws 403 if it is locked, 404 if it is hidden. */
export async function requireChannel(
  reader: TenantReader,
  viewer: CourseViewer,
  channelId: number,
) {
  const [row] = await reader.run(channelForViewer, { ...viewerValues(viewer), channelId });
  return requireOpen(row);
}

/** The same for the channel of a post. */
export async function requireChannelOfPost(
  reader: TenantReader,
  viewer: CourseViewer,
  postId: number,
) {
  const [row] = await reader.run(channelOfPost, { ...viewerValues(viewer), postId });
  return requireOpen(row);
}

const readablePost = statement({
  name: 'communities.may-read-post',
  sql: `WITH ${readerCte}, ${channelOfPostCte}
    SELECT target.open AND p.removed_at IS NULL AS readable
    FROM target JOIN posts p ON p.id = :postId`,
  row: z.object({ readable: z.boolean() }),
});

/** Tells whether the viewer may read the post now, without a reason. */
export async function mayReadPost(reader: TenantReader, viewer: CourseViewer, postId: number) {
  const [row] = await reader.run(readablePost, { ...viewerValues(viewer), postId });
  return row?.readable ?? false;
}

type Offer = Pick<
  ChannelForViewer,
  'open' | 'shown' | 'community_id' | 'title' | 'upsell_text' | 'upsell_link'
>;

/** Throws 404 for a channel that the viewer may not see, 403 with the offer for a locked one. */
export function requireOpen<Row extends Offer>(row: Row | undefined): Row {
  const channel = orNotFound(row?.shown ? row : null);
  if (!channel.open)
    throw refuse('no_access', posts.noAccess, 403, {
      data: {
        community: { id: channel.community_id, title: channel.title },
        upsell: { text: channel.upsell_text, link: channel.upsell_link },
      },
    });
  return channel;
}

/** Throws 403 with the end of the silence if the viewer is silenced here. */
export function requireNotSilenced({ silenced, silenced_until }: ChannelForViewer) {
  if (!silenced) return;
  const until = silenced_until === null ? null : new Date(silenced_until).toISOString();
  throw refuse('silenced', posts.silenced, 403, { data: { until } });
}

/** 403 with the offer that opens the community. */
export const noCommunityAccess = (upsell: { text: string; link: string | null }) =>
  refuse('no_access', messages.noAccess, 403, { data: { upsell } });

/** Condition on many rows `m` of `members`: the member may enter the channel `:channelId`. */
export const mayEnterChannel = `(is_staff(m.roles) OR EXISTS (
    SELECT FROM channels ch
    JOIN communities c ON c.id = ch.community_id
    CROSS JOIN platform_settings s
    WHERE ch.id = :channelId
      AND c.active AND s.communities_active
      AND (NOT c.is_private OR EXISTS (
        SELECT FROM community_products cp
        JOIN member_products mp ON mp.member_id = m.id AND mp.product_id = cp.product_id
        JOIN products p ON p.id = cp.product_id AND p.status = 'active'
        WHERE cp.community_id = c.id))
      AND (NOT ch.restricted OR EXISTS (
        SELECT FROM channel_products chp
        JOIN member_products mp ON mp.member_id = m.id AND mp.product_id = chp.product_id
        JOIN products p ON p.id = chp.product_id AND p.status = 'active'
        WHERE chp.channel_id = ch.id))))`;
