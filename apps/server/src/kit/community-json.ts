import { contentFlags } from '@vitrine/contract/communities';
import { channelAccess, isSilenced, offerLink } from './access/community-access.ts';
import { isRankingShown } from './gamification-settings.ts';
import { isoUtc } from './rows/iso-utc.ts';
import { titleOrder } from './rows/title-order.ts';

// SQL that builds the JSON of communities and channels for the viewer, `:memberId`.

const whenOpen = (value: string, otherwise: string) =>
  `CASE WHEN c_access.open THEN ${value} ELSE ${otherwise} END`;

/** Maximum number of unread posts that a channel shows. */
const MAX_UNREAD = 100;
/** Maximum number of the reader's own posts that a count skips. Beyond it, it says `MAX_UNREAD`. */
const MAX_OWN = 1_000;

const joined = '(SELECT viewing.created_at FROM members viewing WHERE viewing.id = :memberId)';

/**
 * Counts the posts of others since the viewer last read the channel, or since they joined. A new
 * member has read nothing. So it reads only the latest posts: as many as can be unread, and as many
 * as the viewer wrote. `seen` is evaluated first, so that the index begins after it.
 */
const unread = `coalesce((SELECT CASE WHEN own.posts = ${MAX_OWN} THEN ${MAX_UNREAD} ELSE (
    SELECT least(count(*), ${MAX_UNREAD}) FROM (
      SELECT p.member_id, p.created_at FROM posts p
      WHERE p.channel_id = ch.id AND p.removed_at IS NULL AND p.id > seen.post_id
      ORDER BY p.id DESC LIMIT ${MAX_UNREAD} + own.posts) AS latest
    WHERE latest.member_id IS DISTINCT FROM :memberId AND latest.created_at > ${joined}) END
  FROM (
    SELECT p.id, p.created_at FROM posts p WHERE p.channel_id = ch.id AND p.removed_at IS NULL
    ORDER BY p.id DESC LIMIT 1) AS newest
  CROSS JOIN LATERAL (SELECT coalesce((SELECT r.post_id FROM channel_reads r
    WHERE r.channel_id = ch.id AND r.member_id = :memberId), 0) AS post_id OFFSET 0) AS seen
  CROSS JOIN LATERAL (SELECT count(*) AS posts FROM (
    SELECT FROM posts p
    WHERE p.member_id = :memberId AND p.channel_id = ch.id AND p.id > seen.post_id
    LIMIT ${MAX_OWN}) AS written) AS own
  WHERE newest.created_at > ${joined} AND newest.id > seen.post_id), 0)`;

const channelProducts = `(
  SELECT coalesce(json_agg(json_build_object('id', pr.id, 'title', pr.title)
                           ORDER BY ${titleOrder('pr.title')}, pr.id), '[]')
  FROM channel_products chp
  JOIN products pr ON pr.id = chp.product_id AND (pr.status = 'active' OR :isStaff::boolean)
  WHERE chp.channel_id = ch.id)`;

/** A channel `ch` with `ch_access`, as JSON. */
export const channelJson = `json_build_object(
  'id', ch.id, 'title', ch.title, 'order', ch.position, 'version', ch.version,
  'description', CASE WHEN ch_access.open THEN ch.description ELSE '' END,
  'locked', NOT ch_access.open, 'restricted', ch.restricted,
  'unread', CASE WHEN ch_access.open THEN ${unread} ELSE 0 END,
  'products', ${channelProducts})`;

/** The school's switch hides the ranking in every community (B section 2). */
const hasRanking = `c.has_ranking AND ${isRankingShown}`;

const mayPublish = contentFlags
  .map((flag) => `'${flag}', c_access.open AND (:isStaff::boolean OR c.${flag})`)
  .join(', ');

/** A community `c` with `c_access`, as JSON. A locked one has no description, links or unread count. */
export const communityJson = `json_build_object(
  'id', c.id, 'tenant_id', c.tenant_id, 'title', c.title,
  'description', ${whenOpen('c.description', "''")},
  'cover_path', c.cover_path, 'cover_color', c.cover_color,
  'background_color', c.background_color, 'primary_text_color', c.primary_text_color,
  'secondary_text_color', c.secondary_text_color, 'shadow_color', c.shadow_color,
  'font_family', c.font_family,
  'active', c.active, 'principal', c.principal, 'order', c.position,
  'is_private', c.is_private, 'hide_channels_groups', c.hide_channels_groups,
  'has_ranking', ${hasRanking}, 'has_continue_watching', c.has_continue_watching,
  'locked', NOT c_access.open, 'members_count', NULL,
  'upsell', CASE WHEN c.upsell_text <> '' OR c.upsell_link IS NOT NULL THEN
    json_build_object('text', c.upsell_text, 'link', ${offerLink('c')}) END,
  'links', ${whenOpen('c.links', "'[]'::jsonb")},
  'may', json_build_object(${mayPublish}),
  'silenced', ${isSilenced('c')},
  'silenced_until', (SELECT ${isoUtc('quiet.until')} FROM community_silences quiet
    WHERE quiet.community_id = c.id
      AND quiet.member_id = :memberId AND quiet.until > now()),
  'has_others', EXISTS (SELECT FROM communities another
    WHERE another.id <> c.id AND (:isStaff::boolean OR another.active)),
  'channels', (
    SELECT coalesce(json_agg(${channelJson} ORDER BY ch.position, ch.id), '[]')
    FROM channels ch ${channelAccess('ch', 'c')}
    WHERE ch.community_id = c.id AND ch_access.shown))`;
