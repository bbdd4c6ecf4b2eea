import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: './test/database.ts',
    setupFiles: './test/clean-process.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // Two processes run all files, so each loads the server's code once. A file opens worlds of its own.
    isolate: false,
    // On a busy machine, polls need a longer timeout.
    expect: { poll: { timeout: 20_000 } },
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
  },
});
