import type { Community } from '@vitrine/contract/communities';
import type { AnswerFor } from '@vitrine/contract/core';
import { limits, type posts as routes, type PostOrder } from '@vitrine/contract/posts';
import * as z from 'zod/mini';
import type { JsonText } from '../../kit/answers.ts';
import { personFields } from '../../kit/author-json.ts';
import {
  channelAccess,
  channelCte,
  communityAccess,
  readerCte,
  requireOpen,
} from '../../kit/community-access.ts';
import { communityJson } from '../../kit/community-json.ts';
import { membersVersion } from '../../kit/community-members.ts';
import { atMost } from '../../kit/pagination.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Member } from '../../platform/session.ts';
import { runViewerQuery, viewerQuery } from '../../platform/viewer-query.ts';
import {
  bodyJson,
  isCachedPage,
  cacheBody,
  cachedBody,
  cachedVersionsOf,
  cachePage,
  type People,
} from './feed-bodies.ts';
import { authorLevelsJson, levelFinder, type AuthorLevels } from './feed-levels.ts';
import {
  cachePerson,
  cachedPerson,
  cacheSchoolPeople,
  schoolPeople,
  type Person,
} from './feed-people.ts';
import { beforeId, MAX_ID, offer, offerColumns } from './posts.reader.ts';

// The feed of a channel (docs/decisions/0066). The statement returns the ids and versions of the
// posts, the version of the school's people, and the reader's own part. It does not read bodies and
// people that this server has cached.

/** The channel's id of `target`. Null where the viewer may not enter. */
const openChannel = '(SELECT target.channel_id FROM target WHERE target.open)';

/**
 * Condition for the channel's posts that were not removed. The planner walks the index of the
 * order.
 */
const inChannel = `p.channel_id = ${openChannel} AND p.removed_at IS NULL`;

/** Every change of a row makes another `xmin`: likes and comments are counted in the row. */
const head = 'p.id, p.member_id, p.xmin::text AS version, p.active_at, p.pinned_at';

/** Pinned posts come before the first page. Every page continues by id. */
const pinnedFirst = `
  SELECT * FROM (
    SELECT ${head}, 0 AS part FROM posts p
    WHERE ${inChannel} AND p.pinned_at IS NOT NULL AND :first::boolean
    ORDER BY p.pinned_at DESC LIMIT ${limits.pinned}) AS pinned
  UNION ALL
  SELECT * FROM (
    SELECT ${head}, 1 AS part FROM posts p
    WHERE ${inChannel} AND p.pinned_at IS NULL AND p.id < :beforeId::bigint
    ORDER BY p.id DESC LIMIT :limit::integer) AS rest`;
const newest = `
  SELECT ${head}, 1 AS part FROM posts p WHERE ${inChannel} AND p.id < :beforeId::bigint
  ORDER BY p.id DESC LIMIT :limit::integer`;
const mostActive = `
  SELECT ${head}, 1 AS part FROM posts p
  WHERE ${inChannel} AND (p.active_at, p.id) < (:beforeActive::timestamptz, :beforeId::bigint)
  ORDER BY p.active_at DESC, p.id DESC LIMIT :limit::integer`;

/** The largest page, one row more, and the pinned posts. */
const MAX_FEED = limits.largestPage + 1 + limits.pinned;

/** JSON holds no such characters: they are written as escapes there. */
const BETWEEN_POSTS = '\u001E';
const BETWEEN_PARTS = '\u001F';
const character = (text: string) => `chr(${text.charCodeAt(0)})`;

const feedColumns = {
  posts: z.nullable(z.string()),
  people: z.nullable(z.string()),
  levels: z.nullable(z.custom<AuthorLevels>()),
  people_version: z.number(),
  /** Null if the statement did not read it. */
  has_levels: z.nullable(z.boolean()),
};
const feedRow = z.extend(offer, feedColumns);

/** The ids of the people in the body `fresh.body`. */
const peopleOfBody = `
  SELECT (fresh.body ->> 'author')::bigint AS id
  UNION ALL
  SELECT liker::bigint FROM json_array_elements_text(fresh.body -> 'likers') AS liker
  UNION ALL
  SELECT (comment ->> 'author')::bigint FROM json_array_elements(fresh.body -> 'last_comments') AS comment`;

/**
 * For a WITH, after `reader` and `target`: the heads of a page, and the posts that the viewer
 * likes. `freshCte` adds the bodies that `:cachedVersions` does not name.
 */
const feedCtes = (rows: string) => `feed AS MATERIALIZED (${atMost(MAX_FEED, rows)}),
  liked AS MATERIALIZED (SELECT ARRAY(
    SELECT k.post_id FROM post_likes k
    WHERE k.member_id = :memberId::bigint
      AND k.post_id = ANY (ARRAY(SELECT feed.id FROM feed))) AS ids)`;
