import * as z from 'zod/mini';
import { pageNumber, pageOf, route } from './core.ts';
import { messages as common } from './messages.ts';

export const limits = {
  /** Of what somebody looks for, in characters. */
  query: 200,
  /** Words that are looked for; the rest is left out. */
  words: 8,
  page: 20,
  /** Of a kind, where every kind is asked for a few. */
  ofEachKind: 4,
} as const;

/** Contract, Catalog: what search covers. */
export const searchKinds = ['course', 'module', 'lesson', 'post', 'person'] as const;
export type SearchKind = (typeof searchKinds)[number];

export const SearchResult = z.object({
  kind: z.enum(searchKinds),
  id: z.int(),
  title: z.string(),
  /** The words around what was found; empty where only the title was. */
  excerpt: z.string(),
  url: z.string(),
  /** Of a person. */
  photo_url: z.nullable(z.string()),
  /** The course that it belongs to. */
  course_title: z.nullable(z.string()),
  /** The community of a post. */
  community_title: z.nullable(z.string()),
  locked: z.boolean(),
});
export type SearchResult = z.output<typeof SearchResult>;

export const search = {
  /** Without a word in `q` the answer is empty. */
  find: route('GET', '/api/v1/search', {
    access: 'member',
    source: 'v1',
    query: z.object({
      q: z._default(z.string().check(z.trim(), z.maxLength(limits.query, common.tooLong)), ''),
      kind: z.optional(z.enum(searchKinds, common.invalid)),
      page: pageNumber,
      /** A few of each kind instead of a page of all: what one is shown while typing. */
      grouped: z.optional(z.literal('1', common.invalid)),
    }),
    answer: pageOf(SearchResult),
  }),
};
