import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  resolve: {
    alias: { 'react-i18next': fileURLToPath(new URL('src/ui/translation.ts', import.meta.url)) },
  },
  test: {
    environment: 'happy-dom',
    setupFiles: ['./src/ui/test-setup.ts'],
    css: false,
    restoreMocks: true,
    testTimeout: 30_000,
    maxWorkers: 2,
  },
});
