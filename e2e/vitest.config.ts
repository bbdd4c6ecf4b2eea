import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: './server.ts',
    testTimeout: 90_000,
    hookTimeout: 60_000,
    fileParallelism: false,
    // What is waited for may take its time on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    include: ['**/*.e2e.ts'],
  },
});
