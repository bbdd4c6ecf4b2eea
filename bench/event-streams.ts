import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { kilobytes, line, median, milliseconds, times } from './figures.ts';
import { load, type Ask } from './load.ts';
import type { Server } from './servers.ts';

/**
 * Maximum memory of a stream, time until an event has reached all, and slowdown of other answers.
 */
const aims = { bytes: 24 * 1_024, reachMs: 2_000, slower: 1.5 } as const;
/** Streams opened at once. The server refuses more from one school. */
const OPENED_AT_ONCE = 10;
const TIMEOUT_MS = 10_000;

export interface Listeners {
  /** The school's host, and one cookie per stream. */
  host: string;
  cookies: string[];
}

/** A write and the event that announces it. */
export interface News {
  name: string;
  event: string;
  ask: (turn: number) => Ask;
}

interface Stream {
  socket: Socket;
  /** When the awaited event arrived, by `performance.now()`. 0 before. */
  heard: number;
}

/**
 * Opens a stream for each cookie and prints the memory of one. Then it does each write of `news`
 * several times and prints the time until all have the event, and the slowdown of `others`. The
 * server must run with --expose-gc.
 */
export async function measureStreams(
  product: Server,
  { host, cookies }: Listeners,
  { news, others }: { news: News[]; others: Ask[] },
) {
  const held = async () => {
    const { heapUsed, external, rss } = await product.ask<NodeJS.MemoryUsage>('memory');
    return { held: heapUsed + external, rss };
  };
  const before = await held();
  const room = new Room(product, host);
  for (let from = 0; from < cookies.length; from += OPENED_AT_ONCE)
    await Promise.all(
      cookies.slice(from, from + OPENED_AT_ONCE).map((cookie) => room.enter(cookie)),
    );
  await sleep(1_000);
  const after = await held();
  console.log('');
  line('', 'figure', 'aim, at most');
  tellAim(
    `memory a stream, of ${cookies.length}`,
    (after.held - before.held) / cookies.length,
    aims.bytes,
    kilobytes,
  );
  line('  of it as the system counts it', kilobytes((after.rss - before.rss) / cookies.length));

  const ask = () => load(product, others, { amount: 300, overallRate: 100 });
  await ask();
  for (const { name, event, ask: write } of news) {
    const quiet = await ask();
    const reached: number[] = [];
    const writing = (async () => {
      for (let turn = 0; turn < 3; turn += 1)
        reached.push(await room.reach(event, () => load(product, [write(turn)], { amount: 1 })));
    })();
    const [busy] = await Promise.all([ask(), writing]);
    tellAim(`${name} reaches all of them`, median(reached), aims.reachMs, milliseconds);
    line('  the slowest', milliseconds(Math.max(...reached)));
    tellAim('  others meanwhile, p50', busy.p50 / quiet.p50, aims.slower, times);
    line('  others, p50 and p95', milliseconds(busy.p50), milliseconds(busy.p95));
    line('  others before, p50 and p95', milliseconds(quiet.p50), milliseconds(quiet.p95));
  }
  room.close();
}

/** All listeners, on plain sockets, so that they cost little beside the server. */
class Room {
  readonly #streams: Stream[] = [];
  readonly #url: URL;
  readonly #host: string;
  #wanted = '';

  constructor({ url }: Server, host: string) {
    this.#url = new URL(url);
    this.#host = host;
  }

  enter(cookie: string) {
    const { hostname, port } = this.#url;
    const socket = connect(Number(port), hostname);
    const stream: Stream = { socket, heard: 0 };
    this.#streams.push(stream);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let isOpen = false;
    socket.on('error', reject);
    socket.on('data', (bytes) => {
      if (!isOpen) {
        isOpen = true;
        const [status = ''] = bytes.toString('latin1').split('\r\n');
        if (status.includes(' 200 ')) resolve();
        else reject(new Error(`an event stream answered ${status}`));
      } else if (this.#wanted && bytes.includes(this.#wanted)) stream.heard ||= performance.now();
    });
    socket.write(
      `GET /api/v1/events HTTP/1.1\r\nhost: ${this.#host}\r\ncookie: ${cookie}\r\naccept: text/event-stream\r\n\r\n`,
    );
    return promise;
  }

  /** Time until the last listener has the event, in ms. */
  async reach(event: string, write: () => Promise<unknown>) {
    for (const stream of this.#streams) stream.heard = 0;
    this.#wanted = `event: ${event}`;
    const start = performance.now();
    await write();
    const missing = () => this.#streams.filter(({ heard }) => heard === 0).length;
    while (missing() && performance.now() < start + TIMEOUT_MS) await sleep(20);
    if (missing()) throw new Error(`${missing()} streams heard no ${event} within 10 s`);
    return Math.max(...this.#streams.map(({ heard }) => heard)) - start;
  }

  close() {
    for (const { socket } of this.#streams) socket.destroy();
  }
}

function tellAim(name: string, figure: number, aim: number, told: (value: number) => string) {
  line(name, told(figure), told(aim), figure <= aim ? 'met' : 'missed');
}
