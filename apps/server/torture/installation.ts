import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
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
  /** Sets the clock of the server, all workers included, off by so much. Not that of PostgreSQL. */
  shiftClock(ms: number): Promise<void>;
  /** A connection as the owner of the tables. */
  connect(): Promise<pg.Client>;
  remove(): Promise<void>;
}

const run = promisify(execFile);
const CLOCK_READ_MS = 60;

interface Options {
  workers: number;
  /** Its folder is a disk of its own of so many MB, which can be filled. */
  diskMb?: number;
  /** More settings of its server. */
  env?: Record<string, string>;
}

export async function newInstallation({
  workers,
  diskMb,
  env: more,
}: Options): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-torture-'));
  if (diskMb)
    await run('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m,mode=700`, 'tmpfs', dataDir]);
  const outside = await mkdtemp(join(tmpdir(), 'vitrine-torture-clock-'));
  const clock = join(outside, 'offset');
  const port = await freePort();
  const env = {
    ...more,
    DATA_DIR: dataDir,
    WORKERS: String(workers),
    DATABASE_TIMEOUT_MS: '600',
    TORTURE_CLOCK: clock,
    NODE_OPTIONS: `--import=${new URL('clock.mjs', import.meta.url).href}`,
  };
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
      made.server.kill('SIGKILL');
      await made.server.ended;
      if (diskMb) await run('umount', ['-l', dataDir]);
      await rm(outside, { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
    },
  };
  return made;
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
