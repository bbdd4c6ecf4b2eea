import * as z from 'zod/mini';
import { listOf, route } from './core.ts';

export const messages = { failed: 'Não foi possível salvar. Tente de novo.' } as const;

const kinds = ['course', 'module', 'lesson'] as const;
export type Kind = (typeof kinds)[number];

/** A thing on a member's own list, newest first; one that they cannot open any more is locked. */
export const Favorite = z.object({
  kind: z.enum(kinds),
  id: z.int(),
  title: z.string(),
  cover: z.nullable(z.string()),
  url: z.string(),
  locked: z.boolean(),
  /** Names of what would open a locked one. */
  products: listOf(z.string()),
  /** Students do not see it. */
  draft: z.optional(z.boolean()),
  course_id: z.int(),
  /** Null of a course itself. */
  course_title: z.nullable(z.string()),
});
export type Favorite = z.output<typeof Favorite>;

const params = { kind: z.enum(kinds) };

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
