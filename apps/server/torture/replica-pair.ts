import { once } from 'node:events';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCluster, signalAll, waitUntil, type PostgresNode } from './postgres-node.ts';
import { openTcpProxy } from './tcp-proxy.ts';

/** Time for a resumed primary to notice that its clients are gone. */
const RESUMED_MS = 300;

/**
 * Starts a PostgreSQL primary, and a proxy that always leads to the current primary. `attach` adds a
 * synchronous replica: from then on both must store a write before it is acknowledged.
 */
export async function openReplicaPair() {
  const home = await fs.mkdtemp(join(tmpdir(), 'vitrine-torture-replica-'));
  const { first, urlAt, connectTo, query, start, copyAsReplica } = await createCluster(home);
  const clientProxy = await openTcpProxy();
  const replicationProxy = await openTcpProxy();
  let primary = await start(first);
  let replica: PostgresNode | null = null;
  let replicaCount = 0;
  clientProxy.routeTo(primary.port);

  const requireReplica = (names: string) =>
    query(
      primary,
      `ALTER SYSTEM SET synchronous_standby_names = '${names}'`,
      'SELECT pg_reload_conf()',
    );

  /** Copies the running primary into a synchronous replica, and waits until it streams. */
  async function attach() {
    replicaCount += 1;
    replicationProxy.routeTo(primary.port);
    const cluster = join(home, `replica-${replicaCount}`);
    await copyAsReplica(primary, cluster, replicationProxy.port);
    replica = await start(cluster);
    await requireReplica('replica');
    await waitUntil('a synchronous replica', async () => {
      const found = await query(
        primary,
        "SELECT FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming'",
      );
      return found.length === 1;
    });
  }

  /** Promotes the replica. Returns a function that removes the former primary, dead or frozen. */
  async function promote() {
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
    return () => remove(former);
  }

  return {
    url: urlAt(clientProxy.port),
    connect: () => connectTo(clientProxy.port),
    attach,
    signal: (name: NodeJS.Signals) => signalAll(primary, name),
    /** Cuts replication: writes reach only the primary, so they cannot be acknowledged. */
    isolateReplica: () => replicationProxy.dropTraffic(),
    promote,
    async close() {
      clientProxy.close();
      replicationProxy.close();
      for (const node of [primary, replica]) node?.process.kill('SIGQUIT');
      await fs.rm(home, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
    },
  };
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
