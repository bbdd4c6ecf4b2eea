export const faults = [
  {
    rule: 'mails: a used link confirms the address of its member',
    file: 'apps/server/src/features/sessions/sessions.store.ts',
    from: '  await confirmAddress(tx, member_id);\n',
    to: '',
    test: 'apps/server/src/features/mails/mails.test.ts',
    only: 'once a link of its member was used',
  },
  {
    rule: 'mails: a used link confirms no address of another member',
    file: 'apps/server/src/features/sessions/sessions.store.ts',
    from: "        .select(sql<string>`lower(email)`.as('email'))\n        .where('id', '=', memberId),\n",
    to: "        .select(sql<string>`lower(email)`.as('email')),\n",
    test: 'apps/server/src/features/mails/mails.test.ts',
    only: 'once a link of its member was used',
  },
  {
    rule: 'mails: the staff know nobody who waits for their erasure',
    file: 'apps/server/src/features/mails/mails.store.ts',
    from: "      .where('erase_at', 'is', null)\n",
    to: '',
    test: 'apps/server/src/features/mails/mails.test.ts',
    only: 'waits for their erasure',
  },
  {
    rule: 'mails: a mail that is found by its member and its address is listed once',
    file: 'apps/server/src/features/mails/mails.store.ts',
    from: 'SELECT DISTINCT ON (l.id) l.* FROM (',
    to: 'SELECT l.* FROM (',
    test: 'apps/server/src/features/mails/mails.test.ts',
    only: 'finds by name without accents',
  },
];
