export const faults = [
  {
    rule: 'custom-links: a link of the side menu opens with custom-links=true',
    file: 'apps/web/src/features/custom-links/link-address.ts',
    from: `href.searchParams.set('custom-links', 'true');`,
    to: '',
    test: 'apps/web/src/app/side-menu.test.tsx',
  },
  {
    rule: 'custom-links: a new link is the last of the menu',
    file: 'apps/server/src/features/custom-links/custom-links.store.ts',
    from: 'coalesce(max(position), 0) + 1',
    to: '0',
    test: 'apps/server/src/features/custom-links/custom-links.test.ts',
  },
  {
    rule: 'custom-links: at three links the button explains and opens nothing',
    file: 'apps/web/src/features/custom-links/custom-links-panel.tsx',
    from: 'onClick={() => !full && onClick()}',
    to: 'onClick={() => onClick()}',
    test: 'apps/web/src/features/custom-links/custom-links-panel.test.tsx',
    only: 'with three links the button',
  },
  {
    rule: 'custom links: fresh for one hour',
    file: 'apps/web/src/features/custom-links/custom-links.queries.ts',
    from: 'useContractQuery(list, {}, { staleTime: freshness.hour })',
    to: 'useContractQuery(list, {}, { staleTime: freshness.halfHour })',
    test: 'apps/web/src/test/cache-times.test.tsx',
    only: 'custom links are fresh for 60 minutes',
  },
];
