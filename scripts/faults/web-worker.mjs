export const faults = [
  {
    rule: 'service worker: an opened page shows while the server is away',
    file: `apps/web/worker/person.ts`,
    from: '    return isAway(response) ? ((await cached()) ?? response) : response;',
    to: '    return response;',
    test: 'apps/web/src/test/service-worker.test.ts',
    only: 'is away',
  },
  {
    rule: 'service worker: a full device gets new answers',
    file: `apps/web/worker/person.ts`,
    from: 'isCacheable: true }).catch(\n    () => {},\n  );',
    to: 'isCacheable: true });',
    test: 'apps/web/src/test/service-worker.test.ts',
    only: 'a full device',
  },
  {
    rule: 'service worker: a full device loads new code',
    file: `apps/web/worker/shell.ts`,
    from: '.catch(() => {}); // no room',
    to: '; // no room',
    test: 'apps/web/src/test/service-worker.test.ts',
    only: 'a full device',
  },
];
