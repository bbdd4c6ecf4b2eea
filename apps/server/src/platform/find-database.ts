import { join } from 'node:path';
import type { Config } from './config.ts';
import { openDataDir } from './data-dir.ts';
import { exists } from './disk.ts';
import { joinEmbeddedDatabase, startEmbeddedDatabase } from './embedded-database.ts';
import { DataDirInUse } from './embedded/lock.ts';
import type { DatabaseLog } from './embedded/server.ts';
import { OperatorProblem } from './operator-problem.ts';

/** The operator's PostgreSQL (`DATABASE_URL`), or the embedded one in the data folder. */
export async function findDatabase(config: Config, log?: DatabaseLog) {
  const { databaseUrl, dataDir, workers, poolSize } = config;
  if (databaseUrl) {
    await openDataDir(dataDir);
    return { url: databaseUrl, stop: async () => {} };
  }
  const maxConnections = workers * (poolSize + CONNECTIONS_BESIDE_POOL) + COMMAND_CONNECTIONS;
  return startEmbeddedDatabase({ dataDir, ...(log && { log }), maxConnections });
}

/** Connections of each process outside its pool: for jobs, for LISTEN and for liveness checks. */
export const CONNECTIONS_BESIDE_POOL = 10;
/** Connections for commands beside the server, such as a backup. */
const COMMAND_CONNECTIONS = 30;

/** Whether a server has started here before. A command would make an empty installation otherwise. */
export const hasDatabase = async ({ databaseUrl, dataDir }: Config) =>
  databaseUrl !== null || (await exists(join(dataDir, 'postgres')));

/** Finds the database that the primary process started. */
export const joinDatabase = ({ databaseUrl, dataDir }: Config) =>
  databaseUrl
    ? Promise.resolve({ url: databaseUrl, stop: async () => {} })
    : joinEmbeddedDatabase(dataDir);

/** Finds the database for a command. If a server runs on the data folder, its database is used. */
export async function findOrJoinDatabase(config: Config) {
  await refuseUnfinishedRestore(config);
  return findDatabase(config).catch((error: Error) => {
    if (error instanceof DataDirInUse) return joinEmbeddedDatabase(config.dataDir);
    throw error;
  });
}

/** A restore keeps this file until it has finished. */
export const unfinishedRestoreIn = (dataDir: string) => join(dataDir, 'restore.unfinished');

/** Throws if a restore was interrupted: files or rows are missing then. */
export async function refuseUnfinishedRestore({ dataDir }: Config) {
  if (await exists(unfinishedRestoreIn(dataDir)))
    throw new OperatorProblem(
      `A restore into ${dataDir} was cut off. Empty that folder, and restore again.`,
    );
}
