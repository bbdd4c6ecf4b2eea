export const faults = [
  {
    rule: 'a page is rendered once for all spellings of its host',
    file: 'apps/server/src/features/site/html-pages.ts',
    from: 'base: schoolOrigin(platform.config, school, request) }',
    to: 'base: request.host }',
    test: 'apps/server/src/features/site/html-pages.test.ts',
    only: 'every spelling',
  },
  {
    rule: 'pages: the policy allows other hosts only while the school plays a stream',
    file: 'apps/server/src/features/site/page-headers.ts',
    from: "streams ? ' https:' : ''",
    to: "streams ? ' https:' : ' https:'",
    test: 'apps/server/src/features/site/html-pages.test.ts',
    only: 'what a page may fetch',
  },
  {
    rule: 'a page brings a member only answers that their role may read',
    file: 'apps/server/src/features/site/page-visit.ts',
    from: '      if (!hasRoleFor(context.member, route)) return [];\n',
    to: '',
    test: 'apps/server/src/features/site/html-pages.test.ts',
    only: "the owner's pages send the first steps",
  },
  {
    rule: 'manifest: a long name is cut at thirty characters',
    file: 'apps/server/src/features/site/app-manifest.ts',
    from: "[...tenant.name].slice(0, SHORT_NAME_CHARACTERS).join('')",
    to: 'tenant.name',
    test: 'apps/server/src/features/site/app-manifest.test.ts',
    only: 'cuts a long name',
  },
];
