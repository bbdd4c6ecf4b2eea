export const faults = [
  {
    rule: 'push: devices that subscribe at once are counted one by one',
    file: 'apps/server/src/features/push/push.store.ts',
    from: '.forNoKeyUpdate()',
    to: '',
    test: 'apps/server/src/features/push/push.test.ts',
    only: 'subscribe at once',
  },
  {
    rule: 'push: an eleventh device ends one of its own member',
    file: 'apps/server/src/features/push/push.store.ts',
    from: 'WHERE s.member_id = ${memberId} AND s.id',
    to: 'WHERE s.id',
    test: 'apps/server/src/features/push/push.test.ts',
    only: 'ten devices of a member',
  },
  {
    rule: 'push: a session that ends while its browser subscribes is 401',
    file: 'apps/server/src/features/push/push.store.ts',
    from: 'if (!session) throw notSignedIn();',
    to: '',
    test: 'apps/server/src/features/push/push.test.ts',
    only: 'ends at the same moment',
  },
  {
    rule: 'push: a notification that is over an hour old is not pushed',
    file: 'apps/server/src/features/notifications/notification-push.ts',
    from: 'const FRESH_MINUTES = 60;',
    to: 'const FRESH_MINUTES = 120;',
    test: 'apps/server/src/features/push/push.test.ts',
    only: 'over an hour old',
  },
];
