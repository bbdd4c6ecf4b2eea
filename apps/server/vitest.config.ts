import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: './test/database.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
  },
});
