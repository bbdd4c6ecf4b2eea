import * as z from 'zod/mini';
import { body, dataOf, listOf, requiredText, route } from './core.ts';
import { messages as common } from './messages.ts';

/** Ours. */
export const messages = {
  created: 'Produto criado com sucesso.',
  removed: 'Produto excluído.',
  held: 'Este produto ainda está com {{count}} pessoa. Retire-o dela antes de excluir.|Este produto ainda está com {{count}} pessoas. Retire-o delas antes de excluir.',
} as const;

const statuses = ['active', 'inactive'] as const;

const title = requiredText(255, common.required, common.titleTooLong);

/** Class, plan and product are the same thing with the same id (contract, Words). */
export const Product = z.object({ id: z.int(), title: z.string(), status: z.enum(statuses) });
export type Product = z.output<typeof Product>;

/** Adds the number of holders and the courses that the product opens. */
export const ListedProduct = z.extend(Product, {
  members_count: z.int(),
  courses: listOf(z.object({ id: z.int(), title: z.string() })),
});
export type ListedProduct = z.output<typeof ListedProduct>;

/** The kinds of things that can use a product. The deletion dialog has a text for each. */
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

/**
 * The other products of a thing: one of them is `active`, all are `inactive`, or there are `none`. With
 * inactive ones only, a quiz closes to students; without any, it opens to all of them.
 */
export const otherProducts = ['active', 'inactive', 'none'] as const;

/** The effects of deleting a product. The `members` who hold it must lose it first. */
export const ProductUses = z.object({
  members: z.int(),
  things: listOf(
    z.object({
      kind: z.enum(productUseKinds),
      id: z.int(),
      title: z.string(),
      others: z.enum(otherProducts),
    }),
  ),
});
export type ProductUses = z.output<typeof ProductUses>;

/** v1, products. An inactive product opens nothing (contract, decision 3). */
export const ProductInput = body({ title, status: z._default(z.enum(statuses), 'active') });
/** A missing field keeps its value. */
export const ProductPatch = body({
  title: z.optional(title),
  status: z.optional(z.enum(statuses)),
});

/** A section 7, B section 7 and v1. 409 for the removal of a product that somebody holds. */
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
