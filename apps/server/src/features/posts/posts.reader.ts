import type { Community } from '@vitrine/contract/communities';
import type { AnswerFor } from '@vitrine/contract/core';
import {
  limits,
  messages,
  posts as routes,
  type Post,
  type PostComment,
  type PostOrder,
} from '@vitrine/contract/posts';
import * as z from 'zod/mini';
import {
  channelAccess,
  channelIt,
  channelOfPostIt,
  communityAccess,
  mayEnterChannel,
  readerCte,
  requireOpen,
} from '../../kit/community-access.ts';
import { communityJson } from '../../kit/community-json.ts';
import type { JsonText } from '../../kit/answers.ts';
import { viewerValues, type CourseViewer } from '../../kit/course-access.ts';
import { atMost } from '../../kit/pagination.ts';
import { containsPattern } from '../../kit/search-text.ts';
import type { TenantReader } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { notFound, orNotFound, refuse } from '../../platform/app-error.ts';
import { statement } from '../../platform/statement.ts';
import { viewerQuery } from '../../platform/viewer-query.ts';
import { commentJson, postJson, withUrlsInJson } from './post-json.ts';

const offer = z.object({
  open: z.boolean(),
  shown: z.boolean(),
  community_id: z.number(),
  title: z.string(),
  upsell_text: z.string(),
  upsell_link: z.nullable(z.string()),
});
const offerColumns = Object.keys(offer.shape)
  .map((name) => `it.${name}`)
  .join(', ');
/** Of `it`, nothing where the viewer may not enter. */
const openChannel = '(SELECT it.channel_id FROM it WHERE it.open)';

/** Of posts in this channel: what is not removed. The planner walks the index of the order. */
const inChannel = `p.tenant_id = :tenantId AND p.channel_id = ${openChannel} AND p.removed_at IS NULL`;

/** Pinned posts stand before the first page; every page goes on by id. */
const pinnedFirst = `
  SELECT * FROM (
    SELECT p.*, 0 AS part FROM posts p
    WHERE ${inChannel} AND p.pinned_at IS NOT NULL AND :first::boolean
    ORDER BY p.pinned_at DESC LIMIT ${limits.pinned}) AS pinned
  UNION ALL
  SELECT * FROM (
    SELECT p.*, 1 AS part FROM posts p
    WHERE ${inChannel} AND p.pinned_at IS NULL AND p.id < :beforeId::bigint
    ORDER BY p.id DESC LIMIT :limit::integer) AS rest`;
const newest = `
  SELECT p.*, 1 AS part FROM posts p WHERE ${inChannel} AND p.id < :beforeId::bigint
  ORDER BY p.id DESC LIMIT :limit::integer`;
const mostActive = `
  SELECT p.*, 1 AS part FROM posts p
  WHERE ${inChannel} AND (p.active_at, p.id) < (:beforeActive::timestamptz, :beforeId::bigint)
  ORDER BY p.active_at DESC, p.id DESC LIMIT :limit::integer`;

/** The longest page that may be asked for, one more, and the pinned ones. */
const MAX_FEED = limits.largestPage + 1 + limits.pinned;

/** JSON holds no such character: it is written as an escape there. */
const BETWEEN = '\u001E';

/** The posts of a page as JSON that is not read again, and beside them what its cursor needs. */
const feedColumns = {
  posts: z.nullable(z.string()),
  heads: z.array(
    z.tuple([z.number(/* id */), z.number(/* part */), z.string(/* active at */), z.boolean()]),
  ),
};
const feedRow = z.extend(offer, feedColumns);

/** For a FROM, after `feed`. The last of a head says whether the post has attachments. */
const feedJson = (sort: string) => `CROSS JOIN LATERAL (
        SELECT string_agg(${postJson}::text, chr(${BETWEEN.charCodeAt(0)}) ORDER BY ${sort}) AS posts,
          coalesce(json_agg(json_build_array(p.id, p.part, p.active_at::text,
            p.attachments <> '[]') ORDER BY ${sort}), '[]') AS heads
        FROM feed p) AS page`;

const pinnedOrder = 'p.part, CASE WHEN p.part = 0 THEN p.pinned_at END DESC, p.id DESC';

