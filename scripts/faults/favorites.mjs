export const faults = [
  {
    rule: 'favorites: a refused toggle resets the heart of a card',
    file: 'apps/web/src/features/favorites/favorites.queries.ts',
    from: 'mark(card, !on);',
    to: '',
    test: 'apps/web/src/features/home/home-page.test.tsx',
    only: 'heart',
  },
  {
    rule: 'favorites: a refused toggle resets the heart of a lesson',
    file: 'apps/web/src/features/favorites/favorites.queries.ts',
    from: 'change.isPending ? change.variables : withFavorite',
    to: 'change.variables ?? withFavorite',
    test: 'apps/web/src/features/lessons/lesson-page.test.tsx',
    only: 'heart',
  },
  {
    rule: 'favorites: a favourite is hidden while its target is hidden',
    file: 'apps/server/src/features/favorites/favorites.store.ts',
    from: 'WHERE f.member_id = :memberId AND ${isShown}',
    to: 'WHERE f.member_id = :memberId',
    test: 'apps/server/src/features/favorites/favorites.test.ts',
  },
];
