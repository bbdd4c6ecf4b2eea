import { once } from 'node:events';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  connectTo,
  copyAsReplica,
  createPostgresHome,
  query,
  signalAll,
  startNode,
  urlAt,
  waitUntil,
  type PostgresHome,
  type PostgresNode,
} from './postgres-node.ts';
import { openTcpProxy } from './tcp-proxy.ts';

/** Time for a resumed primary to notice that its clients are gone. */
const RESUMED_MS = 300;

/**
 * Starts a PostgreSQL primary, and a proxy that always leads to the current primary. `attach` adds a
 * synchronous replica: from then on both must store a write before it is acknowledged.
 */
export async function openReplicaPair() {
  const home = await createPostgresHome(
    await fs.mkdtemp(join(tmpdir(), 'vitrine-torture-replica-')),
  );
  const clientProxy = await openTcpProxy();
  const replicationProxy = await openTcpProxy();
  let primary = await startNode(home, home.first);
  let replica: PostgresNode | null = null;
  let replicaCount = 0;
  clientProxy.routeTo(primary.port);

  /** Copies the running primary into a synchronous replica, and waits until it streams. */
  async function attach() {
    replicaCount += 1;
    replicationProxy.routeTo(primary.port);
    const cluster = join(home.folder, `replica-${replicaCount}`);
    await copyAsReplica(home, primary, { cluster, primaryPort: replicationProxy.port });
    replica = await startNode(home, cluster);
    await requireReplica(home, primary, 'replica');
    await waitUntil('a synchronous replica', () => hasSynchronousReplica(home, primary));
  }

  /** Promotes the replica. Returns a function that removes the former primary, dead or frozen. */
  async function promote() {
    replicationProxy.closeConnections();
    const former = primary;
    primary = replica!;
    replica = null;
    await waitUntil('the promoted replica', async () => {
      await query(home, primary, 'SELECT pg_promote(true, 30) WHERE pg_is_in_recovery()');
      await requireReplica(home, primary, ''); // there is no other replica to wait for
      return true;
    });
    clientProxy.routeTo(primary.port);
    return () => remove(former);
  }

  return {
    url: urlAt(home, clientProxy.port),
    connect: () => connectTo(home, clientProxy.port),
    attach,
    signal: (name: NodeJS.Signals) => signalAll(primary, name),
    /** Cuts replication: writes reach only the primary, so they cannot be acknowledged. */
    isolateReplica: () => replicationProxy.dropTraffic(),
    promote,
    async close() {
      clientProxy.close();
      replicationProxy.close();
      for (const node of [primary, replica]) node?.process.kill('SIGQUIT');
      await fs.rm(home.folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
    },
  };
}

/** Lets the primary acknowledge a write once a replica of this name has it. '' asks for none. */
const requireReplica = (home: PostgresHome, primary: PostgresNode, name: string) =>
  query(
    home,
    primary,
    `ALTER SYSTEM SET synchronous_standby_names = '${name}'`,
    'SELECT pg_reload_conf()',
  );

async function hasSynchronousReplica(home: PostgresHome, primary: PostgresNode) {
  const found = await query(
    home,
    primary,
    "SELECT FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming'",
  );
  return found.length === 1;
}

/** Ends a node, resumes it first if it is frozen, and removes its data. */
async function remove(node: PostgresNode) {
  signalAll(node, 'SIGCONT');
  await sleep(RESUMED_MS);
  signalAll(node, 'SIGKILL');
  if (node.process.exitCode === null && node.process.signalCode === null)
    await once(node.process, 'exit');
  await fs.rm(node.cluster, { recursive: true, force: true });
}
