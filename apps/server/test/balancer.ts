import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, isReady } from './server-process.ts';

interface Balancer {
  port: number;
  close(): Promise<void>;
}

/** Opens the balancer of `BALANCER`, `haproxy` or `caddy`, which must be installed; else our own. */
export function openBalancer(ports: readonly number[]): Promise<Balancer> {
  const program = process.env['BALANCER'];
  return program === 'haproxy' || program === 'caddy'
    ? runBalancer(program, ports)
    : openOwnBalancer(ports);
}

/**
 * Runs a program with the configuration of docs/operations.md. Only the addresses differ, and that
 * it has no certificate.
 */
async function runBalancer(
  program: 'haproxy' | 'caddy',
  ports: readonly number[],
): Promise<Balancer> {
  const docs = await readFile(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
  const blocks = [...docs.matchAll(/^```\n(.*?)^```$/gms)].map(([, text]) => text!);
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-balancer-'));
  const file = join(folder, program === 'haproxy' ? 'haproxy.cfg' : 'Caddyfile');
  await writeFile(file, configure[program](blocks, port, ports));
  const options = { haproxy: ['-db', '-f', file], caddy: ['run', '--config', file] }[program];
  const env = { PATH: process.env['PATH'], HOME: folder };
  const child = spawn(program, options, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'exit');
  for (;;) {
    if (await isReady(port)) break;
    if (child.exitCode !== null) throw new Error(`${program} ended: ${output}`);
    await sleep(50);
  }
  return {
    port,
    async close() {
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), 2_000).unref();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Configure = (blocks: string[], port: number, ports: readonly number[]) => string;
const configure: Record<'haproxy' | 'caddy', Configure> = {
  haproxy(blocks, port, ports) {
    const lines = ports.map((port, index) => `  server s${index} 127.0.0.1:${port}\n`).join('');
    return blocks
      .find((text) => text.startsWith('global\n'))!
      .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
      .replace(/(?:^ {2}server .*\n)+/m, lines)
      .replace('X-Forwarded-Proto https', 'X-Forwarded-Proto http');
  },
  caddy(blocks, port, ports) {
    const servers = ports.map((port) => `127.0.0.1:${port}`).join(' ');
    const found = blocks.find((text) => text.includes('health_uri'))!;
    const site = found
      .replace(/^\*.*$/m, `http://:${port} {`)
      .replace(/\ttls \{.*?\n\t\}\n/s, '')
      .replace(/reverse_proxy [^{]*\{/, `reverse_proxy ${servers} {`);
    return `{\n\tadmin off\n\tauto_https off\n}\n${site}`;
  },
};

/**
 * Balances requests as HAProxy or Caddy do: each one goes to the next server that is ready. If
 * nothing listens there, it goes to the next. It retries in no other case.
 */
async function openOwnBalancer(ports: readonly number[]): Promise<Balancer> {
  const ready = new Set<number>();
  let closing = false;
  const checks = ports.map(async (port) => {
    while (!closing) {
      if (await isReady(port)) ready.add(port);
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
    outgoing.on('response', (response) => {
      answer.writeHead(response.statusCode!, response.headers);
      answer.flushHeaders();
      response.pipe(answer);
      response.on('error', () => answer.destroy());
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