const feedOf = (order: PostOrder, rows: string, sort: string) =>
  viewerQuery({
    name: `posts.feed-${order}`,
    sql: `WITH ${readerCte}, ${channelIt}, feed AS MATERIALIZED (${atMost(MAX_FEED, rows)})
      SELECT ${offerColumns}, page.posts, page.heads FROM it ${feedJson(sort)}`,
    row: feedRow,
  });

/** One page of a channel, in one statement with the session and the viewer's access. */
export const feeds = {
  pinned: feedOf('pinned', pinnedFirst, pinnedOrder),
  newest: feedOf('newest', newest, 'p.id DESC'),
  active: feedOf('active', mostActive, 'p.active_at DESC, p.id DESC'),
} satisfies Record<PostOrder, unknown>;

/**
 * A community with the first page of one of its channels, in one statement: of `:channelId`, or of
 * the first that the viewer may enter.
 */
export const communityPageQuery = viewerQuery({
  name: 'posts.community-page',
  sql: `WITH ${readerCte},
    opened AS MATERIALIZED (
      SELECT ch.id FROM channels ch
      JOIN communities c ON c.tenant_id = :tenantId AND c.id = ch.community_id
      ${communityAccess('c')} ${channelAccess('ch', 'c')}
      WHERE ch.tenant_id = :tenantId AND ch.community_id = :communityId AND ch_access.open
      ORDER BY ch.id = :channelId::bigint DESC, ch.position, ch.id LIMIT 1),
    ${channelIt.replace('ch.id = :channelId', 'ch.id = (SELECT opened.id FROM opened)')},
    feed AS MATERIALIZED (${atMost(MAX_FEED, pinnedFirst)})
    SELECT ${communityJson} AS community, (SELECT opened.id FROM opened) AS channel_id,
      page.posts, page.heads
    FROM communities c ${communityAccess('c')} ${feedJson(pinnedOrder)}
    WHERE c.tenant_id = :tenantId AND c.id = :communityId AND c_access.shown`,
  row: z.object({
    community: z.custom<Community>(),
    channel_id: z.nullable(z.number()),
    ...feedColumns,
  }),
});
export type CommunityPageRow = {
  community: Community;
  channel_id: number | null;
} & FeedPosts;

export const communityPageValues = (communityId: number, channelId: number) => ({
  communityId,
  channelId,
  ...cursorValues('pinned', undefined),
  limit: limits.page + 1,
});

export const firstFeedPage = (platform: Platform, row: CommunityPageRow) =>
  feedPage(platform, row, { order: 'pinned', limit: limits.page });

interface FeedOptions {
  channelId: number;
  order: PostOrder;
  cursor?: string | undefined;
  limit: number;
}

export const feedValues = ({ channelId, order, cursor, limit }: FeedOptions) => ({
  channelId,
  ...cursorValues(order, cursor),
  limit: limit + 1,
});

export type FeedRow = z.output<typeof feedRow>;

/** What the viewer is told: 404 of a hidden channel, 403 of a locked one. */
export const feedOfRow = (platform: Platform, row: FeedRow | undefined, asked: FeedPageOptions) =>
  feedPage(platform, requireOpen(row), asked);

type FeedPosts = Pick<FeedRow, 'posts' | 'heads'>;
type FeedPageOptions = Pick<FeedOptions, 'order' | 'limit'>;

/** Pinned posts count beside the page; one row too many tells that there is a next page. */
function feedPage(
  platform: Platform,
  { posts, heads }: FeedPosts,
  { order, limit }: FeedPageOptions,
): JsonText<AnswerFor<typeof routes.list>> {
  const texts = posts?.split(BETWEEN) ?? [];
  const rows = heads.map(([id, part, activeAt, hasFiles], at) => {
    const json = texts[at]!;
    return { id, part, activeAt, json: hasFiles ? withUrlsInJson(platform, json) : json };
  });
  const pinned = rows.filter(({ part }) => part === 0);
  const rest = rows.filter(({ part }) => part === 1);
  const shown = rest.slice(0, limit);
  const last = shown.at(-1);
  const cursor = rest.length > limit && last ? cursorOf(order, last) : null;
  const data = [...pinned, ...shown].map(({ json }) => json);
  return `{"data":[${data.join(',')}],"next_cursor":${JSON.stringify(cursor)}}`;
}

const MAX_ID = Number.MAX_SAFE_INTEGER;

