import { products } from '@vitrine/contract/products';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../kit/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { addProduct, changeProduct, listProducts, removeProduct } from './products.store.ts';

export function mountProducts(app: FastifyInstance, platform: Platform) {
  mount(
    app,
    platform,
    'products',
    products,
    {
      list: (school) => listProducts(school),
      create: async (school, { body }) => ({ data: await addProduct(school, body) }),
      update: async (school, { params, body }) => ({
        data: await changeProduct(school, params.id, body),
      }),
      remove: (school, { params }) => removeProduct(school, params.id),
    },
    { subject: 'products' },
  );
}
