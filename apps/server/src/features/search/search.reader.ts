import { hrefOf } from '@vitrine/contract/pages';
import { limits, searchKinds, type SearchKind, type SearchResult } from '@vitrine/contract/search';
import { courseHref, lessonHref, moduleHref } from '@vitrine/contract/urls';
import * as z from 'zod/mini';
import {
  courseAccess,
  isLocked,
  isShown,
  seesThing,
  viewerCte,
  viewerValues,
  type CourseViewer,
} from '../../kit/course-access.ts';
import { channelAccess, communityAccess, readerCte } from '../../kit/community-access.ts';
import { pageWindow } from '../../kit/pagination.ts';
import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';

/** Words with more matches are looked for row by row: the index would not say which come first. */
const MAX_MATCHES = 2_000;

const openPosts = `SELECT p.id FROM posts p JOIN rooms ON rooms.id = p.channel_id
  WHERE p.tenant_id = :tenantId AND p.removed_at IS NULL`;

/**
 * Every word of the query must begin a word of the thing, or be one slip away from its beginning. A
 * viewer who may not open a course finds its titles only, and no post of a channel that is closed to
 * them.
 */
const find = statement({
  name: 'search.find',
  sql: `WITH ${viewerCte}, ${readerCte},
    alternatives AS (
      SELECT given.number, string_agg(DISTINCT format('%s_%s:*', :tenantId::bigint, meant.word), '|')
        AS query
      FROM unnest(:words::text[]) WITH ORDINALITY AS given (word, number)
      CROSS JOIN LATERAL (
        SELECT given.word
        UNION ALL
        (SELECT w.word FROM search_words w
         WHERE w.tenant_id = :tenantId AND length(given.word) >= 4
           AND (w.word LIKE left(given.word, 1) || '%' OR w.word % given.word)
           AND least(
             levenshtein_less_equal(left(w.word, length(given.word) - 1), given.word, 1),
             levenshtein_less_equal(left(w.word, length(given.word)), given.word, 1),
             levenshtein_less_equal(left(w.word, length(given.word) + 1), given.word, 1)) <= 1
         ORDER BY similarity(w.word, given.word) DESC LIMIT 10)) AS meant
      GROUP BY given.number),
    wanted AS MATERIALIZED (
      SELECT string_agg('(' || query || ')', '&')::tsquery AS query FROM alternatives),
    matches AS MATERIALIZED (
      SELECT kind, thing_id
      FROM search_matches((SELECT query FROM wanted), ${MAX_MATCHES} + 1)),
    counted AS MATERIALIZED (SELECT count(*) > ${MAX_MATCHES} AS too_many FROM matches),
    known AS MATERIALIZED (
      SELECT c.id, c.title, ${isLocked} AS locked FROM courses c ${courseAccess('c.id')}
      WHERE c.tenant_id = :tenantId AND ${isShown}),
    rooms AS MATERIALIZED (
      SELECT ch.id, c.id AS community_id, c.title FROM channels ch
      JOIN communities c ON c.tenant_id = :tenantId AND c.id = ch.community_id
      ${communityAccess('c')} ${channelAccess('ch', 'c')}
      WHERE ch.tenant_id = :tenantId AND ch_access.open),
    -- Few posts are looked up one by one, many by one pass over the open channels.
    documents AS (
      SELECT d.*, (${openPosts} AND p.id = d.thing_id LIMIT 1) IS NOT NULL AS is_open_post FROM matches
      JOIN search_documents d
        ON d.tenant_id = :tenantId AND d.kind = matches.kind AND d.thing_id = matches.thing_id
      WHERE NOT (SELECT too_many FROM counted)
      UNION ALL
      SELECT d.*, d.thing_id IN (${openPosts}) FROM search_documents d
      WHERE (SELECT too_many FROM counted)
        AND d.tenant_id = :tenantId AND d.words @@ (SELECT query FROM wanted)),
    found AS (
      SELECT d.kind, d.thing_id, d.title, d.body, known.id AS course_id,
        known.title AS course_title,
        coalesce(known.locked, false) AND NOT EXISTS (
          SELECT FROM lessons l WHERE l.id = path.lesson_id AND l.sample) AS locked,
        d.title_words @@ (SELECT query FROM wanted) AS in_title
      FROM documents d
      LEFT JOIN known ON known.id = d.course_id
      CROSS JOIN LATERAL (
        SELECT CASE d.kind
            WHEN 'module' THEN d.thing_id
            WHEN 'lesson' THEN (SELECT l.module_id FROM lessons l WHERE l.id = d.thing_id)
          END AS module_id,
          CASE WHEN d.kind = 'lesson' THEN d.thing_id END AS lesson_id) AS path
      WHERE (:kind::text IS NULL OR d.kind = :kind)
        AND (d.course_id IS NULL OR known.id IS NOT NULL) AND ${seesThing('path')}
        AND (d.kind <> 'post' OR d.is_open_post)),
    page AS (
      SELECT * FROM found WHERE in_title OR NOT locked
      ORDER BY in_title DESC, array_position(:kinds::text[], kind), title, thing_id DESC
      OFFSET :offset LIMIT :limit)
    SELECT page.kind, page.thing_id AS id, page.title, page.course_id, page.locked,
      CASE WHEN page.kind <> 'course' THEN page.course_title END AS course_title,
      CASE WHEN page.in_title THEN '' ELSE substring(page.body FROM greatest(1,
        strpos(f_unaccent(page.body), (:words::text[])[1]) - 60) FOR 200) END AS excerpt,
      m.photo_url, rooms.community_id, rooms.title AS community_title,
      -- Who shows no card leads nowhere, but for themselves and staff.
      coalesce(m.show_profile OR m.id = :memberId::bigint OR :isStaff::boolean, false) AS has_card
    FROM page
    LEFT JOIN posts p
      ON page.kind = 'post' AND p.tenant_id = :tenantId AND p.id = page.thing_id
    LEFT JOIN rooms ON rooms.id = p.channel_id
    LEFT JOIN members m
      ON page.kind = 'person' AND m.tenant_id = :tenantId AND m.id = page.thing_id
    ORDER BY page.in_title DESC, array_position(:kinds::text[], page.kind), page.title,
      page.thing_id DESC`,
  row: z.object({
    kind: z.enum(searchKinds),
    id: z.number(),
    title: z.string(),
    course_id: z.nullable(z.number()),
    course_title: z.nullable(z.string()),
    locked: z.boolean(),
    excerpt: z.string(),
    photo_url: z.nullable(z.string()),
    has_card: z.boolean(),
    community_id: z.nullable(z.number()),
    community_title: z.nullable(z.string()),
  }),
});

