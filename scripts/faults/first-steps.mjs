export const faults = [
  {
    rule: 'first steps: a new course without lessons takes no step back',
    file: 'apps/server/src/features/first-steps/first-steps.store.ts',
    from: '(SELECT max(l.course_id) FROM lessons l)',
    to: 'NULL::bigint',
    test: 'apps/server/src/features/first-steps/first-steps.test.ts',
    only: 'each step is done by content of this school',
  },
];