const cursorOf = (order: PostOrder, { id, activeAt }: { id: number; activeAt: string }) =>
  order === 'active' ? `${microseconds(activeAt)}-${id}` : String(id);

/** PostgreSQL keeps microseconds, which a Date would lose. */
const microseconds = (moment: string) => {
  const [, whole = '', fraction = ''] = /^([^.+]+)(?:\.(\d+))?/.exec(moment) ?? [];
  return Date.parse(`${whole.replace(' ', 'T')}Z`) * 1000 + Number(fraction.padEnd(6, '0'));
};

function cursorValues(order: PostOrder, cursor: string | undefined) {
  if (order !== 'active') return { first: cursor === undefined, beforeId: idCursor(cursor) };
  const [, at, id] = /^(\d{1,16})-(\d{1,15})$/.exec(cursor ?? '') ?? [];
  if (cursor === undefined || !at || !id) return { beforeActive: 'infinity', beforeId: MAX_ID };
  const seconds = Math.floor(Number(at) / 1_000_000);
  const rest = String(Number(at) % 1_000_000).padStart(6, '0');
  const moment = new Date(seconds * 1000);
  if (Number.isNaN(moment.getTime())) return { beforeActive: 'infinity', beforeId: MAX_ID };
  return {
    beforeActive: `${moment.toISOString().slice(0, 19)}.${rest}Z`,
    beforeId: Number(id),
  };
}

/** A cursor that is none of ours begins at the beginning. */
export const idCursor = (cursor: string | undefined, otherwise = MAX_ID) =>
  cursor && /^[1-9]\d{0,14}$/.test(cursor) ? Number(cursor) : otherwise;

// One post -----------------------------------------------------------------------------------------

const postRow = z.extend(offer, {
  post: z.nullable(z.custom<Post>()),
  member_id: z.nullable(z.number()),
  restorable: z.boolean(),
});

const one = statement({
  name: 'posts.one',
  sql: `WITH ${readerCte}, ${channelOfPostIt}
    SELECT ${offerColumns}, CASE WHEN it.open THEN ${postJson} END AS post, p.member_id,
      p.removed_at IS NULL OR p.removed_at > now() - interval '30 days' AS restorable
    FROM it JOIN posts p ON p.tenant_id = :tenantId AND p.id = :postId`,
  row: postRow,
});

/** A post that stands, with its community and its first comments, in one statement. */
export const postPageQuery = viewerQuery({
  name: 'posts.post-page',
  sql: `WITH ${readerCte}, ${channelOfPostIt}
    SELECT ${postJson} AS post, ${communityJson} AS community, (
      SELECT coalesce(json_agg(${commentJson()} ORDER BY c.id), '[]') FROM (
        SELECT * FROM post_comments every
        WHERE every.tenant_id = :tenantId AND every.post_id = :postId AND every.parent_id IS NULL
        ORDER BY every.id LIMIT ${limits.page + 1}) AS c) AS comments
    FROM it JOIN posts p ON p.tenant_id = :tenantId AND p.id = :postId
    JOIN communities c ON c.tenant_id = :tenantId AND c.id = p.community_id ${communityAccess('c')}
    WHERE it.open AND p.removed_at IS NULL`,
  row: z.object({
    post: z.custom<Post>(),
    community: z.custom<Community>(),
    comments: z.array(z.custom<PostComment>()),
  }),
});
export interface PostPageRow {
  post: Post;
  community: Community;
  comments: PostComment[];
}

/**
 * A post that the viewer may read. A removed one stands for staff while it can be brought back; its
 * author learns the reason, everybody else that there is none.
 */
export async function readPost(reader: TenantReader, viewer: CourseViewer, id: number) {
  const [row] = await reader.run(one, { ...viewerValues(viewer), postId: id });
  const { post, member_id, restorable } = requireOpen(row);
  const found = orNotFound(post);
  if (!found.removed) return { ...found, member_id };
  if (!restorable) throw notFound();
  if (viewer.staff) return { ...found, member_id };
  if (member_id === viewer.id)
    throw refuse('post_removed', messages.removedByStaff, 403, { data: found.removed });
  throw notFound();
}

// A search and people ------------------------------------------------------------------------------

const SEARCH_PAGE = 20;
/** Among so many of the newest posts a common word fills the page. */
const NEWEST = 500;

