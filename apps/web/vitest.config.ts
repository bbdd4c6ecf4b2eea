import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    environment: 'happy-dom',
    setupFiles: ['./src/ui/test-setup.ts'],
    css: false,
    restoreMocks: true,
    testTimeout: 30_000,
    // The same time as that of `asyncUtilTimeout`. `vi.waitFor` ends after a second.
    expect: { poll: { timeout: 8_000 } },
    maxWorkers: 2,
  },
});
