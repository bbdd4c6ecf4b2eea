import { defineConfig } from 'vite';
import { leanContract } from './lean-contract.ts';

/**
 * The service worker is a classic script, because older Firefox versions do not support module
 * workers.
 */
export default defineConfig({
  plugins: [leanContract()],
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'es2022',
    rolldownOptions: {
      input: 'worker/service-worker.ts',
      output: { format: 'iife', entryFileNames: 'service-worker.js' },
    },
  },
});
