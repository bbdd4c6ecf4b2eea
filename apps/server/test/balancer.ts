import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './server-process.ts';

/**
 * Balances requests as HAProxy or Caddy do: each one goes to the next server that is ready. If
 * nothing listens there, it goes to the next. Nothing else is tried twice.
 */
export async function openBalancer(ports: readonly number[]) {
  const ready = new Set<number>();
  let closing = false;
  const checks = ports.map(async (port) => {
    while (!closing) {
      const status = await ask(port, '/readyz').then(
        (answer) => answer.status,
        () => 0,
      );
      if (status === 200) ready.add(port);
      else ready.delete(port);
      await sleep(50);
    }
  });

  let turn = 0;
  async function socketOfNext(): Promise<Socket | null> {
    for (let tries = 0; tries < ports.length * 2; tries += 1) {
      const port = ports[(turn += 1) % ports.length]!;
      if (!ready.has(port)) continue;
      const socket = connect(port, '127.0.0.1');
      const connected = await once(socket, 'connect').then(
        () => true,
        () => false,
      );
      if (connected) return socket;
      ready.delete(port);
    }
    return null;
  }

  async function pass(incoming: IncomingMessage, answer: ServerResponse) {
    const socket = await socketOfNext();
    if (!socket) return void answer.writeHead(502).end();
    const outgoing = request({
      createConnection: () => socket,
      method: incoming.method!,
      path: incoming.url!,
      headers: {
        ...incoming.headers,
        connection: 'close',
        'x-forwarded-for': incoming.socket.remoteAddress!,
        'x-forwarded-proto': 'http',
      },
    });
    outgoing.on('response', (found) => {
      answer.writeHead(found.statusCode!, found.headers);
      answer.flushHeaders();
      found.pipe(answer);
      found.on('error', () => answer.destroy());
    });
    outgoing.on('error', () => answer.destroy());
    answer.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  }

  const server = createServer((incoming, answer) => void pass(incoming, answer));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      closing = true;
      server.closeAllConnections();
      server.close();
      await Promise.all(checks);
    },
  };
}
