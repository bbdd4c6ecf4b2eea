import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { joinEmbeddedDatabase } from '../src/platform/embedded-database.ts';
import {
  childrenOf,
  freePort,
  served,
  startProcess,
  type ServerProcess,
} from '../test/server-process.ts';

/** A Vitrine with its own folder, database and port on this machine. */
export interface Installation {
  dataDir: string;
  port: number;
  /** The current or last process. */
  server: ServerProcess;
  /** Starts a process without waiting until it serves. */
  launch(): ServerProcess;
  /** Starts a process and waits until it serves. Throws if the process ends before. */
  start(): Promise<void>;
  postmaster(): Promise<number>;
  /** The postmaster and its children. */
  databaseProcesses(): Promise<number[]>;
  /** Shifts the clock of the server and its workers, but not of PostgreSQL. */
  shiftClock(ms: number): Promise<void>;
  /** Connects as the owner of the tables. */
  connect(): Promise<pg.Client>;
  remove(): Promise<void>;
}

const run = promisify(execFile);
const CLOCK_READ_MS = 60;

interface Options {
  workers: number;
  /** Size of a separate disk for the folder, so that a fault can fill it. */
  diskMb?: number;
  /** More environment variables of the server. */
  env?: Record<string, string>;
}

/** Starts a server with its own database and folder. Its disk may be limited, in MB. */
export async function newInstallation({
  workers,
  diskMb,
  env: extraEnv,
}: Options): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-torture-'));
  if (diskMb)
    await run('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m,mode=700`, 'tmpfs', dataDir]);
  const clockFolder = await mkdtemp(join(tmpdir(), 'vitrine-torture-clock-'));
  const clock = join(clockFolder, 'offset');
  const port = await freePort();
  const env = {
    ...extraEnv,
    DATA_DIR: dataDir,
    WORKERS: String(workers),
    DATABASE_TIMEOUT_MS: '600',
    TORTURE_CLOCK: clock,
    NODE_OPTIONS: `--import=${new URL('clock.mjs', import.meta.url).href}`,
  };
  const launch = () => (installation.server = startProcess(env, port, { detached: true }));
  const postmaster = async () =>
    Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
  const installation: Installation = {
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
    async shiftClock(ms) {
      await writeFile(clock, String(ms));
      await sleep(CLOCK_READ_MS);
    },
    async connect() {
      const { url } = await joinEmbeddedDatabase(dataDir);
      const client = new pg.Client({ connectionString: url });
      client.on('error', () => {});
      await client.connect();
      return client;
    },
    async remove() {
      installation.server.kill('SIGKILL');
      await installation.server.ended;
      if (diskMb) await run('umount', ['-l', dataDir]);
      await rm(clockFolder, { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
    },
  };
  return installation;
}

/** Whether this process may mount a disk in memory: root may, outside of most containers. */
export async function mayMount() {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-torture-mount-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
    await run('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
