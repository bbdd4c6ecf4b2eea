export const faults = [
  {
    rule: 'marquees: one marquee at a time',
    file: 'apps/web/src/features/marquees/marquees-panel.tsx',
    from: 'onClick={() => !full && onClick()}',
    to: 'onClick={() => onClick()}',
    test: 'apps/web/src/features/marquees/marquees-panel.test.tsx',
    only: 'a second marquee cannot be created',
  },
  {
    rule: 'marquees: an address opens no second marquee',
    file: 'apps/web/src/features/marquees/marquees-panel.tsx',
    from: 'marquees.data !== undefined && list.length === 0);',
    to: 'marquees.data !== undefined);',
    test: 'apps/web/src/features/marquees/marquees-panel.test.tsx',
    only: 'a URL opens no second',
  },
];
