import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Loads a large library with the first request that needs it, not at the start. The library is
 * cached here: `require` looks for its file at each call, which took 100 µs of every comment.
 */
export function lazyImport<Library>(name: string): () => Library {
  let library: Library | undefined;
  return () => (library ??= require(name) as Library);
}