const freshCte = `fresh AS MATERIALIZED (
    SELECT b.id, ${bodyJson('b')} AS body FROM posts b
    WHERE b.id = ANY (ARRAY(SELECT feed.id FROM feed
      WHERE concat(feed.id, '.', feed.version) <> ALL (:cachedVersions::text[]))))`;

const peopleVersion = '(coalesce((SELECT v.version FROM people_versions v), 0))';

/** The bodies and people that this server has not cached. */
const freshColumns = `page.posts, named.people,
  CASE WHEN EXISTS (SELECT FROM levels) THEN ${authorLevelsJson} END AS levels,
  ${peopleVersion} AS people_version, EXISTS (SELECT FROM levels) AS has_levels`;
/** For a page that is cached: only the version of its people, and what the school's levels change. */
const cachedColumns = `page.posts, NULL::text AS people, NULL::json AS levels,
  ${peopleVersion} AS people_version, NULL::boolean AS has_levels`;
const cachedColumnsWithLevels = `page.posts, NULL::text AS people, ${authorLevelsJson} AS levels,
  ${peopleVersion} AS people_version, true AS has_levels`;

interface PageOrder {
  order: PostOrder;
  sort: string;
}

/** The posts of a page as one text. `body` is an SQL expression, or null. */
const pageText = ({ order, sort }: PageOrder, body: string | null) => `CROSS JOIN LATERAL (
  SELECT string_agg(concat_ws(${character(BETWEEN_PARTS)}, p.id, p.version, p.part,
    ${order === 'active' ? 'p.active_at::text' : "''"}, p.id = ANY ((SELECT liked.ids FROM liked)::bigint[])
    ${body === null ? '' : `, ${body}`}),
    ${character(BETWEEN_POSTS)} ORDER BY ${sort}) AS posts
  FROM feed p) AS page`;

/**
 * For a FROM, after `feedCtes` and `freshCte`. A body is empty where `:cachedVersions` names its version. The
 * people are those of the new bodies and `:missing`; of another version than `:peopleVersion`,
 * all `:people`. Of one who has left, only the id is given.
 */
const freshTexts = (page: PageOrder) => `
  ${pageText(page, "coalesce((SELECT fresh.body::text FROM fresh WHERE fresh.id = p.id), '')")}
  CROSS JOIN LATERAL (
  SELECT string_agg(concat_ws(${character(BETWEEN_PARTS)}, mentioned.id, person.staff, person.json),
    ${character(BETWEEN_POSTS)}) AS people
  FROM (SELECT DISTINCT unnest(
      CASE WHEN ${peopleVersion} = :peopleVersion::bigint THEN :missing::bigint[] ELSE :people::bigint[] END
      || ARRAY(SELECT one.id FROM fresh CROSS JOIN LATERAL (${peopleOfBody}) AS one)) AS id) AS mentioned
  LEFT JOIN LATERAL (
    SELECT is_staff(m.roles) AS staff, json_build_object(${personFields})::text AS json
    FROM members m WHERE m.id = mentioned.id AND m.erase_at IS NULL OFFSET 0) AS person ON true
  WHERE mentioned.id IS NOT NULL AND page.posts IS NOT NULL) AS named`;

const pinnedOrder = 'p.part, CASE WHEN p.part = 0 THEN p.pinned_at END DESC, p.id DESC';

const feedOf = (order: PostOrder, rows: string, sort: string) => {
  const page = { order, sort };
  const query = (name: string, ctes: string, columns: string, from: string) =>
    viewerQuery({
      name: `posts.${name}-${order}`,
      sql: `WITH ${readerCte}, ${channelCte}, ${feedCtes(rows)} ${ctes}
        SELECT ${offerColumns}, ${columns} FROM target ${from}`,
      row: feedRow,
    });
  const heads = pageText(page, null);
  return {
    fresh: query('feed', `, ${freshCte}`, freshColumns, freshTexts(page)),
    cached: query('cached-feed', '', cachedColumns, heads),
    cachedWithLevels: query('cached-feed-levels', '', cachedColumnsWithLevels, heads),
  };
};

/**
 * One page of a channel, in one statement with the session and the viewer's access. `cached` reads no
 * bodies and no people: its plan is shorter to start. It serves while the page and the school's
 * people are as they were read last.
 */
const feeds = {
  pinned: feedOf('pinned', pinnedFirst, pinnedOrder),
  newest: feedOf('newest', newest, 'p.id DESC'),
  active: feedOf('active', mostActive, 'p.active_at DESC, p.id DESC'),
} satisfies Record<PostOrder, unknown>;

