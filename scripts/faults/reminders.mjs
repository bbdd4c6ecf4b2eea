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
  {
    rule: 'reminders: a save keeps what another device changed',
    file: 'apps/web/src/features/reminders/reminder-dialog.tsx',
    from: '      if (!reminder) return undefined;',
    to: '      return undefined;',
    test: 'apps/web/src/features/reminders/reminders-page.test.tsx',
    only: 'a change of another device',
  },
];
