import * as z from 'zod/mini';
import { listOf, route } from './core.ts';

/** Ours. */
export const messages = { failed: 'Não foi possível salvar. Tente de novo.' } as const;

const kinds = ['course', 'module', 'lesson'] as const;
/** The kinds of things that a member may favourite (contract, Catalog). */
export type Kind = (typeof kinds)[number];

/** An entry of a member's list, newest first. An entry is locked once the member loses access. */
export const Favorite = z.object({
  kind: z.enum(kinds),
  id: z.int(),
  title: z.string(),
  cover: z.nullable(z.string()),
  url: z.string(),
  locked: z.boolean(),
  /** The products that open a locked entry. */
  products: listOf(z.string()),
  /** Hidden from students. */
  draft: z.optional(z.boolean()),
  course_id: z.int(),
  /** Null for a course. */
  course_title: z.nullable(z.string()),
});
export type Favorite = z.output<typeof Favorite>;

const params = { kind: z.enum(kinds) };

/** v1, favorites. Adding twice and removing twice change nothing. */
export const favorites = {
  list: route('GET', '/api/v1/favorites', {
    access: 'member',
    source: 'v1',
    answer: listOf(Favorite),
  }),
  add: route('PUT', '/api/v1/favorites/{kind}/{id}', {
    access: 'member',
    source: 'v1',
    status: 204,
    params,
  }),
  remove: route('DELETE', '/api/v1/favorites/{kind}/{id}', {
    access: 'member',
    source: 'v1',
    status: 204,
    params,
  }),
};
