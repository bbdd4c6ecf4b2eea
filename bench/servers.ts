import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedDatabase } from '../apps/server/src/platform/embedded-database.ts';
import { processorOf } from './processor.ts';

/** A database of the bench. */
export type Cluster = Awaited<ReturnType<typeof startCluster>>;
/** A server process of the bench. */
export type Server = Awaited<ReturnType<typeof startServer>>;

/** Counters of a server's process. */
interface ProcessUsage {
  /** µs of the processor, all threads. */
  processor: number;
  statements: number;
  roundTrips: number;
}

/** The processor time and the memory of a server and its database. */
export interface Usage extends ProcessUsage {
  /** Processor time in µs. Null where the system does not provide it. */
  database: number | null;
}

/**
 * Starts a PostgreSQL for one server. Product and control have one each, so that all processes of a
 * cluster, the WAL writer and autovacuum included, count for their server. A given folder is kept
 * afterwards.
 */
export async function startCluster(givenDataDir?: string) {
  const dataDir = givenDataDir ?? (await mkdtemp(join(tmpdir(), 'vitrine-bench-')));
  const { url, stop } = await startEmbeddedDatabase({ dataDir });
  const [postmaster] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split(
    '\n',
  );
  return {
    url,
    dataDir,
    processor: () => processorOf(Number(postmaster)),
    async stop() {
      await stop();
      if (!givenDataDir) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts one of the two servers in its own process. */
export async function startServer(
  file: 'product.ts' | 'control.ts',
  cluster: Cluster,
  { port, execArgv = [] }: { port: number; execArgv?: string[] },
) {
  const child = fork(join(import.meta.dirname, file), {
    execArgv,
    env: {
      ...process.env,
      DATABASE_URL: cluster.url,
      DATA_DIR: cluster.dataDir,
      PORT: String(port),
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'), // as npm start does
    },
  });
  await once(child, 'message');
  const query = async <Answer>(question: string) => {
    child.send(question);
    const [answer] = (await once(child, 'message')) as [Answer];
    return answer;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    query,
    usage: async (): Promise<Usage> => ({
      ...(await query<ProcessUsage>('usage')),
      database: cluster.processor(),
    }),
    stop: () => child.kill(),
  };
}

/**
 * Starts the whole server as an installation runs it, jobs included, in its own process. `env` adds
 * to its settings. It may not answer yet: ask `/readyz`.
 */
export function startMain(cluster: Cluster, port: number, env: Record<string, string>) {
  const child = fork(join(import.meta.dirname, '../apps/server/src/main.ts'), {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      DEMO: '0',
      DATABASE_URL: cluster.url,
      DATA_DIR: cluster.dataDir,
      PORT: String(port),
      ...env,
    },
  });
  return {
    pid: child.pid!,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
