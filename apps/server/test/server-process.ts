import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A server as an operator starts it: in a process of its own, on this machine only. */
export interface ServerProcess {
  pid: number;
  port: number;
  /** Standard output and error so far. */
  output(): string;
  /** Resolves with exit code and signal once the process has ended. */
  ended: Promise<[number | null, NodeJS.Signals | null]>;
  kill(signal: NodeJS.Signals): void;
}

const main = join(import.meta.dirname, '../src/main.ts');
/** The sign-in of the owner whom a first start creates. */
export const ownerOf = { email: 'dona@example.com', password: 'segredo-bom-2026' };

interface ProcessOptions {
  /** Ctrl-C does not reach a detached process. */
  detached?: boolean;
  /** The file that gets standard output instead of `output`. */
  stdout?: number;
}

/** Starts the server as `npm start` does, in a process of its own. */
export function startProcess(
  env: Record<string, string>,
  port: number,
  { detached = false, stdout }: ProcessOptions = {},
): ServerProcess {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'error',
      DEMO: '0',
      OWNER_EMAIL: ownerOf.email,
      OWNER_PASSWORD: ownerOf.password,
      ...env,
    },
    stdio: ['ignore', stdout ?? 'pipe', 'pipe'],
    detached,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    pid: child.pid!,
    port,
    output: () => output,
    ended: once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>,
    kill: (signal) => void child.kill(signal),
  };
}

/** Below the ports that the system lends to connections, which a restarted server would find taken. */
const FIRST_PORT = 12_000;
const PORTS = 20_000;

/** Finds a port at which nobody listens. */
export async function freePort(): Promise<number> {
  const port = FIRST_PORT + randomInt(PORTS);
  const server = createServer().listen(port, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort();
  server.close();
  await once(server, 'close');
  return port;
}

/** An answer of such a server. */
export interface HttpResponse {
  status: number;
  text: string;
  headers: IncomingHttpHeaders;
}

interface Question {
  method?: string;
  body?: unknown;
  /** Sent unchanged instead of `body`. */
  text?: string;
  /** The same for a file. */
  bytes?: Buffer;
  cookie?: string;
  host?: string;
  headers?: Record<string, string>;
  /** Keeps one connection, and so one worker. Without it each request opens a new connection. */
  agent?: Agent;
}

/** Sends one request. Rejects if the connection breaks. */
export function ask(
  port: number,
  path: string,
  {
    method = 'GET',
    body,
    text: raw,
    bytes,
    cookie,
    host = 'localhost',
    headers = {},
    agent,
  }: Question = {},
): Promise<HttpResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>();
  const sent = request(
    {
      host: '127.0.0.1',
      port,
      path,
      method,
      agent: agent ?? false,
      timeout: 30_000,
      headers: {
        host,
        ...(cookie && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
    },
    (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => (text += chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, text, headers: answer.headers }),
      );
      answer.on('error', reject);
      answer.on('close', () => reject(new Error('the answer was cut')));
    },
  );
  sent.on('error', reject);
  sent.on('timeout', () => sent.destroy(new Error('no answer within 30 s')));
  sent.end(bytes ?? raw ?? (body === undefined ? undefined : JSON.stringify(body)));
  return promise;
}

/** Whether a server at this port is ready for requests. */
export const isReady = (port: number) =>
  ask(port, '/readyz').then(
    ({ status }) => status === 200,
    () => false,
  );

/** Makes an agent with one connection, which is kept between requests. */
export const keepAliveAgent = () => new Agent({ keepAlive: true, maxSockets: 1 });

/** Waits until the server serves. Throws with its output if it ends before. */
export async function served({ port, ended, output }: ServerProcess) {
  let over = false;
  void ended.then(() => (over = true));
  for (;;) {
    if (await isReady(port)) return;
    if (over) throw new Error(`The server ended:\n${output()}`);
    await sleep(20);
  }
}

const BUSY_TRIES = 10;

/** Returns the owner's session cookie. Tries again after a 503 of a busy machine. */
export async function signIn(port: number) {
  const come = () => ask(port, '/api/v1/session', { method: 'POST', body: ownerOf });
  let answer = await come();
  for (let tries = 1; answer.status === 503 && tries < BUSY_TRIES; tries += 1) {
    await sleep(Number(answer.headers['retry-after']) * 1000);
    answer = await come();
  }
  if (answer.status !== 200) throw new Error(`sign-in: ${answer.status} ${answer.text}`);
  return answer.headers['set-cookie']![0]!.split(';')[0]!;
}

/** Returns the living child processes of `pid`, with their command lines. */
export function childrenOf(pid: number) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return Number(parent) === pid && state !== 'Z' ? [{ pid: Number(name), command }] : [];
      } catch {
        return []; // it has ended meanwhile
      }
    });
}

/** The process ids of a server's workers. */
export const workersOf = ({ pid }: ServerProcess) =>
  childrenOf(pid)
    .filter(({ command }) => command.includes('main.ts'))
    .map((child) => child.pid);

/** Whether a process runs. A zombie does not. */
export const isAlive = (pid: number) => {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
};
