import { products } from '@vitrine/contract/products';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../kit/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { readProductUses } from './product-uses.reader.ts';
import { addProduct, changeProduct, listProducts, removeProduct } from './products.store.ts';

/** A section 7, B section 7 and v1, products. */
export function mountProducts(app: FastifyInstance, platform: Platform) {
  mount(
    app,
    platform,
    'products',
    products,
    {
      list: (tx) => listProducts(tx),
      create: async (tx, { body }) => ({ data: await addProduct(tx, body) }),
      update: async (tx, { params, body }) => ({
        data: await changeProduct(tx, params.id, body),
      }),
      uses: async (tx, { params }) => ({ data: await readProductUses(tx, params.id) }),
      remove: (tx, { params }) => removeProduct(tx, params.id),
    },
    { subject: 'products' },
  );
}
