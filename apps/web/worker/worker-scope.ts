/** What the server writes before the worker's code (apps/server, features/site/service-worker.ts). */
interface BuildFacts {
  /** Changes with every build. */
  build: string;
  /** What the shell is made of. */
  files: string[];
}

export const scope = self as unknown as ServiceWorkerGlobalScope & { vitrine: BuildFacts };
