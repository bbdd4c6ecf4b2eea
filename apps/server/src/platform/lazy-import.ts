import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Loads a large library with the first request that needs it, not at the start. */
export const lazyImport =
  <Library>(name: string): (() => Library) =>
  () =>
    require(name) as Library;
