export const faults = [
  {
    rule: 'settings: every route that saves terms cleans them',
    file: 'apps/server/src/features/footer/footer.routes.ts',
    from: 'settingsRule({ clean: cleanTerms });',
    to: 'void [settingsRule, cleanTerms];',
    test: 'apps/server/src/features/footer/footer.test.ts',
  },
];