/** Of posts `p`: those that are found. The pattern is written without accents once, not once a post. */
const isFound = `p.removed_at IS NULL AND p.channel_id = ANY ((SELECT rooms.ids FROM rooms)::bigint[])
  AND (:author::bigint IS NULL OR p.member_id = :author::bigint)
  AND p.words LIKE (SELECT f_unaccent(:pattern))`;
const inCommunity = `
  p.tenant_id = :tenantId AND p.community_id = :communityId AND p.id < :beforeId::bigint`;

/**
 * Row-level security allows no trigram index: LIKE is not leakproof, so it is asked of rows that were
 * found by their school. The newest posts are looked through first, and all only for a rare word.
 */
const search = statement({
  name: 'posts.search',
  sql: `WITH ${readerCte},
    it AS MATERIALIZED (
      SELECT c.id AS community_id, c.title, c.upsell_text, c.upsell_link, c_access.open,
        c_access.shown
      FROM communities c ${communityAccess('c')}
      WHERE c.tenant_id = :tenantId AND c.id = :communityId),
    rooms AS MATERIALIZED (
      SELECT ARRAY(SELECT ch.id FROM channels ch
        JOIN communities c ON c.tenant_id = :tenantId AND c.id = ch.community_id
        ${communityAccess('c')} ${channelAccess('ch', 'c')}
        WHERE ch.tenant_id = :tenantId AND ch.community_id = :communityId AND ch_access.open) AS ids),
    among_newest AS MATERIALIZED (
      SELECT p.* FROM (
        SELECT p.* FROM posts p WHERE ${inCommunity} ORDER BY p.id DESC LIMIT ${NEWEST}) AS p
      WHERE ${isFound} ORDER BY p.id DESC LIMIT ${SEARCH_PAGE + 1}),
    found AS MATERIALIZED (
      SELECT * FROM among_newest WHERE (SELECT count(*) FROM among_newest) > ${SEARCH_PAGE}
      UNION ALL (
        SELECT p.* FROM posts p
        WHERE (SELECT count(*) FROM among_newest) <= ${SEARCH_PAGE} AND ${inCommunity} AND ${isFound}
        ORDER BY p.id DESC LIMIT ${SEARCH_PAGE + 1}))
    SELECT ${offerColumns}, (
      SELECT coalesce(json_agg(${postJson} ORDER BY p.id DESC), '[]') FROM found p) AS posts
    FROM it`,
  row: z.extend(offer, { posts: z.array(z.custom<Post>()) }),
});

interface SearchOptions {
  communityId: number;
  q: string;
  member_id?: number | undefined;
  cursor?: string | undefined;
}

/** Posts of a community in the channels that the viewer may enter, the newest first. */
export async function searchPosts(
  reader: TenantReader,
  viewer: CourseViewer,
  { communityId, q, member_id, cursor }: SearchOptions,
) {
  const [row] = await reader.run(search, {
    ...viewerValues(viewer),
    communityId,
    author: member_id ?? null,
    pattern: containsPattern(q),
    beforeId: idCursor(cursor),
  });
  const { posts } = requireOpen(row);
  const data = posts.slice(0, SEARCH_PAGE);
  const next_cursor = posts.length > SEARCH_PAGE ? String(data.at(-1)!.id) : null;
  return { data, next_cursor };
}

const people = statement({
  name: 'posts.people',
  sql: `SELECT m.id, m.name, m.photo_url, is_staff(m.roles) AS staff FROM members m
    WHERE m.tenant_id = :tenantId AND m.id <> :memberId AND m.erase_at IS NULL
      AND (' ' || f_unaccent(m.name)) LIKE (SELECT f_unaccent(:pattern)) AND ${mayEnterChannel}
    ORDER BY f_unaccent(m.name), m.id LIMIT 8`,
  row: z.object({
    id: z.number(),
    name: z.string(),
    photo_url: z.nullable(z.string()),
    staff: z.boolean(),
  }),
});

/** Who may be mentioned in a channel, by the beginning of one of their names. */
export const listPeople = (
  reader: TenantReader,
  viewer: CourseViewer,
  { channelId, q }: { channelId: number; q: string },
) =>
  reader.run(people, {
    memberId: viewer.id,
    channelId,
    pattern: containsPattern(` ${q}`),
  });
