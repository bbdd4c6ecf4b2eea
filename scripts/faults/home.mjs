export const faults = [
  {
    rule: 'home: a banner’s video that is shorter than six seconds waits, too',
    file: 'apps/web/src/features/home/banner-video.tsx',
    from: 'currentTime >= lastTime ? currentTime - lastTime : currentTime',
    to: 'currentTime - lastTime',
    test: 'apps/web/src/features/home/banner-video.test.tsx',
    only: 'shorter than six seconds',
  },
  {
    rule: 'home: drafts are neither counted nor continued',
    file: 'apps/server/src/features/home/own-part.ts',
    from: 'staff ? [] : (outline?.drafts ?? [])',
    to: '[]',
    test: 'apps/server/src/features/catalog/drafts.test.ts',
  },
  {
    rule: 'cache: each language has its own cached home page',
    file: 'apps/server/src/features/home/home-page.ts',
    from: '`${tenantId} ${language} ${audienceKey(audience)}`',
    to: '`${tenantId} ${audienceKey(audience)}`',
    test: 'apps/server/src/features/home/home.test.ts',
    only: 'kept in each language',
  },
  {
    rule: 'banners: autoplay pauses under the pointer and the focus',
    file: 'apps/web/src/features/home/banner-hero.tsx',
    from: '!isStopped && !hasAttention && !isAway && !edited',
    to: '!isStopped && !isAway && !edited',
    test: 'apps/web/src/features/home/banner-hero.test.tsx',
    only: 'the autoplay pauses under the pointer',
  },
];
