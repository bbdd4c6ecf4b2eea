import type { Community } from '@vitrine/contract/communities';
import { limits, messages, type PostComment } from '@vitrine/contract/posts';
import * as z from 'zod/mini';
import {
  channelAccess,
  channelOfPostCte,
  communityAccess,
  mayEnterChannel,
  offerLink,
  readerCte,
  requireOpen,
} from '../../kit/access/community-access.ts';
import { viewerValues, type CourseViewer } from '../../kit/access/course-access.ts';
import { communityJson } from '../../kit/community-json.ts';
import { membersVersion } from '../../kit/community-members.ts';
import { beforeId, cursorPage } from '../../kit/rows/pagination.ts';
import { containsPattern } from '../../kit/search-text.ts';
import { notFound, orNotFound, refuse } from '../../platform/app-error.ts';
import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { viewerQuery } from '../../platform/viewer-query.ts';
import { commentJson, postJson, type PostWithoutUrls } from './post-json.ts';

/** The viewer's access to the channel of `target`, and the offer that opens it. */
export const offer = z.object({
  open: z.boolean(),
  shown: z.boolean(),
  community_id: z.number(),
  title: z.string(),
  upsell_text: z.string(),
  upsell_link: z.nullable(z.string()),
});
/** The columns of `offer`, for a SELECT FROM `target`. */
export const offerColumns = Object.keys(offer.shape)
  .map((name) => `target.${name}`)
  .join(', ');

// One post -----------------------------------------------------------------------------------------

const postRow = z.extend(offer, {
  post: z.nullable(z.custom<PostWithoutUrls>()),
  member_id: z.nullable(z.number()),
  restorable: z.boolean(),
});

/** As SQL: staff can restore posts that were removed after this moment. */
export const RESTORABLE_SINCE = `now() - interval '${limits.restoreDays} days'`;

/** One post. `postOfRow` says what the viewer may see of it. */
export const postQuery = viewerQuery({
  name: 'posts.one',
  sql: `WITH ${readerCte}, ${channelOfPostCte}
    SELECT ${offerColumns}, CASE WHEN target.open THEN ${postJson} END AS post, p.member_id,
      p.removed_at IS NULL OR p.removed_at > ${RESTORABLE_SINCE} AS restorable
    FROM target JOIN posts p ON p.id = :postId`,
  row: postRow,
});

/** A post with its community and its first comments, in one statement. */
export const postPageQuery = viewerQuery({
  name: 'posts.post-page',
  sql: `WITH ${readerCte}, ${channelOfPostCte}
    SELECT ${postJson} AS post, ${communityJson} AS community, ${membersVersion}, (
      SELECT coalesce(json_agg(${commentJson()} ORDER BY c.id), '[]') FROM (
        SELECT * FROM post_comments every
        WHERE every.post_id = :postId AND every.parent_id IS NULL
        ORDER BY every.id LIMIT ${limits.page + 1}) AS c) AS comments
    FROM target JOIN posts p ON p.id = :postId
    JOIN communities c ON c.id = p.community_id ${communityAccess('c')}
    WHERE target.open AND p.removed_at IS NULL`,
  row: z.object({
    post: z.custom<PostWithoutUrls>(),
    community: z.custom<Community>(),
    members_version: z.number(),
    comments: z.array(z.custom<PostComment>()),
  }),
});

/**
 * Reads a post that the viewer may read. Staff see a removed one while it can be restored. Its
 * author gets the reason, everybody else 404.
 */
export async function readPost(reader: TenantReader, viewer: CourseViewer, id: number) {
  const [row] = await reader.run(postQuery.byMember, { ...viewerValues(viewer), postId: id });
  return postOfRow(viewer, row);
}

/** A row of `postQuery`. */
type PostRow = z.output<typeof postRow>;

