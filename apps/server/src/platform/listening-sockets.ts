import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { Config } from './config.ts';
import { OperatorProblem } from './operator-problem.ts';

/**
 * libuv accepts one connection per listening socket in a turn of the event loop. Under overload a
 * turn takes 20 ms: with three sockets, new people waited up to 8 s until the server saw them.
 */
const LISTENING_SOCKETS = 16;

interface ListenOptions {
  port: number;
  host: string;
  backlog: number;
}

/**
 * Listens with several sockets on one port (SO_REUSEPORT), so that a turn of the event loop accepts
 * several connections. Returns what closes the further sockets; `app.close()` closes the first one.
 */
export async function listenOnManySockets(
  app: FastifyInstance,
  options: ListenOptions,
): Promise<() => Promise<unknown>> {
  if (process.platform !== 'linux') {
    await app.listen(options);
    return async () => {};
  }
  await refuseTakenPort(options);
  const shared = { ...options, reusePort: true }; // Fastify passes it on, but its type lacks it
  await app.listen(shared);
  const { port } = app.server.address() as AddressInfo;
  // As node:http sets up its own sockets.
  const servers = Array.from({ length: LISTENING_SOCKETS - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      app.server.emit('connection', socket),
    ).listen({ ...shared, port }),
  );
  await Promise.all(servers.map((server) => once(server, 'listening')));
  return () => Promise.all(servers.map((server) => once(server.close(), 'close')));
}

/** The error of a listening socket as a sentence, if another PORT or HOST helps. */
export function listenProblem(error: NodeJS.ErrnoException, { port, host }: Config) {
  const sentence = {
    EADDRINUSE: `PORT ${port} is taken: stop what listens there, or choose another one.`,
    EACCES: `PORT ${port} is closed to this user: choose one from 1024 on.`,
    EADDRNOTAVAIL: `HOST ${host} is no address of this machine.`,
    EAI_AGAIN: `HOST ${host} is no address of this machine.`,
    EINVAL: `HOST ${host} is no address of this machine.`,
    ENOTFOUND: `HOST ${host} is no address of this machine.`,
  }[error.code ?? ''];
  if (!sentence) return error;
  return new OperatorProblem(`${sentence} (${error.code})`, { cause: error });
}

/** With SO_REUSEPORT, two servers of one user would share the port without an error. */
async function refuseTakenPort(options: ListenOptions) {
  const server = createServer().listen(options);
  await once(server, 'listening'); // rejects with EADDRINUSE
  await once(server.close(), 'close');
}
