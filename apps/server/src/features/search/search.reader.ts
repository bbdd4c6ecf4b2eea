import { hrefOf } from '@vitrine/contract/pages';
import {
  limits,
  SearchCount,
  searchKinds,
  type SearchKind,
  type SearchResult,
} from '@vitrine/contract/search';
import { courseHref, lessonHref, moduleHref } from '@vitrine/contract/urls';
import * as z from 'zod/mini';
import {
  courseAccess,
  isLocked,
  isShown,
  openingTitles,
  seesThing,
  viewerCte,
  viewerValues,
  type CourseViewer,
} from '../../kit/course-access.ts';
import { channelAccess, communityAccess, readerCte } from '../../kit/community-access.ts';
import { pageWindow } from '../../kit/pagination.ts';
import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';

/** Maximum number of ranked matches of one kind. A more frequent word ranks the newest places. */
const MAX_MATCHES = 150;
/** For a more frequent word, matches among this many newest posts come first. */
const NEWEST_POSTS = 400;
/** Words that may have been meant by one with a slip. */
const MAX_SLIPS = 4;
/** Shorter words match exactly: nearly every word is one slip away from them. */
const MIN_SLIP_LENGTH = 4;

/**
 * Exact matches first, then titles before texts, by kind, posts newest first, other things by
 * title.
 */
const order = `page.as_it_stands DESC, in_title DESC, array_position(:kinds::text[], page.kind),
  CASE WHEN page.kind = 'post' THEN -page.thing_id END, page.title, page.thing_id DESC`;

/** A word of at most so many letters may begin too many words. */
const MAX_BROAD_LENGTH = 2;
const BROAD_WORDS = 500;

/** Cuts 200 characters of a text around the first word of the query. They begin with a whole word. */
const wordsAround = (body: string) => {
  const at = `strpos(f_unaccent(${body}), (:words::text[])[1]) - 60`;
  return `regexp_replace(substring(${body} FROM greatest(1, ${at}) FOR 200),
    CASE WHEN ${at} > 1 THEN '^\\S{0,40}\\s+' ELSE '^$' END, '')`;
};

const placesOf = (where: string) =>
  `(SELECT array_agg(place ORDER BY first_id DESC) FROM places WHERE ${where})`;

/**
 * Every word of the query must begin a word of the thing. Viewers find only the titles of courses
 * that they may not open, and no posts of closed channels. The statement asks only the places that
 * the viewer may read, so closed ones cost nothing and hide no result (docs/decisions/0065).
 */
