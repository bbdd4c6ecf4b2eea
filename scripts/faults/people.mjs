export const faults = [
  {
    rule: 'levels: a level may hide the points on a member’s card',
    file: 'apps/server/src/features/people/people.reader.ts',
    from: 'in_view.ranking AND ${showsScore}',
    to: 'in_view.ranking',
    test: 'apps/server/src/features/people/people.test.ts',
    only: 'switches say',
  },
  {
    rule: 'profiles: other students cannot see a hidden profile',
    file: 'apps/server/src/features/people/people.reader.ts',
    from: '\n      AND (m.show_profile OR m.id = :memberId::bigint OR :isStaff::boolean)',
    to: ' AND coalesce(:isStaff::boolean, true) IS NOT NULL',
    test: 'apps/server/src/features/people/people.test.ts',
  },
  {
    rule: 'profiles: a card shows nobody who waits for erasure',
    file: 'apps/server/src/features/people/people.reader.ts',
    from: ' AND m.erase_at IS NULL',
    to: '',
    test: 'apps/server/src/features/people/people.test.ts',
  },
  {
    rule: 'profiles: a card shows no score of a member outside the ranking',
    file: 'apps/server/src/features/people/people.reader.ts',
    from: 'm.in_ranking AND NOT is_staff',
    to: 'NOT is_staff',
    test: 'apps/server/src/features/people/people.test.ts',
  },
  {
    rule: 'people: a return to a profile reads it again',
    file: 'apps/web/src/features/people/people.queries.ts',
    from: '{ params: { id } }, readOnReturn)',
    to: '{ params: { id } })',
    test: 'apps/web/src/test/cache-times.test.tsx',
    only: 'a profile',
  },
];