interface Search {
  query: string;
  kind: SearchKind | undefined;
  page: number;
}

/** One page of what the viewer may know of, titles first, and one row more. */
export async function findThings(
  reader: TenantReader,
  viewer: CourseViewer,
  { query, kind, page }: Search,
): Promise<SearchResult[]> {
  const words = wordsOf(query);
  if (!words.length) return [];
  const rows = await reader.run(find, {
    ...viewerValues(viewer),
    ...pageWindow(page, limits.page),
    ...{ words, kind: kind ?? null, kinds: searchKinds },
  });
  return rows.map(({ course_id, community_id, has_card, ...row }) => ({
    ...row,
    url:
      row.kind === 'person' && !has_card
        ? ''
        : urlOf(row, { course: course_id, community: community_id, tenant: reader.tenantId }),
  }));
}

/** As `search_words_of` splits a text: small letters and digits, without accents. */
const wordsOf = (query: string) =>
  query
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, limits.words)
    .map((word) => word.slice(0, 60));

interface Place {
  course: number | null;
  community: number | null;
  tenant: number;
}

function urlOf(
  { kind, id, title }: Pick<SearchResult, 'kind' | 'id' | 'title'>,
  { course, community, tenant }: Place,
) {
  if (kind === 'course') return courseHref(id);
  if (kind === 'module') return moduleHref(id);
  if (kind === 'lesson') return lessonHref(course!, title, id);
  if (kind === 'post') return hrefOf('post', { postId: id, tenant, communityId: community! });
  return hrefOf('person', { id });
}
