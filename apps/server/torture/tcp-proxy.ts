import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Opens a TCP proxy on this machine. Its target can change, as behind a load balancer. */
export async function openTcpProxy() {
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
    /** Leads new connections to `port`, and closes the others. */
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
