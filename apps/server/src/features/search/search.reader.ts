import { hrefOf } from '@vitrine/contract/pages';
import {
  limits,
  searchKinds,
  type SearchCount,
  type SearchKind,
  type SearchResult,
} from '@vitrine/contract/search';
import { courseHref, lessonHref, moduleHref } from '@vitrine/contract/urls';
import * as z from 'zod/mini';
import { viewerValues, type CourseViewer } from '../../kit/access/course-access.ts';
import { pageWindow } from '../../kit/rows/pagination.ts';
import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { searchDocuments } from './search-documents.ts';

/** Maximum number of similar words for one mistyped word. */
const MAX_TYPOS = 4;
/** Shorter words match exactly: nearly every word is one typo away from them. */
const MIN_TYPO_LENGTH = 4;

/** Only words up to this length can be the prefix of `MIN_BROAD_WORDS` words. */
const MAX_BROAD_WORD_LENGTH = 2;
const MIN_BROAD_WORDS = 500;

/**
 * Splits a query by the rules of `search_words_of`, which made the index: '1º' is '1o' there, and 'ß'
 * is 'ss'. JavaScript knows no such rule. A broad word is the prefix of too many words for a fast
 * index lookup.
 */
const queryWords = statement({
  name: 'search.words',
  sql: `SELECT input.word,
      length(input.word) <= ${MAX_BROAD_WORD_LENGTH} AND ${MIN_BROAD_WORDS} = (
        SELECT count(*) FROM (
          SELECT FROM search_words w
          WHERE w.word >= input.word COLLATE "C" AND w.word < (input.word || chr(1114111)) COLLATE "C"
          LIMIT ${MIN_BROAD_WORDS}) AS matching) AS broad
    FROM (
      SELECT left(part.word, 60) AS word, part.number
      FROM regexp_split_to_table(f_unaccent(:query), '[^[:alnum:]]+')
        WITH ORDINALITY AS part (word, number)
      WHERE part.word <> '' ORDER BY part.number LIMIT ${limits.words}) AS input
    ORDER BY input.number`,
  row: z.object({ word: z.string(), broad: z.boolean() }),
});

const similarWords = statement({
  name: 'search.slips',
  sql: `SELECT input.number::integer AS number, similar_word AS word
    FROM unnest(:words::text[]) WITH ORDINALITY AS input (word, number)
    CROSS JOIN LATERAL search_slips(input.word, ${MAX_TYPOS}) AS similar_word
    WHERE length(input.word) >= ${MIN_TYPO_LENGTH}`,
  row: z.object({ number: z.number(), word: z.string() }),
});

interface Search {
  query: string;
  kind: SearchKind | undefined;
  page: number;
  /** Maximum number per kind. Null for all. */
  maxPerKind: number | null;
}

/**
 * Reads one page of things that the viewer may see, titles first, and one row more, with the
 * counts of all pages. If exact words fill no page, words that are one typo away match too.
 */
export async function findThings(
  reader: TenantReader,
  viewer: CourseViewer,
  { query, kind, page, maxPerKind }: Search,
): Promise<{ results: SearchResult[]; counts: SearchCount[] }> {
  if (!query.trim()) return { results: [], counts: [] };
  const queried = await reader.run(queryWords, { query });
  if (!queried.length) return { results: [], counts: [] };
  const words = queried.map(({ word }) => word);
  const selectiveIndexes = selectiveWords(queried);
  const exactWords = words.map((word) => [word]);
  const runSearch = (alternatives: string[][], pageNumber: number) =>
    reader.run(searchDocuments, {
      ...viewerValues(viewer),
      ...pageWindow(pageNumber, limits.page),
      words,
      kind: kind ?? null,
      kinds: searchKinds,
      maxPerKind,
      indexQuery: queryTemplate(alternatives.filter((_, index) => selectiveIndexes.has(index))),
      fullQuery: selectiveIndexes.size < alternatives.length ? queryTemplate(alternatives) : null,
      exactQuery: alternatives === exactWords ? null : queryTemplate(exactWords),
    });
  let rows = await runSearch(exactWords, page);
  if (isShortOfResults(rows, maxPerKind)) {
    const isFull =
      page > 1 && (rows.length > 0 || (await runSearch(exactWords, 1)).length >= limits.page);
    const similar = isFull ? [] : await reader.run(similarWords, { words });
    if (similar.length) {
      const similarTo = (number: number) =>
        similar.filter((row) => row.number === number).map(({ word }) => word);
      rows = await runSearch(
        words.map((word, index) => [word, ...similarTo(index + 1)]),
        page,
      );
    }
  }
  const results = rows.map(({ community_id, has_card, counts: _counts, ...row }) => ({
    ...row,
    url:
      row.kind === 'person' && !has_card
        ? ''
        : resultUrl(row, {
            course: row.course_id,
            community: community_id,
            tenant: reader.tenantId,
          }),
  }));
  return { results, counts: rows[0]?.counts ?? [] };
}

/** True if typos may match: there is no full page, and no kind reached its maximum. */
const isShortOfResults = (rows: { kind: SearchKind }[], maxPerKind: number | null) =>
  maxPerKind === null
    ? rows.length < limits.page
    : searchKinds.every((kind) => rows.filter((row) => row.kind === kind).length < maxPerKind);

/**
 * Returns the positions of the words that search the index. The other words filter its result. A
 * prefix of hundreds of words searches the index only if it is the single word.
 */
function selectiveWords(words: readonly { broad: boolean }[]) {
  const selective = new Set([...words.keys()].filter((index) => !words[index]!.broad));
  return selective.size ? selective : new Set(words.keys());
}

/** A `tsquery` in which `#` stands for the name of a place. Each place inserts its own name. */
const queryTemplate = (alternatives: string[][]) =>
  alternatives.map((words) => `(${words.map((word) => `'#${word}':*`).join('|')})`).join('&');

interface ResultLocation {
  course: number | null;
  community: number | null;
  tenant: number;
}

function resultUrl(
  { kind, id, title }: Pick<SearchResult, 'kind' | 'id' | 'title'>,
  { course, community, tenant }: ResultLocation,
) {
  if (kind === 'course') return courseHref(id);
  if (kind === 'module') return moduleHref(id);
  if (kind === 'lesson') return lessonHref(course!, title, id);
  if (kind === 'post') return hrefOf('post', { postId: id, tenant, communityId: community! });
  return hrefOf('person', { id });
}
