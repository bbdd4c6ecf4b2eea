export const faults = [
  {
    rule: 'set-up: Node 22 before 22.13 does not install every dependency',
    file: 'scripts/lib/setup.mjs',
    from: '22: 13',
    to: '22: 12',
    test: 'apps/server/test/setup.test.ts',
  },
  {
    rule: 'set-up: a Node without native programs does not install every dependency',
    file: 'scripts/lib/setup.mjs',
    from: 'firstMinor[major] ?? Infinity',
    to: 'firstMinor[major] ?? 0',
    test: 'apps/server/test/setup.test.ts',
  },
];
