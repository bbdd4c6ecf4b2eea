export const faults = [
  {
    rule: 'banners: the next page of its server shows that a banner is added',
    file: 'apps/server/src/features/banners/banners.routes.ts',
    from: 'forgetSchool(tx);\n        const data = await addBanner',
    to: 'const data = await addBanner',
    test: 'apps/server/test/own-changes.test.ts',
    only: 'shows that a banner is added',
  },
  {
    rule: 'banners: the next page of its server shows that a banner is changed',
    file: 'apps/server/src/features/banners/banners.routes.ts',
    from: 'forgetSchool(tx);\n          const data = await changeBanner',
    to: 'const data = await changeBanner',
    test: 'apps/server/test/own-changes.test.ts',
    only: 'shows that a banner is changed',
  },
  {
    rule: 'banners: the next page of its server shows that a banner is removed',
    file: 'apps/server/src/features/banners/banners.routes.ts',
    from: 'forgetSchool(tx);\n        await removeBanner',
    to: 'await removeBanner',
    test: 'apps/server/test/own-changes.test.ts',
    only: 'shows that a banner is removed',
  },
  {
    rule: 'banners: the next page of its server shows that banners are ordered',
    file: 'apps/server/src/features/banners/banners.routes.ts',
    from: 'forgetSchool(tx);\n        const data = await orderBanners',
    to: 'const data = await orderBanners',
    test: 'apps/server/test/own-changes.test.ts',
    only: 'shows that banners are ordered',
  },
];
