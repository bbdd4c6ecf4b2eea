export const faults = [
  {
    rule: 'marquees: each first name comes once',
    file: 'apps/server/src/features/catalog/lesson-marquee.ts',
    from: 'new Set((await reader.run(names, { productId }))[0]!.names.map(firstName))',
    to: '(await reader.run(names, { productId }))[0]!.names.map(firstName)',
    test: 'apps/server/src/features/marquees/marquees.test.ts',
    only: 'each first name once',
  },
  {
    rule: 'marquees: the names are those of students',
    file: 'apps/server/src/features/catalog/lesson-marquee.ts',
    from: 'AND NOT is_staff(m.roles) AND m.erase_at IS NULL',
    to: 'AND m.erase_at IS NULL',
    test: 'apps/server/src/features/marquees/marquees.test.ts',
    only: 'and no staff',
  },
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
