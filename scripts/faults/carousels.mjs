export const faults = [
  {
    rule: 'carousels: ordering its items outdates an open form',
    file: 'apps/server/src/features/carousels/carousel-content.store.ts',
    from: "  await tx.db.updateTable('carousels').set({ version: nextVersion }).where('id', '=', id).execute();\n",
    to: '',
    test: 'apps/server/src/features/carousels/carousels.test.ts',
    only: 'of items is saved',
  },
  {
    rule: 'carousels: items of a carousel of another type are unknown',
    file: 'apps/server/src/features/carousels/carousels.reader.ts',
    from: 'WHERE r.type = :type`',
    to: 'WHERE r.type = :type OR true`',
    test: 'apps/server/src/features/carousels/carousels.test.ts',
    only: 'is requested by its type',
  },
  {
    rule: 'carousels: an address opens no system carousel',
    file: 'apps/web/src/features/carousels/showcase-panel.tsx',
    from: 'String(id) === opened && !isSystem(type)',
    to: 'String(id) === opened && Boolean(type)',
    test: 'apps/web/src/features/carousels/showcase-panel.test.tsx',
    only: 'a URL opens a carousel',
  },
  {
    rule: 'carousels: read again whenever the panel is opened',
    file: 'apps/web/src/features/carousels/carousels.queries.ts',
    from: "refetchOnMount: 'always'",
    to: 'refetchOnMount: true',
    test: 'apps/web/src/test/cache-times.test.tsx',
    only: 'carousels are loaded again',
  },
];
