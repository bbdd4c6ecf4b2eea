export const faults = [
  {
    rule: 'settings: every route that saves terms cleans them',
    file: 'apps/server/src/features/footer/footer.routes.ts',
    from: 'settingsRule({ clean: cleanTerms });',
    to: 'void [settingsRule, cleanTerms];',
    test: 'apps/server/src/features/footer/footer.test.ts',
  },
  {
    rule: 'settings: a save waits for the switch that is being saved',
    file: 'apps/web/src/features/platform-settings/platform-settings.queries.ts',
    from: "    scope: 'settings',\n",
    to: '',
    test: 'apps/web/src/features/footer/footer-panel.test.tsx',
    only: 'during the request of its switch',
  },
];
