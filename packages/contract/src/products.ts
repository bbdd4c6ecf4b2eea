import * as z from 'zod/mini';
import { body, dataOf, flagAnswer, listOf, requiredText, route } from './core.ts';
import { messages as common } from './messages.ts';

export const messages = {
  created: 'Produto criado com sucesso.',
  removed: 'Produto excluído.',
  held: 'Este produto ainda está com {{count}} pessoa(s). Retire-o delas antes de excluir.',
} as const;

const statuses = ['active', 'inactive'] as const;

const title = requiredText(255, common.required, common.titleTooLong);

/** Class, plan and product are one thing with one id (contract, Words). */
export const Product = z.object({ id: z.int(), title: z.string(), status: z.enum(statuses) });
export type Product = z.output<typeof Product>;

/** In the list also how many people hold it, and the courses that it opens. */
export const ListedProduct = z.extend(Product, {
  members_count: z.int(),
  courses: listOf(z.object({ id: z.int(), title: z.string() })),
});
export type ListedProduct = z.output<typeof ListedProduct>;

/** Things that a product is bound to; each kind has its words in the deletion dialog. */
export const productUseKinds = [
  'course',
  'marquee',
  'quiz',
  'community',
  'channel',
  'level',
  'reward',
  'delivery',
  'points',
  'live',
] as const;

/** What deleting a product takes along. `members` hold it, and must lose it first. */
export const ProductUses = z.object({
  members: z.int(),
  things: listOf(
    z.object({
      kind: z.enum(productUseKinds),
      id: z.int(),
      title: z.string(),
      /** Nothing else opens it: a course is then entered by staff only, a marquee is deleted. */
      last: flagAnswer,
    }),
  ),
});
export type ProductUses = z.output<typeof ProductUses>;

export const ProductInput = body({ title, status: z._default(z.enum(statuses), 'active') });
export const ProductPatch = body({
  title: z.optional(title),
  status: z.optional(z.enum(statuses)),
});

export const products = {
  list: route('GET', '/api/auth/admin/products/get', {
    access: 'admin',
    source: 'A,B',
    answer: listOf(ListedProduct),
  }),
  create: route('POST', '/api/v1/products', {
    access: 'admin',
    source: 'v1',
    status: 201,
    body: ProductInput,
    answer: dataOf(Product),
  }),
  update: route('PATCH', '/api/v1/products/{id}', {
    access: 'admin',
    source: 'v1',
    body: ProductPatch,
    answer: dataOf(Product),
  }),
  uses: route('GET', '/api/v1/products/{id}/uses', {
    access: 'admin',
    source: 'ours',
    answer: dataOf(ProductUses),
  }),
  remove: route('DELETE', '/api/v1/products/{id}', { access: 'admin', source: 'v1', status: 204 }),
};
