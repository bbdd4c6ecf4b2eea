export const faults = [
  {
    rule: 'downloads: the question before a removal names the lesson',
    file: 'apps/web/src/features/downloads/downloads-page.tsx',
    from: 'title: removing.title,',
    to: 'title: lessons![0]!.course.title,',
    test: 'apps/web/src/features/downloads/downloads-page.test.tsx',
    only: 'before a removal names',
  },
  {
    rule: 'downloads: a lesson whose video is elsewhere says that it stays online',
    file: 'apps/web/src/features/lessons/download-dialog.tsx',
    from: '{isStreamed && (',
    to: '{false && (',
    test: 'apps/web/src/features/lessons/download-dialog.test.tsx',
    only: 'whose video is elsewhere',
  },
  {
    rule: 'downloads: a download that broke off says so',
    file: 'apps/web/src/features/lessons/download-dialog.tsx',
    from: 'hasFailed: failure !== null && !isFull',
    to: 'hasFailed: false',
    test: 'apps/web/src/features/lessons/download-dialog.test.tsx',
    only: 'that broke off',
  },
];
