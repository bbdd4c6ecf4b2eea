import { defineConfig } from '@playwright/test';
import { chromiumPath } from '../scripts/lib/chromium.mjs';

const results = '../.cache/tests';

export default defineConfig({
  testMatch: '**/*.e2e.ts',
  globalSetup: './server.ts',
  // Several workers would share one server, one database and two cores.
  workers: 1,
  forbidOnly: Boolean(process.env['CI']),
  // A test that passes only on the retry is flaky; `npm test` names it.
  retries: 1,
  // A long journey takes three times as long on a busy machine.
  timeout: 240_000,
  // A busy machine renders late.
  expect: { timeout: 30_000 },
  outputDir: `${results}/e2e-results`,
  reporter: [
    ['list'],
    // scripts/lib/tests.mjs reads its counts from this file.
    ['json', { outputFile: `${results}/e2e.json` }],
    ['html', { outputFolder: `${results}/e2e-report`, open: 'never' }],
  ],
  use: {
    locale: 'pt-BR',
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
        '--no-first-run',
      ],
    },
  },
});
