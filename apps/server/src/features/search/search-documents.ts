import { limits, SearchCount, searchKinds } from '@vitrine/contract/search';
import * as z from 'zod/mini';
import { channelAccess, communityAccess, readerCte } from '../../kit/access/community-access.ts';
import {
  courseAccess,
  isLocked,
  isShown,
  openingTitles,
  seesThing,
  viewerCte,
} from '../../kit/access/course-access.ts';
import { statement } from '../../platform/statement.ts';

/** Maximum number of ranked matches of one kind. A more frequent word ranks the newest places. */
const MAX_MATCHES = 150;
/** For a more frequent word, matches among this many newest posts come first. */
const NEWEST_POSTS = 400;

/**
 * Exact matches first, then titles before texts, by kind, posts newest first, other things by
 * title.
 */
const order = `page.is_exact DESC, in_title DESC, array_position(:kinds::text[], page.kind),
  CASE WHEN page.kind = 'post' THEN -page.thing_id END, page.title, page.thing_id DESC`;

/** Cuts 200 characters of a text around the first word of the query. They begin with a whole word. */
const excerptOf = (body: string) => {
  const start = `strpos(f_unaccent(${body}), (:words::text[])[1]) - 60`;
  return `regexp_replace(substring(${body} FROM greatest(1, ${start}) FOR 200),
    CASE WHEN ${start} > 1 THEN '^\\S{0,40}\\s+' ELSE '^$' END, '')`;
};

const placesOf = (where: string) =>
  `(SELECT array_agg(place ORDER BY first_id DESC) FROM places WHERE ${where})`;

/**
 * Every word of the query must begin a word of the thing. Viewers find only the titles of courses
 * that they may not open, and no posts of closed channels. The statement searches only the places
 * that the viewer may read, so closed ones cost nothing and hide no result (docs/decisions/0065).
 */
