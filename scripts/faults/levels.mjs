export const faults = [
  {
    rule: 'levels: accounts that wait for their erasure do not fall',
    file: 'apps/server/src/features/levels/levels.store.ts',
    from: ' AND m.erase_at IS NULL',
    to: '',
    test: 'apps/server/src/features/levels/levels.test.ts',
    only: 'how many students a higher threshold',
  },
  {
    rule: 'levels: a changed threshold notifies members who reach it',
    file: 'apps/server/src/features/levels/levels.store.ts',
    from: 'if (needed_score !== before.needed_score) await',
    to: 'if (needed_score > before.needed_score) await',
    test: 'apps/server/src/features/levels/level-moments.test.ts',
    only: 'without a moment',
  },
  {
    rule: 'levels: a member ends only their own celebration',
    file: 'apps/server/src/features/levels/reached.store.ts',
    from: ".where('member_id', '=', memberId)\n    .where('level_id'",
    to: ".where('level_id'",
    test: 'apps/server/src/features/levels/level-moments.test.ts',
    only: 'belongs to one member',
  },
  {
    rule: 'levels: an edit takes a longer name than a new level',
    file: 'apps/web/src/features/levels/level-dialog.tsx',
    from: 'max={isNew ? limits.name : limits.nameOnEdit}',
    to: 'max={limits.name}',
    test: 'apps/web/src/features/levels/levels-panel.test.tsx',
    only: 'a name may be longer on a change',
  },
];
