import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: './test/database.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // On a busy machine, polls need a longer timeout.
    expect: { poll: { timeout: 20_000 } },
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
  },
});
