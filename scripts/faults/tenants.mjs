export const faults = [
  {
    rule: 'a school is not created with a password that no form takes',
    file: 'apps/server/src/platform/owner-password.ts',
    from: ' || password.length > passwordMax',
    to: '',
    test: 'apps/server/test/command-line.test.ts',
    only: 'password that no form takes',
  },
  {
    rule: 'tenants: a command changes the row of its school',
    file: 'apps/server/src/features/tenants/tenants.store.ts',
    from: '    database.transaction(school.id, ({ db }) =>\n      db\n        .updateTable',
    to: '    database.transaction(0, ({ db }) =>\n      db\n        .updateTable',
    test: 'apps/server/src/features/uploads/storage-quota.test.ts',
    only: 'a quota of its own',
  },
];
