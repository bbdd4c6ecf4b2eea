/**
 * The embedded PostgreSQL: `npm start` needs no other database server.
 *
 * Everything lives in the data directory:
 *   postgres/            the cluster; if root starts Vitrine, a user of its own owns it
 *   postgres/socket/     the socket that the application connects to
 *   postgres.password    the database owner's password; only the user of this process can read it
 *   postgres.log         the server's log; postgres.log.1 is the one before
 *   postgres.new-…       a first start in progress, or what a killed one left
 *   vitrine.lock         locked while a server runs on this directory; vitrine.pid holds its pid
 */
import * as fs from 'node:fs/promises';
import { openDataDir } from './data-dir.ts';
import { urlHost } from './embedded/address.ts';
import { ensureCluster } from './embedded/cluster.ts';
import { removeLeftovers, stopOrphan } from './embedded/leftovers.ts';
import { lockDataDir } from './embedded/lock.ts';
import { once } from './embedded/once.ts';
import {
  binaries,
  clusterIn,
  owner,
  passwordFileIn,
  pidFileLines,
  socketFolderIn,
  type Place,
} from './embedded/place.ts';
import { readablePrograms } from './embedded/programs.ts';
import { chooseRunner, allowEntry, takeOver } from './embedded/runner.ts';
import { keepRunning, type DatabaseLog } from './embedded/server.ts';
import { OperatorProblem } from './operator-problem.ts';

/** A running PostgreSQL. `url` signs in as the owner of the tables, a superuser. */
export type EmbeddedDatabase = { url: string; stop(): Promise<void> };

const silence: DatabaseLog = { info() {}, error() {} };

/** Starts the database in `dataDir`, and creates it on the first start. `stop` takes at most 10 s. */
export async function startEmbeddedDatabase(options: {
  dataDir: string;
  log?: DatabaseLog;
  /** PostgreSQL's `max_connections`. At least 60 are used. */
  maxConnections?: number;
}): Promise<EmbeddedDatabase> {
  const log = options.log ?? silence;
  const dataDir = await openDataDir(options.dataDir);
  const unlock = lockDataDir(dataDir);
  try {
    const cluster = clusterIn(dataDir);
    const runner = await chooseRunner(dataDir, cluster);
    const programs = await readablePrograms(await binaries(), runner);
    const place: Place = { dataDir, cluster, ...programs };
    await stopOrphan(place, log);
    await removeLeftovers(place);
    await allowEntry(dataDir, runner);
    await takeOver(cluster, runner);
    const password = await ensureCluster(place, runner, log);
    const maxConnections = Math.max(60, options.maxConnections ?? 0);
    const server = await keepRunning(place, runner, { log, maxConnections });
    return {
      url: `postgres://${owner}:${password}@${server.address.urlHost}`,
      stop: once(() => server.stop().finally(unlock)),
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Connects to the database that another process runs in this folder. Only that process stops it. */
export async function joinEmbeddedDatabase(path: string): Promise<EmbeddedDatabase> {
  const dataDir = await fs.realpath(path);
  const passwordFile = passwordFileIn(dataDir);
  const password = await fs.readFile(passwordFile, 'utf8').catch((cause: Error) => {
    throw new OperatorProblem(
      `${passwordFile} cannot be read. If it is lost, restart the server: it makes a new one.`,
      { cause },
    );
  });
  const cluster = clusterIn(dataDir);
  const [, , , port, socketFolder] = await pidFileLines(cluster);
  // PostgreSQL fills the file while it starts.
  if (!port || socketFolder === undefined)
    throw new OperatorProblem(`No database runs in ${dataDir} yet.`);
  const folder = socketFolder.trim() && socketFolderIn(cluster);
  const host = urlHost({ port: port.trim(), folder });
  return { url: `postgres://${owner}:${password.trim()}@${host}`, stop: async () => {} };
}
