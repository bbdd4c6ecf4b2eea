import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: './test/database.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // What is waited for may take its time on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
  },
});