/** The post of a row, as `readPost`. */
export function postOfRow(viewer: CourseViewer, row: PostRow | undefined) {
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
/** Number of newest posts in which a common word fills a page. */
const NEWEST = 500;

/** Condition for posts `p` that match. The pattern loses its accents once, not once per post. */
const isFound = `p.removed_at IS NULL AND p.channel_id = ANY ((SELECT rooms.ids FROM rooms)::bigint[])
  AND p.words LIKE (SELECT f_unaccent(:pattern))`;
const inCommunity = `
  p.community_id = :communityId AND p.id < :beforeId::bigint`;

/** A page of posts of a community. `foundCtes` end with `found`. */
const searchAs = (name: string, foundCtes: string) =>
  statement({
    name,
    sql: `WITH ${readerCte},
    target AS MATERIALIZED (
      SELECT c.id AS community_id, c.title, c.upsell_text,
        CASE WHEN NOT c_access.open THEN ${offerLink('c')} END AS upsell_link, c_access.open,
        c_access.shown
      FROM communities c ${communityAccess('c')}
      WHERE c.id = :communityId),
    rooms AS MATERIALIZED (
      SELECT ARRAY(SELECT ch.id FROM channels ch
        JOIN communities c ON c.id = ch.community_id
        ${communityAccess('c')} ${channelAccess('ch', 'c')}
        WHERE ch.community_id = :communityId AND ch_access.open) AS ids),
    ${foundCtes}
    SELECT ${offerColumns}, (
      SELECT coalesce(json_agg(${postJson} ORDER BY p.id DESC), '[]') FROM found p) AS posts
    FROM target`,
    row: z.extend(offer, { posts: z.array(z.custom<PostWithoutUrls>()) }),
  });

/**
 * Row-level security allows no trigram index: LIKE is not leakproof, so it filters rows that were
 * found by their school. The newest posts are looked through first, and all only for a rare word.
 */
const search = searchAs(
  'posts.search',
  `
    among_newest AS MATERIALIZED (
      SELECT p.* FROM (
        SELECT p.* FROM posts p WHERE ${inCommunity} ORDER BY p.id DESC LIMIT ${NEWEST}) AS p
      WHERE ${isFound} ORDER BY p.id DESC LIMIT ${SEARCH_PAGE + 1}),
    found AS MATERIALIZED (
      SELECT * FROM among_newest WHERE (SELECT count(*) FROM among_newest) > ${SEARCH_PAGE}
      UNION ALL (
        SELECT p.* FROM posts p
        WHERE (SELECT count(*) FROM among_newest) <= ${SEARCH_PAGE} AND ${inCommunity} AND ${isFound}
        ORDER BY p.id DESC LIMIT ${SEARCH_PAGE + 1}))`,
);
/** The posts of one member. It reads no post of anybody else. */
const searchOfMember = searchAs(
  'posts.search-of-member',
  `
    found AS MATERIALIZED (
      SELECT p.* FROM posts p
      WHERE p.member_id = :author::bigint AND ${inCommunity} AND ${isFound}
      ORDER BY p.id DESC LIMIT ${SEARCH_PAGE + 1})`,
);

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
  const [row] = await reader.run(member_id === undefined ? search : searchOfMember, {
    ...viewerValues(viewer),
    communityId,
    author: member_id ?? null,
    pattern: containsPattern(q),
    beforeId: beforeId(cursor),
  });
  const { posts } = requireOpen(row);
  return cursorPage(posts, SEARCH_PAGE, ({ id }) => String(id));
}

/** A list of so many names costs less to sort than all members cost to look through. */
const MAX_NAMED = 2_000;

const isNamed = `m.id <> :memberId AND m.erase_at IS NULL
  AND (' ' || f_unaccent(m.name)) LIKE (SELECT f_unaccent(:pattern)) AND ${mayEnterChannel}`;
const byName = 'ORDER BY f_unaccent(m.name), m.id LIMIT 8';

/**
 * LIKE uses no index here, as in `search`, so the index of the search names who has the typed words.
 * A beginning of more names, or one without words, is looked for in the order of names: it finds
 * eight soon.
 */
const people = statement({
  name: 'posts.people',
  sql: `WITH typed AS MATERIALIZED (
      SELECT string_agg(format('(''#%s'':*)', left(word, 60)), '&') AS template
      FROM regexp_split_to_table(f_unaccent(:q), '[^[:alnum:]]+') AS word WHERE word <> ''),
    named AS MATERIALIZED (
      SELECT found.thing_id FROM search_matches(
        (SELECT array_agg(p.place) FROM search_places p WHERE p.kind = 'person'),
        (SELECT template FROM typed), NULL, ${MAX_NAMED}) AS found),
    few AS MATERIALIZED (
      SELECT (SELECT template IS NOT NULL FROM typed) AND count(*) < ${MAX_NAMED} AS few FROM named)
    SELECT m.id, m.name, m.photo_url, is_staff(m.roles) AS staff FROM (
      SELECT m.* FROM named CROSS JOIN LATERAL (
        SELECT * FROM members one WHERE one.id = named.thing_id OFFSET 0) AS m
      WHERE (SELECT few FROM few) AND ${isNamed}
      UNION ALL (
        SELECT m.* FROM members m WHERE NOT (SELECT few FROM few) AND ${isNamed} ${byName})) AS m
    ${byName}`,
  row: z.object({
    id: z.number(),
    name: z.string(),
    photo_url: z.nullable(z.string()),
    staff: z.boolean(),
  }),
});

/** Lists members who may be mentioned in a channel, by the beginning of one of their names. */
export const listPeople = (
  reader: TenantReader,
  viewer: CourseViewer,
  { channelId, q }: { channelId: number; q: string },
) =>
  reader.run(people, {
    memberId: viewer.id,
    channelId,
    q,
    pattern: containsPattern(` ${q}`),
  });
