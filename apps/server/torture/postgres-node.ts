import type { ChildProcess } from 'node:child_process';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedDatabase } from '../src/platform/embedded-database.ts';
import { binaries, clusterIn, database, owner } from '../src/platform/embedded/place.ts';
import { launch } from '../src/platform/embedded/program.ts';
import { readablePrograms } from '../src/platform/embedded/programs.ts';
import {
  changeOwner,
  chooseRunner,
  pathFrom,
  type Runner,
} from '../src/platform/embedded/runner.ts';
import { childrenOf, freePort } from '../test/server-process.ts';

const STARTUP_TIMEOUT_MS = 60_000;
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '64MB',
  max_connections: '100',
  wal_keep_size: '256MB',
};

/** A running PostgreSQL. */
export interface PostgresNode {
  /** Folder of its data. */
  cluster: string;
  port: number;
  process: ChildProcess;
}

/** Files that a replica must not copy from its primary. */
const primaryOnlyFiles = /^(postmaster\.(pid|opts)|pg_wal\/[^/]+|pg_replslot\/.+)$/;

/** A folder of clusters, and what their nodes share. */
export interface PostgresHome {
  folder: string;
  /** The folder of the first cluster. Replicas are copies of it. */
  first: string;
  /** The program `postgres`. */
  postgres: string;
  runner: Runner;
  /** The password of the owner, on every node. */
  password: string;
}

/** Creates the first cluster in a folder. */
export async function createPostgresHome(folder: string): Promise<PostgresHome> {
  const first = clusterIn(folder);
  const runner = await chooseRunner(folder, first);
  const { postgres } = await readablePrograms(await binaries(), runner);
  const seed = await startEmbeddedDatabase({ dataDir: folder });
  await seed.stop();
  const password = (await fs.readFile(join(folder, 'postgres.password'), 'utf8')).trim();
  return { folder, first, postgres, runner, password };
}

/** The address of a node, or of a proxy before it. */
export const urlAt = ({ password }: PostgresHome, port: number) =>
  `postgres://${owner}:${password}@127.0.0.1:${port}/${database}`;

/** Connects to a node, or to a proxy before it. */
export async function connectTo(home: PostgresHome, port: number) {
  const client = new pg.Client({ connectionString: urlAt(home, port) });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Runs queries one after another. Returns the rows of the last. */
export async function query(
  home: PostgresHome,
  node: PostgresNode,
  ...queries: string[]
): Promise<object[]> {
  const client = await connectTo(home, node.port);
  try {
    let rows: object[] = [];
    for (const query of queries) rows = (await client.query<object>(query)).rows;
    return rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Starts PostgreSQL in a cluster's folder, and waits until it answers. */
export async function startNode(home: PostgresHome, cluster: string): Promise<PostgresNode> {
  const { folder, postgres, runner } = home;
  const port = await freePort();
  await fs.writeFile(
    join(cluster, 'pg_hba.conf'),
    'host all,replication all 127.0.0.1/32 scram-sha-256\n',
  );
  await changeOwner(runner, join(cluster, 'pg_hba.conf'));
  const options = Object.entries({ ...settings, port: String(port) });
  const settingArguments = options.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = await fs.open(join(folder, 'replicas.log'), 'a');
  const command = [postgres, '-D', pathFrom(runner, cluster), ...settingArguments];
  const process = launch(runner, cluster, command, log.fd);
  await log.close();
  const node = { cluster, port, process };
  await waitUntil(`PostgreSQL in ${cluster}`, () => query(home, node, 'SELECT 1').then(Boolean));
  return node;
}

/** Copies a running primary into `cluster`. Its replica will stream from `primaryPort`. */
export async function copyAsReplica(
  home: PostgresHome,
  primary: PostgresNode,
  { cluster, primaryPort }: { cluster: string; primaryPort: number },
) {
  const client = await connectTo(home, primary.port);
  try {
    await client.query("SELECT pg_backup_start('replica', true)");
    await copyCluster(primary.cluster, cluster);
    const { rows } = await client.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(false)',
    );
    await fs.writeFile(join(cluster, 'backup_label'), rows[0]!.labelfile);
  } finally {
    await client.end();
  }
  const connectionString = `host=127.0.0.1 port=${primaryPort} user=${owner} password=${home.password} application_name=replica`;
  await fs.appendFile(
    join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = '${connectionString}'\n`,
  );
  await fs.writeFile(join(cluster, 'standby.signal'), '');
  await changeOwner(home.runner, cluster);
}

/** Sends a signal to the postmaster and its children. */
export function signalAll({ process: { pid } }: PostgresNode, name: NodeJS.Signals) {
  for (const each of [pid!, ...childrenOf(pid!).map((child) => child.pid)])
    try {
      process.kill(each, name);
    } catch {
      // The process has ended.
    }
}

/** Waits until `isTrue` resolves with true. After 60 s it throws the last error as the cause. */
export async function waitUntil(what: string, isTrue: () => Promise<boolean>) {
  const end = Date.now() + STARTUP_TIMEOUT_MS;
  let last: unknown;
  while (Date.now() < end) {
    if (await isTrue().catch((error) => void (last = error))) return;
    await sleep(50);
  }
  throw new Error(`${what} is not ready after ${STARTUP_TIMEOUT_MS / 1000} s`, { cause: last });
}

/** Copies a running cluster. A file may vanish meanwhile: WAL replay restores it. */
async function copyCluster(from: string, to: string) {
  await fs.mkdir(join(to, 'pg_wal'), { recursive: true, mode: 0o700 });
  await fs.chmod(to, 0o700);
  for (const entry of await fs.readdir(from, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(from.length + 1);
    if (primaryOnlyFiles.test(path)) continue;
    if (entry.isDirectory()) await fs.mkdir(join(to, path), { recursive: true, mode: 0o700 });
    else if (entry.isFile())
      await fs.copyFile(join(from, path), join(to, path)).catch((error) => {
        if (error.code !== 'ENOENT') throw error;
      });
  }
}
