import type { Config } from './config.ts';
import { startEmbeddedDatabase } from './embedded-database.ts';

/** The operator's PostgreSQL where there is one, else our own in the data folder. */
export async function findDatabase({ databaseUrl, dataDir }: Config, log: (line: string) => void) {
  if (databaseUrl) return { url: databaseUrl, stop: async () => {} };
  return startEmbeddedDatabase({ dataDir, log });
}
