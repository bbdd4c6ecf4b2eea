import * as z from 'zod/mini';
import { listOf, pageNumber, pageOf, route } from './core.ts';
import { messages as common } from './messages.ts';

/** Ours, because the specification says nothing about the server's search. */
export const limits = {
  /** Maximum characters of the search text. */
  query: 200,
  /** Maximum words that the server searches for; it ignores the rest. */
  words: 8,
  page: 20,
  /** Results per kind if `grouped` is set. */
  maxPerKind: 4,
  /** Results of a kind that the server counts. */
  counted: 50,
} as const;

/** The kinds of things that search covers (contract, Catalog). */
export const searchKinds = ['course', 'module', 'lesson', 'post', 'person'] as const;
/** A kind of search result. */
export type SearchKind = (typeof searchKinds)[number];

/** A thing that the viewer may open. A person carries no e-mail (contract, Catalog). */
export const SearchResult = z.object({
  kind: z.enum(searchKinds),
  id: z.int(),
  title: z.string(),
  /** The words around the match; empty if only the title matches. */
  excerpt: z.string(),
  url: z.string(),
  /** For a person. */
  photo_url: z.nullable(z.string()),
  /** The image of a course, module or lesson, or else of its course. */
  cover: z.nullable(z.string()),
  /** The course that the result is, or that contains it. */
  course_id: z.nullable(z.int()),
  course_title: z.nullable(z.string()),
  /** For a post: its community. */
  community_title: z.nullable(z.string()),
  locked: z.boolean(),
  /** The names of the products that open a locked result. */
  products: listOf(z.string()),
  /** The result has the words exactly as the person typed them. */
  as_typed: z.boolean(),
});
export type SearchResult = z.output<typeof SearchResult>;

/** Number of results of one kind that the pages show. A kind without results is absent. */
export const SearchCount = z.object({
  kind: z.enum(searchKinds),
  count: z.int(),
  /** There are more than `limits.counted`. */
  more: z.boolean(),
});
export type SearchCount = z.output<typeof SearchCount>;

/** v1, search, and contract, People. */
export const search = {
  /** The answer is empty if `q` contains no word. */
  find: route('GET', '/api/v1/search', {
    access: 'member',
    source: 'v1',
    query: z.object({
      q: z._default(z.string().check(z.trim(), z.maxLength(limits.query, common.tooLong)), ''),
      kind: z.optional(z.enum(searchKinds, common.invalid)),
      page: pageNumber,
      /**
       * A few results of each kind instead of one page of all. The page shows them while the viewer
       * types.
       */
      grouped: z.optional(z.literal('1', common.invalid)),
    }),
    answer: z.extend(pageOf(SearchResult), { counts: listOf(SearchCount) }),
  }),
};