/** True if this server has read the page, and the people of its school. */
const isCached = (options: FeedOptions) =>
  schoolPeople(options.tenantId) !== undefined && isCachedPage(options.tenantId, pageKey(options));

/** The query of a page that nobody has read here, or of one that was. */
export function feedQuery(options: FeedOptions) {
  const { fresh, cached, cachedWithLevels } = feeds[options.order];
  if (!isCached(options)) return fresh;
  return schoolPeople(options.tenantId)?.hasLevels ? cachedWithLevels : cached;
}

/**
 * A community with the first page of one of its channels, in one statement: of `:channelId`, or of
 * the first that the viewer may enter.
 */
export const communityPageQuery = viewerQuery({
  name: 'posts.community-page',
  sql: `WITH ${readerCte},
    target AS MATERIALIZED (
      SELECT ch.id AS channel_id, ch_access.open FROM channels ch
      JOIN communities c ON c.id = ch.community_id
      ${communityAccess('c')} ${channelAccess('ch', 'c')}
      WHERE ch.community_id = :communityId AND ch_access.open
      ORDER BY ch.id = :channelId::bigint DESC, ch.position, ch.id LIMIT 1),
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
export type CommunityPageRow = {
  community: Community;
  members_version: number;
  channel_id: number | null;
  requested_id: number;
} & PageTexts;

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
  communityPageValues(options, cachedPartsOf(tenantId, communityKey(options)));

const communityKey = ({ communityId, channelId }: CommunityPageOptions) =>
  `community ${communityId} ${channelId}`;

/** The first page of the feed. Null where a cached body was evicted meanwhile. */
function feedOfCommunity(platform: Platform, row: CommunityPageRow) {
  const options = { communityId: row.community.id, channelId: row.requested_id };
  const tenantId = row.community.tenant_id;
  const heads = headsOf(tenantId, row);
  cachePage(
    tenantId,
    communityKey(options),
    heads.map(({ version }) => version),
  );
  return pageOf(platform, { tenantId, order: 'pinned', limit: limits.page }, heads, row);
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
  const page = feedOfCommunity(platform, row);
  if (page !== null) return page;
  const whole = await runViewerQuery(
    platform.database.reader(row.community.tenant_id),
    member,
    communityPageQuery,
    communityPageValues({ communityId: row.community.id, channelId: row.requested_id }),
  );
  return whole ? feedOfCommunity(platform, whole) : null;
}

/** One page of a channel. `limit` is its number of posts without pinned ones. */
export interface FeedOptions {
  tenantId: number;
  channelId: number;
  order: PostOrder;
  cursor?: string | undefined;
  limit: number;
}

const nothingCached: ReturnType<typeof cachedPartsOf> = {
  cachedVersions: [],
  people: [],
  missing: [],
  peopleVersion: 0,
};

/** The bodies of a page that this server has cached, their people, and those of them it has not. */
function cachedPartsOf(tenantId: number, page: string) {
  const { cachedVersions, people } = cachedVersionsOf(tenantId, page);
  const peopleVersion = schoolPeople(tenantId)?.version ?? 0;
  const missing = people.filter((id) => cachedPerson(tenantId, id, peopleVersion) === undefined);
  return { cachedVersions, people, missing, peopleVersion };
}

const feedValues = (
  { channelId, order, cursor, limit }: Omit<FeedOptions, 'tenantId'>,
  cached = nothingCached,
) => ({
  channelId,
  ...cursorValues(order, cursor),
  limit: limit + 1,
  ...cached,
});

/** Reads the page again, with the bodies that this server does not hold. */
export async function readFreshFeed(
  platform: Platform,
  member: Member | null,
  options: FeedOptions,
): Promise<JsonText<AnswerFor<typeof routes.list>>> {
  const read = async (values: ReturnType<typeof feedValues>) => {
    const reader = platform.database.reader(options.tenantId);
    const row = await runViewerQuery(reader, member, feeds[options.order].fresh, values);
    return feedOfRow(platform, row, options);
  };
  // A body may be evicted once more. With nothing cached, the statement brings all of them.
  return (await read(feedValuesWithCache(options))) ?? (await read(feedValues(options)))!;
}

/** The same values, with what this server has cached of the page. `cached` needs none of it. */
const feedValuesWithCache = (options: FeedOptions) =>
  feedValues(options, cachedPartsOf(options.tenantId, pageKey(options)));

/** The values of `feedQuery`. */
export const feedQueryValues = (options: FeedOptions) =>
  isCached(options) ? feedValues(options) : feedValuesWithCache(options);

const pageKey = ({ channelId, order, cursor = '', limit }: FeedOptions) =>
  `${channelId} ${order} ${cursor} ${limit}`;

/** A row of `feedQuery`: the viewer's access, and the page as text. */
export type FeedRow = z.output<typeof feedRow>;
type PageTexts = Pick<FeedRow, keyof typeof feedColumns>;

/**
 * Makes the answer. 404 for a hidden channel, 403 for a locked one. Null where a post or the school's
 * people have another version than at the last read, or were evicted meanwhile: `readFreshFeed` then
 * reads them.
 */
export function feedOfRow(platform: Platform, row: FeedRow | undefined, options: FeedOptions) {
  const texts = requireOpen(row);
  const heads = headsOf(options.tenantId, texts);
  cachePage(
    options.tenantId,
    pageKey(options),
    heads.map(({ version }) => version),
  );
  return pageOf(platform, options, heads, texts);
}

/** The posts of a row. A body is undefined where this server does not have it. */
const headsOf = (tenantId: number, { posts }: Pick<PageTexts, 'posts'>) =>
  (posts?.split(BETWEEN_POSTS) ?? []).map((text) => {
    const [id, xmin, part, activeAt, liked, body] = text.split(BETWEEN_PARTS);
    const version = `${id}.${xmin}`;
    const name = `${tenantId}.${version}`;
    return {
      id: Number(id),
      version,
      pinned: part === '0',
      activeAt: activeAt!,
      liked: liked === 't',
      body: body ? cacheBody(name, body) : cachedBody(name),
    };
  });

const itemsOf = (texts: string | null) =>
  texts?.split(BETWEEN_POSTS).map((text) => text.split(BETWEEN_PARTS)) ?? [];

/** The people of a row, and those that were cached at its version. Null without their levels. */
function peopleOf(tenantId: number, row: PageTexts): People | null {
  const version = row.people_version;
  if (row.has_levels === null) {
    const school = schoolPeople(tenantId);
    if (school?.version !== version || school.hasLevels) return null;
  } else cacheSchoolPeople(tenantId, { version, hasLevels: row.has_levels });
  const read = new Map<number, Person>();
  for (const [id, staff, json] of itemsOf(row.people)) {
    const person = json === undefined ? null : { json, staff: staff === 't' };
    read.set(Number(id), person);
    cachePerson(tenantId, Number(id), version, person);
  }
  const find = (id: number) => (read.has(id) ? read.get(id) : cachedPerson(tenantId, id, version));
  return { version, find, levelOf: row.levels ? levelFinder(row.levels, find) : () => 'null' };
}

/**
 * Pinned posts do not count as part of the page. One row too many tells that there is a next page.
 */
function pageOf(
  platform: Platform,
  { tenantId, order, limit }: Pick<FeedOptions, 'tenantId' | 'order' | 'limit'>,
  heads: ReturnType<typeof headsOf>,
  texts: PageTexts,
): JsonText<AnswerFor<typeof routes.list>> | null {
  const people = peopleOf(tenantId, texts);
  if (!people) return null;
  const pinned = heads.filter((one) => one.pinned);
  const rest = heads.filter((one) => !one.pinned);
  const shown = rest.slice(0, limit);
  const last = shown.at(-1);
  const cursor = rest.length > limit && last ? cursorOf(order, last) : null;
  const data: string[] = [];
  for (const { body, liked } of [...pinned, ...shown]) {
    const post = body?.complete(platform, people);
    if (!post) return null;
    data.push(`${post},"liked":${liked}}`);
  }
  return `{"data":[${data.join(',')}],"next_cursor":${JSON.stringify(cursor)}}`;
}

const cursorOf = (order: PostOrder, { id, activeAt }: { id: number; activeAt: string }) =>
  order === 'active' ? `${microseconds(activeAt)}-${id}` : String(id);

/** PostgreSQL keeps microseconds, which a Date would lose. */
const microseconds = (timestamp: string) => {
  const [, whole = '', fraction = ''] = /^([^.+]+)(?:\.(\d+))?/.exec(timestamp) ?? [];
  return Date.parse(`${whole.replace(' ', 'T')}Z`) * 1000 + Number(fraction.padEnd(6, '0'));
};

function cursorValues(order: PostOrder, cursor: string | undefined) {
  if (order !== 'active') return { first: cursor === undefined, beforeId: beforeId(cursor) };
  if (cursor === undefined) return { beforeActive: 'infinity', beforeId: MAX_ID };
  const [at, id] = cursor.split('-');
  const seconds = Math.floor(Number(at) / 1_000_000);
  const rest = String(Number(at) % 1_000_000).padStart(6, '0');
  const second = new Date(seconds * 1000);
  return {
    beforeActive: `${second.toISOString().slice(0, 19)}.${rest}Z`,
    beforeId: Number(id),
  };
}
