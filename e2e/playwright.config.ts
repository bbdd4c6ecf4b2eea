import { defineConfig } from '@playwright/test';
import { chromiumPath } from '../scripts/lib/chromium.mjs';

const results = '../.cache/tests';

export default defineConfig({
  testMatch: '**/*.e2e.ts',
  globalSetup: './server.ts',
  // One journey leaves a quarter of two cores idle, and two fill them.
  workers: 2,
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
    // A trace of every journey would take a tenth of the time.
    trace: 'on-first-retry',
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
