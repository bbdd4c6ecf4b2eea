import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: './server.ts',
    testTimeout: 90_000,
    hookTimeout: 60_000,
    fileParallelism: false,
    include: ['**/*.e2e.ts'],
  },
});
