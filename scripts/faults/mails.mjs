export const faults = [
  {
    rule: 'mails: the staff know nobody who waits for their erasure',
    file: 'apps/server/src/features/mails/mails.store.ts',
    from: "      .where('erase_at', 'is', null)\n",
    to: '',
    test: 'apps/server/src/features/mails/mails.test.ts',
    only: 'waits for their erasure',
  },
];
