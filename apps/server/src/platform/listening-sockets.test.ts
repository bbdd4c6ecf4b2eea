import Fastify from 'fastify';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { listenOnManySockets } from './listening-sockets.ts';

const host = '127.0.0.1';
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function openServer(port = 0) {
  const app = Fastify({ forceCloseConnections: 'idle' });
  const hold = Promise.withResolvers<void>();
  app.get('/', () => 'ok');
  app.get('/slow', (_request, reply) =>
    hold.promise.then(() => void reply.header('connection', 'close').send('ok')),
  );
  const closeSockets = await listenOnManySockets(app, { port, host, backlog: 16 });
  const close = () => Promise.all([closeSockets(), app.close()]);
  return { port: (app.server.address() as AddressInfo).port, close, answerSlow: hold.resolve };
}

/** The kernel chooses a socket by the client's port, so many connections reach all of them. */
const CONNECTIONS = 200;

async function status(port: number, agent: Agent, path = '/') {
  const [response] = await once(request({ host, port, agent, path }).end(), 'response');
  response.resume();
  return response.statusCode as number;
}

test('requests are answered on every socket', async () => {
  const { port, close } = await openServer();
  ends.push(close);
  const agent = new Agent({ keepAlive: true });
  const answers = Array.from({ length: CONNECTIONS }, () => status(port, agent));
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
  agent.destroy();
});

test('a port that another server uses is an error', async () => {
  const { port, close } = await openServer();
  ends.push(close);
  await expect(openServer(port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  const plain = createServer().listen(port, host);
  await expect(once(plain, 'listening')).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('closing answers open requests, accepts no connection, and waits for no idle one', async () => {
  const { port, close, answerSlow } = await openServer();
  const agent = new Agent({ keepAlive: true });
  await Promise.all(Array.from({ length: CONNECTIONS }, () => status(port, agent)));
  const open = Array.from({ length: 20 }, () => status(port, agent, '/slow'));
  await new Promise((resolve) => setTimeout(resolve, 100)); // the requests have arrived
  const closed = close();
  await expect(status(port, new Agent())).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  answerSlow();
  expect(new Set(await Promise.all(open))).toEqual(new Set([200]));
  await closed;
  agent.destroy();
});
