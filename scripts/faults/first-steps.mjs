export const faults = [
  {
    rule: 'first steps: a new course without lessons takes no step back',
    file: 'apps/server/src/features/first-steps/first-steps.store.ts',
    from: '(SELECT max(l.course_id) FROM lessons l)',
    to: 'NULL::bigint',
    test: 'apps/server/src/features/first-steps/first-steps.test.ts',
    only: 'each step is done by content of this school',
  },
  {
    rule: 'first steps: an inactive product is no step',
    file: 'apps/server/src/features/first-steps/first-steps.store.ts',
    from: "FROM products WHERE status = 'active' ORDER BY id",
    to: 'FROM products ORDER BY id',
    test: 'apps/server/src/features/first-steps/first-steps.test.ts',
    only: 'an inactive product is no step',
  },
  {
    rule: 'first steps: who waits for their erasure has not joined',
    file: 'apps/server/src/features/first-steps/first-steps.store.ts',
    from: ' AND erase_at IS NULL) AS has_student',
    to: ') AS has_student',
    test: 'apps/server/src/features/first-steps/first-steps.test.ts',
    only: 'the first student completes',
  },
];
