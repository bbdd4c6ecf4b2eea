import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** A large library that few requests need: loaded by the first of them, not at the start. */
export const lazyImport =
  <Library>(name: string): (() => Library) =>
  () =>
    require(name) as Library;