const find = statement({
  name: 'search.find',
  sql: `WITH ${viewerCte}, ${readerCte},
    known AS MATERIALIZED (
      SELECT c.id, c.title, ${isLocked} AS locked FROM courses c ${courseAccess('c.id')}
      WHERE ${isShown}),
    rooms AS MATERIALIZED (
      SELECT ch.id, c.id AS community_id, c.title FROM channels ch
      JOIN communities c ON c.id = ch.community_id
      ${communityAccess('c')} ${channelAccess('ch', 'c')}
      WHERE ch_access.open),
    places AS MATERIALIZED (
      SELECT p.kind, p.place, p.first_id, coalesce(known.locked, false) AS locked
      FROM search_places p
      LEFT JOIN known ON p.kind IN ('module', 'lesson') AND known.id = p.of_id
      LEFT JOIN rooms ON p.kind = 'post' AND rooms.id = p.of_id
      WHERE (:kind::text IS NULL OR p.kind = :kind)
        AND (p.of_id = 0 OR known.id IS NOT NULL OR rooms.id IS NOT NULL)),
    by_place AS MATERIALIZED (
      SELECT * FROM search_matches(${placesOf("kind = 'course'")}, :asked::text, :also::text, ${MAX_MATCHES})
      UNION ALL
      SELECT * FROM search_matches(${placesOf("kind = 'module'")}, :asked::text, :also::text, ${MAX_MATCHES})
      UNION ALL
      SELECT * FROM search_matches(${placesOf("kind = 'person'")}, :asked::text, :also::text, ${MAX_MATCHES})
      UNION ALL
      SELECT * FROM search_matches(${placesOf("kind = 'post'")}, :asked::text, :also::text, ${MAX_MATCHES})
      UNION ALL
      -- Titles are found whatever texts there are.
      SELECT * FROM search_matches((
        SELECT array_agg('t' || place ORDER BY first_id DESC) FROM places
        WHERE kind IN ('course', 'lesson')), :asked::text, :also::text, ${MAX_MATCHES})
      UNION ALL
      -- The texts of a closed course are asked for its samples, after all others.
      SELECT * FROM search_matches((
        SELECT array_agg(place ORDER BY locked, first_id DESC) FROM places WHERE kind = 'lesson'),
        :asked::text, :also::text, ${MAX_MATCHES})),
    matches AS MATERIALIZED (
      SELECT kind, thing_id FROM by_place
      UNION
      SELECT newest.kind, newest.thing_id FROM (
        SELECT d.kind, d.thing_id, d.place, d.words FROM search_documents d
        WHERE d.kind = 'post'
          AND (SELECT count(*) >= ${MAX_MATCHES} FROM by_place WHERE kind = 'post')
        ORDER BY d.thing_id DESC LIMIT ${NEWEST_POSTS}) AS newest
      WHERE newest.place IN (SELECT place FROM places WHERE kind = 'post') AND newest.words
        @@ replace(coalesce(:also::text, :asked::text), '#', :tenantId::bigint || '_' || newest.place || '_')::tsquery),
    wanted AS MATERIALIZED (
      SELECT replace(coalesce(:also::text, :asked::text), '#', :tenantId::bigint || '_')::tsquery AS query),
    documents AS (
      SELECT d.*
      FROM matches
      JOIN search_documents d
        ON d.kind = matches.kind AND d.thing_id = matches.thing_id),
    found AS (
      SELECT d.kind, d.thing_id, d.title, d.body, known.id AS course_id,
        known.title AS course_title,
        coalesce(known.locked, false) AND NOT EXISTS (
          SELECT FROM lessons l WHERE l.id = path.lesson_id AND l.sample) AS locked,
        d.title_words @@ (SELECT query FROM wanted) AS in_title,
        :asTheyStand::text IS NULL OR d.words @@ replace(:asTheyStand::text, '#',
          :tenantId::bigint || '_' || d.place || '_')::tsquery AS as_it_stands
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
),
    visible AS MATERIALIZED (SELECT * FROM found WHERE in_title OR NOT locked),
    -- The matches of each kind are bounded, so the count is too.
    counts AS MATERIALIZED (
      SELECT json_agg(json_build_object('kind', kind, 'count', least(total, ${limits.counted}),
        'more', total > ${limits.counted})) AS of_kinds
      FROM (SELECT kind, count(*) AS total FROM visible GROUP BY kind) AS counted),
    page AS (
      SELECT * FROM (
        SELECT page.*, row_number() OVER (PARTITION BY page.kind ORDER BY ${order}) AS place_of_kind
        FROM visible AS page) AS page
      WHERE :ofEachKind::integer IS NULL OR place_of_kind <= :ofEachKind
      ORDER BY ${order}
      OFFSET :offset LIMIT :limit)
    SELECT page.kind, page.thing_id AS id, page.title, page.course_id, page.locked,
      page.as_it_stands AS as_typed,
      CASE WHEN page.locked THEN ${openingTitles('page.course_id')} ELSE '[]' END AS products,
      CASE WHEN page.course_id IS NOT NULL THEN coalesce(
        CASE page.kind
          WHEN 'lesson' THEN (SELECT coalesce(l.cover, mo.cover) FROM lessons l
            JOIN modules mo ON mo.id = l.module_id WHERE l.id = page.thing_id)
          WHEN 'module' THEN (SELECT mo.cover FROM modules mo WHERE mo.id = page.thing_id) END,
        (SELECT c.cover FROM courses c WHERE c.id = page.course_id)) END AS cover,
      CASE WHEN page.kind <> 'course' THEN page.course_title END AS course_title,
      CASE WHEN page.in_title THEN '' ELSE ${wordsAround('page.body')} END AS excerpt,
      m.photo_url, rooms.community_id, rooms.title AS community_title,
      -- Who shows no card leads nowhere, but for themselves and staff.
      coalesce(m.show_profile OR m.id = :memberId::bigint OR :isStaff::boolean, false) AS has_card,
      (SELECT of_kinds FROM counts) AS counts
    FROM page
    LEFT JOIN posts p ON page.kind = 'post' AND p.id = page.thing_id
      AND p.removed_at IS NULL
    LEFT JOIN rooms ON rooms.id = p.channel_id
    LEFT JOIN members m
      ON page.kind = 'person' AND m.id = page.thing_id
    WHERE page.kind <> 'post' OR rooms.id IS NOT NULL
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

/** The words with which so many words begin that no index tells them fast. */
const broad = statement({
  name: 'search.broad',
  sql: `SELECT given.number::integer AS number
    FROM unnest(:words::text[]) WITH ORDINALITY AS given (word, number)
    WHERE length(given.word) <= ${MAX_BROAD_LENGTH} AND ${BROAD_WORDS} = (
      SELECT count(*) FROM (
        SELECT FROM search_words w
        WHERE w.word >= given.word COLLATE "C" AND w.word < (given.word || chr(1114111)) COLLATE "C"
        LIMIT ${BROAD_WORDS}) AS beginning)`,
  row: z.object({ number: z.number() }),
});

const slips = statement({
  name: 'search.slips',
  sql: `SELECT given.number::integer AS number, slip AS word
    FROM unnest(:words::text[]) WITH ORDINALITY AS given (word, number)
    CROSS JOIN LATERAL search_slips(given.word, ${MAX_SLIPS}) AS slip
    WHERE length(given.word) >= ${MIN_SLIP_LENGTH}`,
  row: z.object({ number: z.number(), word: z.string() }),
});

interface Search {
  query: string;
  kind: SearchKind | undefined;
  page: number;
  /** Maximum number per kind. Null for all. */
  ofEachKind: number | null;
}

/**
 * Reads one page of things that the viewer may know of, titles first, and one row more, with the
 * counts of all pages. If exact words fill no page, words that are one slip away match too.
 */
export async function findThings(
  reader: TenantReader,
  viewer: CourseViewer,
  { query, kind, page, ofEachKind }: Search,
): Promise<{ results: SearchResult[]; counts: SearchCount[] }> {
  const words = wordsOf(query);
  if (!words.length) return { results: [], counts: [] };
  const telling = await tellingWords(reader, words);
  const asTheyStand = words.map((word) => [word]);
  const ask = (meant: string[][], ofPage: number) =>
    reader.run(find, {
      ...viewerValues(viewer),
      ...pageWindow(ofPage, limits.page),
      ...{ words, kind: kind ?? null, kinds: searchKinds, ofEachKind },
      asked: templateOf(meant.filter((_, index) => telling.has(index))),
      also: telling.size < meant.length ? templateOf(meant) : null,
      asTheyStand: meant === asTheyStand ? null : templateOf(asTheyStand),
    });
  let rows = await ask(asTheyStand, page);
  if (isScarce(rows, ofEachKind)) {
    const isFull =
      page > 1 && (rows.length > 0 || (await ask(asTheyStand, 1)).length >= limits.page);
    const near = isFull ? [] : await reader.run(slips, { words });
    if (near.length) {
      const meantBy = (number: number) =>
        near.filter((slip) => slip.number === number).map(({ word }) => word);
      rows = await ask(
        words.map((word, index) => [word, ...meantBy(index + 1)]),
        page,
      );
    }
  }
  const results = rows.map(({ community_id, has_card, counts: _counts, ...row }) => ({
    ...row,
    url:
      row.kind === 'person' && !has_card
        ? ''
        : urlOf(row, { course: row.course_id, community: community_id, tenant: reader.tenantId }),
  }));
  return { results, counts: rows[0]?.counts ?? [] };
}

/** True where slips may match: there is no full page, and no kind reached its maximum. */
const isScarce = (rows: { kind: SearchKind }[], ofEachKind: number | null) =>
  ofEachKind === null
    ? rows.length < limits.page
    : searchKinds.every((kind) => rows.filter((row) => row.kind === kind).length < ofEachKind);

/**
 * The indexes of the words to ask the index for. The others filter its result. A prefix of hundreds
 * of words is asked only if it is the single word.
 */
async function tellingWords(reader: TenantReader, words: string[]) {
  const all = new Set(words.keys());
  if (words.length === 1 || words.every((word) => word.length > MAX_BROAD_LENGTH)) return all;
  const rows = await reader.run(broad, { words });
  const broadOnes = new Set(rows.map(({ number }) => number - 1));
  const telling = new Set([...all].filter((index) => !broadOnes.has(index)));
  return telling.size ? telling : all;
}

/** A `tsquery` of words of which each place makes its own: `#` is its name. */
const templateOf = (meant: string[][]) =>
  meant.map((words) => `(${words.map((word) => `'#${word}':*`).join('|')})`).join('&');

/** Splits like `search_words_of`: lower-case letters and digits, without accents. */
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
