import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedDatabase } from '../src/platform/embedded-database.ts';
import { binaries, clusterIn, database, owner } from '../src/platform/embedded/place.ts';
import { launch } from '../src/platform/embedded/program.ts';
import { readablePrograms } from '../src/platform/embedded/programs.ts';
import { changeOwner, chooseRunner, pathFrom } from '../src/platform/embedded/runner.ts';
import { childrenOf, freePort } from '../test/server-process.ts';

const STARTUP_TIMEOUT_MS = 60_000;
/** Time for a resumed primary to notice that its clients are gone. */
const RESUMED_MS = 300;
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '64MB',
  max_connections: '100',
  wal_keep_size: '256MB',
};

interface Node {
  cluster: string;
  port: number;
  process: ChildProcess;
}

/** Files that a replica must not copy from its primary. */
const primaryOnlyFiles = /^(postmaster\.(pid|opts)|pg_wal\/[^/]+|pg_replslot\/.+)$/;

/**
 * Starts a PostgreSQL primary, and a proxy that always leads to the current primary. `attach` adds a
 * synchronous replica: from then on both must store a write before it is acknowledged.
 */
export async function openReplicaPair() {
  const home = await fs.mkdtemp(join(tmpdir(), 'vitrine-torture-replica-'));
  const runner = await chooseRunner(home, clusterIn(home));
  const { postgres } = await readablePrograms(await binaries(), runner);
  const seed = await startEmbeddedDatabase({ dataDir: home });
  await seed.stop();
  const password = (await fs.readFile(join(home, 'postgres.password'), 'utf8')).trim();
  const urlAt = (port: number) => `postgres://${owner}:${password}@127.0.0.1:${port}/${database}`;

  const clientProxy = await openProxy();
  const replicationProxy = await openProxy();
  let primary = await start(clusterIn(home));
  let replica: Node | null = null;
  let replicaCount = 0;
  clientProxy.routeTo(primary.port);

  async function start(cluster: string): Promise<Node> {
    const port = await freePort();
    await fs.writeFile(
      join(cluster, 'pg_hba.conf'),
      'host all,replication all 127.0.0.1/32 scram-sha-256\n',
    );
    await changeOwner(runner, join(cluster, 'pg_hba.conf'));
    const options = Object.entries({ ...settings, port: String(port) });
    const settingArguments = options.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const log = await fs.open(join(home, 'replicas.log'), 'a');
    const command = [postgres, '-D', pathFrom(runner, cluster), ...settingArguments];
    const process = launch(runner, cluster, command, log.fd);
    await log.close();
    const node = { cluster, port, process };
    await waitUntil(`PostgreSQL in ${cluster}`, () => query(node, 'SELECT 1').then(Boolean));
    return node;
  }

  async function query<Row extends object>(node: Node, ...queries: string[]): Promise<Row[]> {
    const client = new pg.Client({ connectionString: urlAt(node.port) });
    client.on('error', () => {});
    try {
      await client.connect();
      let rows: Row[] = [];
      for (const query of queries) rows = (await client.query<Row>(query)).rows;
      return rows;
    } finally {
      await client.end().catch(() => {});
    }
  }

  const requireReplica = (names: string) =>
    query(
      primary,
      `ALTER SYSTEM SET synchronous_standby_names = '${names}'`,
      'SELECT pg_reload_conf()',
    );

  return {
    url: urlAt(clientProxy.port),
    connect: async () => {
      const client = new pg.Client({ connectionString: urlAt(clientProxy.port) });
      client.on('error', () => {});
      await client.connect();
      return client;
    },
    /** Copies the running primary into a synchronous replica, and waits until it streams. */
    async attach() {
      replicaCount += 1;
      replicationProxy.routeTo(primary.port);
      const cluster = join(home, `replica-${replicaCount}`);
      const client = new pg.Client({ connectionString: urlAt(primary.port) });
      await client.connect();
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
      const connectionString = `host=127.0.0.1 port=${replicationProxy.port} user=${owner} password=${password} application_name=replica`;
      await fs.appendFile(
        join(cluster, 'postgresql.auto.conf'),
        `primary_conninfo = '${connectionString}'\n`,
      );
      await fs.writeFile(join(cluster, 'standby.signal'), '');
      await changeOwner(runner, cluster);
      replica = await start(cluster);
      await requireReplica('replica');
      await waitUntil('a synchronous replica', async () => {
        const found = await query(
          primary,
          "SELECT FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming'",
        );
        return found.length === 1;
      });
    },
    signal: (name: NodeJS.Signals) => signalAll(primary, name),
    /** Cuts replication: writes reach only the primary, so they cannot be acknowledged. */
    isolateReplica: () => replicationProxy.dropTraffic(),
    /** Promotes the replica. Returns a function that removes the former primary, dead or frozen. */
    async promote() {
      replicationProxy.closeConnections();
      const former = primary;
      primary = replica!;
      replica = null;
      await waitUntil('the promoted replica', async () => {
        await query(primary, 'SELECT pg_promote(true, 30) WHERE pg_is_in_recovery()');
        await requireReplica(''); // there is no other replica to wait for
        return true;
      });
      clientProxy.routeTo(primary.port);
      return async () => {
        signalAll(former, 'SIGCONT');
        await sleep(RESUMED_MS);
        signalAll(former, 'SIGKILL');
        if (former.process.exitCode === null && former.process.signalCode === null)
          await once(former.process, 'exit');
        await fs.rm(former.cluster, { recursive: true, force: true });
      };
    },
    async close() {
      clientProxy.close();
      replicationProxy.close();
      for (const node of [primary, replica]) node?.process.kill('SIGQUIT');
      await fs.rm(home, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
    },
  };
}

/** Sends a signal to the postmaster and its children. */
function signalAll({ process: { pid } }: Node, name: NodeJS.Signals) {
  for (const each of [pid!, ...childrenOf(pid!).map((child) => child.pid)])
    try {
      process.kill(each, name);
    } catch {
      // The process has ended.
    }
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

/** Opens a TCP proxy whose target can change, as a load balancer has it. */
async function openProxy() {
  let target = 0;
  const open = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect(target, '127.0.0.1');
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      open.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const closeConnections = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (proxy.address() as AddressInfo).port,
    routeTo(port: number) {
      target = port;
      closeConnections();
    },
    /** Discards everything that is sent from now on, and keeps the connections open. */
    dropTraffic() {
      for (const socket of open) socket.unpipe().resume();
    },
    closeConnections,
    close() {
      proxy.close();
      closeConnections();
    },
  };
}

async function waitUntil(what: string, isTrue: () => Promise<boolean>) {
  const end = Date.now() + STARTUP_TIMEOUT_MS;
  let last: unknown;
  while (Date.now() < end) {
    if (await isTrue().catch((error) => void (last = error))) return;
    await sleep(50);
  }
  throw new Error(`${what} is not ready after ${STARTUP_TIMEOUT_MS / 1000} s`, { cause: last });
}
