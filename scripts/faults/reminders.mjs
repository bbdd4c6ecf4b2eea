export const faults = [
  {
    rule: 'reminders: a zone that PostgreSQL does not know is refused',
    file: 'apps/server/src/features/reminders/reminders.store.ts',
    from: '  await requireTimeZone(tx, body.time_zone);\n',
    to: '',
    test: 'apps/server/src/features/reminders/reminders.test.ts',
    only: 'PostgreSQL does not know',
  },
  {
    rule: 'reminders: a change to a zone that PostgreSQL does not know is refused',
    file: 'apps/server/src/features/reminders/reminders.store.ts',
    from: '  await requireTimeZone(tx, time_zone);\n',
    to: '',
    test: 'apps/server/src/features/reminders/reminders.test.ts',
    only: 'PostgreSQL does not know',
  },
];
