import type { Config } from './config.ts';
import { DataDirInUse } from './embedded/lock.ts';
import { joinEmbeddedDatabase, startEmbeddedDatabase } from './embedded-database.ts';

/** The operator's PostgreSQL where there is one, else our own in the data folder. */
export async function findDatabase({ databaseUrl, dataDir }: Config, log: (line: string) => void) {
  if (databaseUrl) return { url: databaseUrl, stop: async () => {} };
  return startEmbeddedDatabase({ dataDir, log });
}

/** The same beside a server that may be running: then its database is used as it is. */
export const findDatabaseBeside = (config: Config) =>
  findDatabase(config, () => {}).catch((error: Error) => {
    if (error instanceof DataDirInUse) return joinEmbeddedDatabase(config.dataDir);
    throw error;
  });