export const searchDocuments = statement({
  name: 'search.find',
  sql: `WITH ${viewerCte}, ${readerCte},
    visible_courses AS MATERIALIZED (
      SELECT c.id, c.title, ${isLocked} AS locked FROM courses c ${courseAccess('c.id')}
      WHERE ${isShown}),
    open_channels AS MATERIALIZED (
      SELECT ch.id, c.id AS community_id, c.title FROM channels ch
      JOIN communities c ON c.id = ch.community_id
      ${communityAccess('c')} ${channelAccess('ch', 'c')}
      WHERE ch_access.open),
    places AS MATERIALIZED (
      SELECT p.kind, p.place, p.first_id, coalesce(visible_courses.locked, false) AS locked
      FROM search_places p
      LEFT JOIN visible_courses ON p.kind IN ('module', 'lesson') AND visible_courses.id = p.of_id
      LEFT JOIN open_channels ON p.kind = 'post' AND open_channels.id = p.of_id
      WHERE (:kind::text IS NULL OR p.kind = :kind)
        AND (p.of_id = 0 OR visible_courses.id IS NOT NULL OR open_channels.id IS NOT NULL)),
    place_matches AS MATERIALIZED (
      SELECT * FROM search_matches(${placesOf("kind = 'course'")}, :indexQuery::text, :fullQuery::text, ${MAX_MATCHES})
      UNION ALL
      SELECT * FROM search_matches(${placesOf("kind = 'module'")}, :indexQuery::text, :fullQuery::text, ${MAX_MATCHES})
      UNION ALL
      SELECT * FROM search_matches(${placesOf("kind = 'person'")}, :indexQuery::text, :fullQuery::text, ${MAX_MATCHES})
      UNION ALL
      SELECT * FROM search_matches(${placesOf("kind = 'post'")}, :indexQuery::text, :fullQuery::text, ${MAX_MATCHES})
      UNION ALL
      -- A separate search, so that matching texts use up no matches of titles.
      SELECT * FROM search_matches((
        SELECT array_agg('t' || place ORDER BY first_id DESC) FROM places
        WHERE kind IN ('course', 'lesson')), :indexQuery::text, :fullQuery::text, ${MAX_MATCHES})
      UNION ALL
      -- Closed courses come last. Their texts are searched for the sake of their sample lessons.
      SELECT * FROM search_matches((
        SELECT array_agg(place ORDER BY locked, first_id DESC) FROM places WHERE kind = 'lesson'),
        :indexQuery::text, :fullQuery::text, ${MAX_MATCHES})),
    matches AS MATERIALIZED (
      SELECT kind, thing_id FROM place_matches
      UNION
      SELECT newest.kind, newest.thing_id FROM (
        SELECT d.kind, d.thing_id, d.place, d.words FROM search_documents d
        WHERE d.kind = 'post'
          AND (SELECT count(*) >= ${MAX_MATCHES} FROM place_matches WHERE kind = 'post')
        ORDER BY d.thing_id DESC LIMIT ${NEWEST_POSTS}) AS newest
      WHERE newest.place IN (SELECT place FROM places WHERE kind = 'post') AND newest.words
        @@ replace(coalesce(:fullQuery::text, :indexQuery::text), '#', :tenantId::bigint || '_' || newest.place || '_')::tsquery),
    title_query AS MATERIALIZED (
      SELECT replace(coalesce(:fullQuery::text, :indexQuery::text), '#', :tenantId::bigint || '_')::tsquery AS query),
    documents AS (
      SELECT d.*
      FROM matches
      JOIN search_documents d
        ON d.kind = matches.kind AND d.thing_id = matches.thing_id),
    matching_things AS (
      SELECT d.kind, d.thing_id, d.title, d.body, visible_courses.id AS course_id,
        visible_courses.title AS course_title,
        coalesce(visible_courses.locked, false) AND NOT EXISTS (
          SELECT FROM lessons l WHERE l.id = path.lesson_id AND l.sample) AS locked,
        d.title_words @@ (SELECT query FROM title_query) AS in_title,
        :exactQuery::text IS NULL OR d.words @@ replace(:exactQuery::text, '#',
          :tenantId::bigint || '_' || d.place || '_')::tsquery AS is_exact
      FROM documents d
      LEFT JOIN visible_courses ON visible_courses.id = d.course_id
      CROSS JOIN LATERAL (
        SELECT CASE d.kind
            WHEN 'module' THEN d.thing_id
            WHEN 'lesson' THEN (SELECT l.module_id FROM lessons l WHERE l.id = d.thing_id)
          END AS module_id,
          CASE WHEN d.kind = 'lesson' THEN d.thing_id END AS lesson_id) AS path
      WHERE (:kind::text IS NULL OR d.kind = :kind)
        AND (d.course_id IS NULL OR visible_courses.id IS NOT NULL) AND ${seesThing('path')}
),
    visible AS MATERIALIZED (SELECT * FROM matching_things WHERE in_title OR NOT locked),
    -- The matches of each kind are bounded, so the count is too.
    counts AS MATERIALIZED (
      SELECT json_agg(json_build_object('kind', kind, 'count', least(total, ${limits.counted}),
        'more', total > ${limits.counted})) AS per_kind
      FROM (SELECT kind, count(*) AS total FROM visible GROUP BY kind) AS counted),
    page AS (
      SELECT * FROM (
        SELECT page.*, row_number() OVER (PARTITION BY page.kind ORDER BY ${order}) AS rank_in_kind
        FROM visible AS page) AS page
      WHERE :maxPerKind::integer IS NULL OR rank_in_kind <= :maxPerKind
      ORDER BY ${order}
      OFFSET :offset LIMIT :limit)
    SELECT page.kind, page.thing_id AS id, page.title, page.course_id, page.locked,
      page.is_exact AS as_typed,
      CASE WHEN page.locked THEN ${openingTitles('page.course_id')} ELSE '[]' END AS products,
      CASE WHEN page.course_id IS NOT NULL THEN coalesce(
        CASE page.kind
          WHEN 'lesson' THEN (SELECT coalesce(l.cover, mo.cover) FROM lessons l
            JOIN modules mo ON mo.id = l.module_id WHERE l.id = page.thing_id)
          WHEN 'module' THEN (SELECT mo.cover FROM modules mo WHERE mo.id = page.thing_id) END,
        (SELECT c.cover FROM courses c WHERE c.id = page.course_id)) END AS cover,
      CASE WHEN page.kind <> 'course' THEN page.course_title END AS course_title,
      CASE WHEN page.in_title THEN '' ELSE ${excerptOf('page.body')} END AS excerpt,
      m.photo_url, open_channels.community_id, open_channels.title AS community_title,
      -- Without a public profile, only the person and staff get a link.
      coalesce(m.show_profile OR m.id = :memberId::bigint OR :isStaff::boolean, false) AS has_card,
      (SELECT per_kind FROM counts) AS counts
    FROM page
    LEFT JOIN posts p ON page.kind = 'post' AND p.id = page.thing_id
      AND p.removed_at IS NULL
    LEFT JOIN open_channels ON open_channels.id = p.channel_id
    LEFT JOIN members m
      ON page.kind = 'person' AND m.id = page.thing_id
    WHERE page.kind <> 'post' OR open_channels.id IS NOT NULL
    ORDER BY ${order}`,
  row: z.object({
    kind: z.enum(searchKinds),
    id: z.number(),
    title: z.string(),
    course_id: z.nullable(z.number()),
    course_title: z.nullable(z.string()),
    locked: z.boolean(),
    as_typed: z.boolean(),
    products: z.array(z.string()),
    cover: z.nullable(z.string()),
    excerpt: z.string(),
    photo_url: z.nullable(z.string()),
    has_card: z.boolean(),
    community_id: z.nullable(z.number()),
    community_title: z.nullable(z.string()),
    counts: z.array(SearchCount),
  }),
});
