/**
 * The PostgreSQL that comes along: `npm start` needs no database server of its own.
 *
 * Everything lives in the data directory:
 *   postgres/            the cluster
 *   postgres.password    its owner's password, readable by the owner only
 *   postgres.log         what the server says; the log before it is postgres.log.1
 *   postgres.socket/     where the application meets it
 *   postgres.new-…       a first start under way, or the rest of one that was killed
 *   vitrine.lock         held while a server runs on this directory; vitrine.pid says whose it is
 */
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { urlHost } from './embedded/address.ts';
import { ensureCluster } from './embedded/cluster.ts';
import { removeAbandonedClusters, stopOrphan } from './embedded/leftovers.ts';
import { lock } from './embedded/lock.ts';
import { once } from './embedded/once.ts';
import { binaries, owner, pidFileLines, type Place } from './embedded/place.ts';
import { chooseRunner } from './embedded/runner.ts';
import { keepRunning } from './embedded/server.ts';

export type EmbeddedDatabase = { url: string; stop(): Promise<void> };

/** Starts the database in `dataDir`, making it on the first start. `stop` takes at most 10 s. */
export async function startEmbeddedDatabase(options: {
  dataDir: string;
  log?: (line: string) => void;
}): Promise<EmbeddedDatabase> {
  const log = options.log ?? (() => {});
  await fs.mkdir(options.dataDir, { recursive: true });
  const home = await fs.realpath(options.dataDir);
  const unlock = lock(home);
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

/** The database that another process runs in `dataDir`; it is that one's to stop. */
export async function joinEmbeddedDatabase(dataDir: string): Promise<EmbeddedDatabase> {
  const home = await fs.realpath(dataDir);
  const password = await fs.readFile(join(home, 'postgres.password'), 'utf8');
  const [, , , port, folder] = await pidFileLines(join(home, 'postgres'));
  const host = urlHost({ port: port!.trim(), folder: folder!.trim() });
  return { url: `postgres://${owner}:${password.trim()}@${host}`, stop: async () => {} };
}
