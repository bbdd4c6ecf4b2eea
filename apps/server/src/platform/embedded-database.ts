/**
 * The embedded PostgreSQL: `npm start` needs no other database server.
 *
 * Everything lives in the data directory:
 *   postgres/            the cluster
 *   postgres.password    its owner's password, readable by the owner only
 *   postgres.log         the server's log; postgres.log.1 is the one before
 *   postgres.socket/     the socket that the application connects to
 *   postgres.new-…       a first start in progress, or the rest of a killed one
 *   vitrine.lock         locked while a server runs on this directory; vitrine.pid holds its pid
 */
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { urlHost } from './embedded/address.ts';
import { ensureCluster } from './embedded/cluster.ts';
import { removeAbandonedClusters, stopOrphan } from './embedded/leftovers.ts';
import { lockDataDir } from './embedded/lock.ts';
import { once } from './embedded/once.ts';
import { binaries, owner, pidFileLines, type Place } from './embedded/place.ts';
import { chooseRunner } from './embedded/runner.ts';
import { keepRunning } from './embedded/server.ts';

export type EmbeddedDatabase = { url: string; stop(): Promise<void> };

/** Starts the database in `dataDir`, and creates it on the first start. `stop` takes at most 10 s. */
export async function startEmbeddedDatabase(options: {
  dataDir: string;
  log?: (line: string) => void;
}): Promise<EmbeddedDatabase> {
  const log = options.log ?? (() => {});
  await fs.mkdir(options.dataDir, { recursive: true });
  const home = await fs.realpath(options.dataDir);
  const unlock = lockDataDir(home);
  try {
    const place: Place = { home, cluster: join(home, 'postgres'), ...(await binaries()) };
    await stopOrphan(place, log);
    await removeAbandonedClusters(place);
    const runner = await chooseRunner(place);
    const password = await ensureCluster(place, runner, log);
    const server = await keepRunning(place, runner, log);
    return {
      url: `postgres://${owner}:${password}@${server.address.urlHost}`,
      stop: once(() => server.stop().finally(unlock)),
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Connects to the database that another process runs in `dataDir`. Only that process stops it. */
export async function joinEmbeddedDatabase(dataDir: string): Promise<EmbeddedDatabase> {
  const home = await fs.realpath(dataDir);
  const password = await fs.readFile(join(home, 'postgres.password'), 'utf8');
  const [, , , port, folder] = await pidFileLines(join(home, 'postgres'));
  const host = urlHost({ port: port!.trim(), folder: folder!.trim() });
  return { url: `postgres://${owner}:${password.trim()}@${host}`, stop: async () => {} };
}
