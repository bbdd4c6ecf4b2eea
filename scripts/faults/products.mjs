export const faults = [
  {
    rule: 'products: an unknown product is 404',
    file: 'apps/server/src/features/products/products.store.ts',
    from: '  if (!product) throw notFound();\n',
    to: '',
    test: 'apps/server/src/features/products/products.test.ts',
    only: 'an unknown product is not deleted',
  },
  {
    rule: 'products: a quiz that only this product opens is told apart',
    file: 'apps/server/src/features/products/product-uses.reader.ts',
    from: `        WHERE other.quiz_id = q.id
          AND other.product_id <> :productId
`,
    to: `        WHERE other.quiz_id = q.id
`,
    test: 'apps/server/src/features/products/products.test.ts',
    only: 'a quiz that other products open too',
  },
  {
    rule: 'products: a removed reward is no consequence of a deletion',
    file: 'apps/server/src/features/products/product-uses.reader.ts',
    from: "'(SELECT * FROM rewards WHERE removed_at IS NULL)'",
    to: "'rewards'",
    test: 'apps/server/src/features/products/products.test.ts',
    only: 'a reward that was removed',
  },
  {
    rule: 'products: a product that members hold cannot be removed',
    file: 'apps/server/src/features/products/products.store.ts',
    from: 'if (count) throw',
    to: 'if (count > 1) throw',
    test: 'apps/server/src/features/products/products.test.ts',
  },
  {
    rule: 'products: products are listed by title without regard to accents',
    file: 'apps/server/src/features/products/products.store.ts',
    from: "    .orderBy(sql`f_unaccent(title)`)\n    .orderBy('id')",
    to: "    .orderBy('id')",
    test: 'apps/server/src/features/products/products.test.ts',
    only: 'the list is by title',
  },
  {
    rule: 'products: a removal is blocked until its consequences are known',
    file: 'apps/web/src/features/products/remove-product.tsx',
    from: 'blocked={memberCount > 0 || uses.isPending}',
    to: 'blocked={memberCount > 0}',
    test: 'apps/web/src/features/products/products-page.test.tsx',
    only: 'before its consequences are known',
  },
  {
    rule: 'products: a change of one leaves the others',
    file: 'apps/server/src/features/products/products.store.ts',
    from: "    .where('id', '=', id)\n    .returning(columns)",
    to: '    .returning(columns)',
    test: 'apps/server/src/features/products/products.test.ts',
    only: 'no other one',
  },
  {
    rule: 'products: one that is active again notifies the members whom it raises',
    file: 'apps/server/src/features/products/products.store.ts',
    from: "if (before.status !== 'active' && changed.status === 'active') await",
    to: "if (before.status === 'active' && changed.status !== 'active') await",
    test: 'apps/server/src/features/levels/level-moments.test.ts',
    only: 'a product that is active again',
  },
];
