import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { joinEmbeddedDatabase } from '../src/platform/embedded-database.ts';
import { childrenOf, freePort, served, startProcess } from '../test/server-process.ts';
import type { ServerProcess } from '../test/server-process.ts';

/** A Vitrine with a folder, a database and a port of its own, on this machine only. */
export interface Installation {
  dataDir: string;
  port: number;
  /** The process that runs now, or ran last. */
  server: ServerProcess;
  /** Starts a process. It may not serve yet. */
  launch(): ServerProcess;
  /** Starts it, and waits until it serves. Throws where it ends before. */
  start(): Promise<void>;
  postmaster(): Promise<number>;
  /** The postmaster and its children. */
  databaseProcesses(): Promise<number[]>;
  /** A connection as the owner of the tables. */
  connect(): Promise<pg.Client>;
  remove(): Promise<void>;
}

export async function newInstallation(workers: number): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-torture-'));
  const port = await freePort();
  const env = { DATA_DIR: dataDir, WORKERS: String(workers), DATABASE_TIMEOUT_MS: '600' };
  const launch = () => (made.server = startProcess(env, port));
  const postmaster = async () =>
    Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
  const made: Installation = {
    dataDir,
    port,
    server: null as unknown as ServerProcess,
    launch,
    start: () => served(launch()),
    postmaster,
    async databaseProcesses() {
      const pid = await postmaster();
      return [pid, ...childrenOf(pid).map((child) => child.pid)];
    },
    async connect() {
      const { url } = await joinEmbeddedDatabase(dataDir);
      const client = new pg.Client({ connectionString: url });
      client.on('error', () => {});
      await client.connect();
      return client;
    },
    async remove() {
      made.server.kill('SIGKILL');
      await made.server.ended;
      await rm(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
    },
  };
  return made;
}
