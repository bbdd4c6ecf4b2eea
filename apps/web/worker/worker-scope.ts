/**
 * Constants that the server prepends to the worker's code (apps/server, features/site/service-
 * worker.ts).
 */
interface BuildFacts {
  /** Changes with every build. */
  build: string;
  /** The files of the shell. */
  files: string[];
}

/** The worker's global scope, with its own type. `vitrine` holds the facts of the build. */
export const scope = self as unknown as ServiceWorkerGlobalScope & { vitrine: BuildFacts };
