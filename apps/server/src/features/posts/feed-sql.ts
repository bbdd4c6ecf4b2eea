import { limits, type PostOrder } from '@vitrine/contract/posts';
import * as z from 'zod/mini';
import { personFields } from '../../kit/person-json.ts';
import { atMost, microsecondsSql, timestampOfSql } from '../../kit/rows/pagination.ts';
import { bodyJson } from './feed-bodies.ts';
import { authorLevelsJson, type AuthorLevels } from './feed-levels.ts';
import { offer } from './posts.reader.ts';

// The statement of a feed (docs/decisions/0066). It returns the ids and versions of the posts, the
// version of the school's people, and the reader's own part. It does not read bodies and people that
// this server has cached.

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
export const pinnedFirst = `
  SELECT * FROM (
    SELECT ${head}, 0 AS part FROM posts p
    WHERE ${inChannel} AND p.pinned_at IS NOT NULL AND :first::boolean
    ORDER BY p.pinned_at DESC LIMIT ${limits.pinned}) AS pinned
  UNION ALL
  SELECT * FROM (
    SELECT ${head}, 1 AS part FROM posts p
    WHERE ${inChannel} AND p.pinned_at IS NULL AND p.id < :beforeId::bigint
    ORDER BY p.id DESC LIMIT :limit::integer) AS rest`;
/** One page by id. */
export const newest = `
  SELECT ${head}, 1 AS part FROM posts p WHERE ${inChannel} AND p.id < :beforeId::bigint
  ORDER BY p.id DESC LIMIT :limit::integer`;
/** One page by when a post was last active, and by id among equals. */
export const mostActive = `
  SELECT ${head}, 1 AS part FROM posts p
  WHERE ${inChannel} AND (p.active_at, p.id)
    < (coalesce(${timestampOfSql(':beforeActive')}, 'infinity'), :beforeId::bigint)
  ORDER BY p.active_at DESC, p.id DESC LIMIT :limit::integer`;

/** The largest page, one row more, and the pinned posts. */
const MAX_FEED = limits.largestPage + 1 + limits.pinned;

/** Separator of posts. JSON holds neither separator: both are written as escapes there. */
export const BETWEEN_POSTS = '\u001E';
/** Separator of the parts of a post. */
export const BETWEEN_PARTS = '\u001F';
const character = (text: string) => `chr(${text.charCodeAt(0)})`;

/** The columns of a page, whichever of the lists below a query selects. */
export const feedColumns = {
  posts: z.nullable(z.string()),
  people: z.nullable(z.string()),
  levels: z.nullable(z.custom<AuthorLevels>()),
  people_version: z.number(),
  /** Null if the statement did not read it. */
  has_levels: z.nullable(z.boolean()),
};
/** The columns of `offer`, and those of a page. */
export const feedRow = z.extend(offer, feedColumns);

/** The ids of the people in the body `fresh.body`. */
const peopleOfBody = `
  SELECT (fresh.body ->> 'author')::bigint AS id
  UNION ALL
  SELECT liker::bigint FROM json_array_elements_text(fresh.body -> 'likers') AS liker
  UNION ALL
  SELECT (comment ->> 'author')::bigint FROM json_array_elements(fresh.body -> 'last_comments') AS comment`;

/**
 * For a WITH, after `reader` and `target`: the heads of a page, and the posts that the viewer
 * likes.
 */
export const feedCtes = (rows: string) => `feed AS MATERIALIZED (${atMost(MAX_FEED, rows)}),
  liked AS MATERIALIZED (SELECT ARRAY(
    SELECT k.post_id FROM post_likes k
    WHERE k.member_id = :memberId::bigint
      AND k.post_id = ANY (ARRAY(SELECT feed.id FROM feed))) AS ids)`;
/** For a WITH, after `feedCtes`: the bodies that `:cachedVersions` does not name. */
export const freshCte = `fresh AS MATERIALIZED (
    SELECT b.id, ${bodyJson('b')} AS body FROM posts b
    WHERE b.id = ANY (ARRAY(SELECT feed.id FROM feed
      WHERE concat(feed.id, '.', feed.version) <> ALL (:cachedVersions::text[]))))`;

const peopleVersion = '(coalesce((SELECT v.version FROM people_versions v), 0))';

/** The bodies and people that this server has not cached. */
export const freshColumns = `page.posts, named.people,
  CASE WHEN EXISTS (SELECT FROM levels) THEN ${authorLevelsJson} END AS levels,
  ${peopleVersion} AS people_version, EXISTS (SELECT FROM levels) AS has_levels`;
/** The columns of a cached page: only the version of its people, and what the school's levels change. */
export const cachedColumns = `page.posts, NULL::text AS people, NULL::json AS levels,
  ${peopleVersion} AS people_version, NULL::boolean AS has_levels`;
/** The columns of a cached page in a school with levels, whose members may have risen. */
export const cachedColumnsWithLevels = `page.posts, NULL::text AS people, ${authorLevelsJson} AS levels,
  ${peopleVersion} AS people_version, true AS has_levels`;

interface PageOrder {
  order: PostOrder;
  /** As SQL. */
  sort: string;
}

/** The posts of a page as one text. `body` is an SQL expression, or null. */
export const pageText = ({ order, sort }: PageOrder, body: string | null) => `CROSS JOIN LATERAL (
  SELECT string_agg(concat_ws(${character(BETWEEN_PARTS)}, p.id, p.version, p.part,
    ${order === 'active' ? microsecondsSql('p.active_at') : "''"}, p.id = ANY ((SELECT liked.ids FROM liked)::bigint[])
    ${body === null ? '' : `, ${body}`}),
    ${character(BETWEEN_POSTS)} ORDER BY ${sort}) AS posts
  FROM feed p) AS page`;

/**
 * For a FROM, after `feedCtes` and `freshCte`. A body is empty where `:cachedVersions` names its version. The
 * people are those of the new bodies and `:missing`; of another version than `:peopleVersion`,
 * all `:people`. Of one who has left, only the id is given.
 */
export const freshTexts = (page: PageOrder) => `
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

/** As SQL: the order of `pinnedFirst`. */
export const pinnedOrder = 'p.part, CASE WHEN p.part = 0 THEN p.pinned_at END DESC, p.id DESC';

/** A row of `feedQuery`: the viewer's access, and the page as text. */
export type FeedRow = z.output<typeof feedRow>;
export type PageTexts = Pick<FeedRow, keyof typeof feedColumns>;
