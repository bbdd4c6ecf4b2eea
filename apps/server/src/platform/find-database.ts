import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { openDataDir } from './data-dir.ts';
import { DataDirInUse } from './embedded/lock.ts';
import { joinEmbeddedDatabase, startEmbeddedDatabase } from './embedded-database.ts';

/** The operator's PostgreSQL (`DATABASE_URL`), or the embedded one in the data folder. */
export async function findDatabase({ databaseUrl, dataDir }: Config, log: (line: string) => void) {
  if (databaseUrl) {
    await openDataDir(dataDir);
    return { url: databaseUrl, stop: async () => {} };
  }
  return startEmbeddedDatabase({ dataDir, log });
}

/** The same for a command beside a server: if one runs on the folder, its database is used. */
export const findOrJoinDatabase = (config: Config) =>
  findDatabase(config, () => {}).catch((error: Error) => {
    if (error instanceof DataDirInUse) return joinEmbeddedDatabase(config.dataDir);
    throw error;
  });

/** A restore keeps this file until all is there. */
export const unfinishedRestoreIn = (dataDir: string) => join(dataDir, 'restore.unfinished');

/** Throws where a restore was cut off: files or rows are missing. */
export async function refuseUnfinishedRestore({ dataDir }: Config) {
  const cutOff = await access(unfinishedRestoreIn(dataDir)).then(
    () => true,
    () => false,
  );
  if (cutOff)
    throw new UnfinishedRestore(
      `A restore into ${dataDir} was cut off. Empty that folder, and restore again.`,
    );
}

class UnfinishedRestore extends Error {
  override name = 'UnfinishedRestore';
}
