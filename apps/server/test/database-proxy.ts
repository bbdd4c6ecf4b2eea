import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';

/** PostgreSQL's own error, in the bytes that it sends before a connection is ready. */
export interface Refusal {
  code: string;
  message: string;
}

/** Decides about new connections. `silent` accepts them, and never answers. */
type Mode = 'pass' | 'silent' | Refusal;

interface CutOptions {
  delivered: boolean;
  lastWords?: Refusal;
}

/** A proxy before PostgreSQL that can delay, hold and cut connections. */
export interface DatabaseProxy {
  /** `databaseUrl` through the proxy. */
  url: string;
  mode: Mode;
  /**
   * Cuts the next connection whose client sends this text. With `delivered`, the database gets the
   * text, and only its answer is lost. The client gets `lastWords` before the end.
   */
  cutAt(text: string, options: CutOptions): Promise<void>;
  close(): Promise<void>;
}

/** Stands between a server and its database, to break their connections at a chosen moment. */
export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const { host, port } = new pg.Client({ connectionString: databaseUrl });
  const sockets = new Set<Socket>();
  let cut: (CutOptions & { text: string; done: () => void }) | undefined;

  const server = createServer((client) => {
    track(client);
    if (proxy.mode === 'silent') return;
    if (proxy.mode !== 'pass') return refuse(client, proxy.mode);
    const database = track(
      host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host),
    );
    client.on('close', () => database.end());
    database.on('close', () => client.destroy());
    database.pipe(client);
    client.on('data', (chunk) => {
      if (!cut || !chunk.includes(cut.text)) return void database.write(chunk);
      const { delivered, lastWords, done } = cut;
      cut = undefined;
      database.unpipe(client);
      if (delivered) database.write(chunk);
      if (lastWords) client.end(errorBytes(lastWords));
      else client.destroy();
      done();
    });
  });

  function track(socket: Socket) {
    sockets.add(socket);
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const proxy: DatabaseProxy = {
    url: url.href,
    mode: 'pass',
    cutAt: (text, options) =>
      new Promise((done) => {
        cut = { text, ...options, done };
      }),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}

function refuse(client: Socket, refusal: Refusal) {
  client.once('data', () => client.end(errorBytes(refusal)));
}

function errorBytes({ code, message }: Refusal) {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
