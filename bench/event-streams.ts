import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { kilobytes, line, median, milliseconds, printTarget, times } from './figures.ts';
import { load, type LoadRequest } from './load.ts';
import type { Server } from './servers.ts';

/**
 * Maximum memory of a stream, time until an event has reached all, and slowdown of other answers.
 */
const targets = { bytes: 24 * 1_024, reachMs: 2_000, slower: 1.5 } as const;
/** Streams opened at once. The server refuses more from one school. */
const OPEN_BATCH_SIZE = 10;
const TIMEOUT_MS = 10_000;

interface Listeners {
  /** The school's host, and one cookie per stream. */
  host: string;
  cookies: string[];
}

/** A write and the event that announces it. */
interface News {
  name: string;
  event: string;
  request: (turn: number) => LoadRequest;
}

interface Stream {
  socket: Socket;
  /** When the awaited event arrived, by `performance.now()`. 0 before. */
  receivedAt: number;
}

/**
 * Opens a stream for each cookie and prints the memory of one. Then it does each write of `news`
 * several times and prints the time until all have the event, and the slowdown of `others`. The
 * server must run with --expose-gc.
 */
export async function measureStreams(
  product: Server,
  { host, cookies }: Listeners,
  { news, others }: { news: News[]; others: LoadRequest[] },
) {
  const memoryUsage = async () => {
    const { heapUsed, external, rss } = await product.query<NodeJS.MemoryUsage>('memory');
    return { heap: heapUsed + external, rss };
  };
  const memoryBefore = await memoryUsage();
  const audience = new Audience(product, host);
  for (let from = 0; from < cookies.length; from += OPEN_BATCH_SIZE)
    await Promise.all(
      cookies.slice(from, from + OPEN_BATCH_SIZE).map((cookie) => audience.enter(cookie)),
    );
  await sleep(1_000);
  const memoryAfter = await memoryUsage();
  console.log('');
  line('', 'figure', 'target, at most');
  printTarget(
    `memory a stream, of ${cookies.length}`,
    (memoryAfter.heap - memoryBefore.heap) / cookies.length,
    targets.bytes,
    kilobytes,
  );
  line(
    '  of it as the system counts it',
    kilobytes((memoryAfter.rss - memoryBefore.rss) / cookies.length),
  );

  const loadOthers = () => load(product, others, { amount: 300, overallRate: 100 });
  await loadOthers();
  for (const { name, event, request: write } of news) {
    const idle = await loadOthers();
    const delays: number[] = [];
    const writing = (async () => {
      for (let turn = 0; turn < 3; turn += 1)
        delays.push(await audience.reach(event, () => load(product, [write(turn)], { amount: 1 })));
    })();
    const [busy] = await Promise.all([loadOthers(), writing]);
    printTarget(`${name} reaches all of them`, median(delays), targets.reachMs, milliseconds);
    line('  the slowest', milliseconds(Math.max(...delays)));
    printTarget('  others meanwhile, p50', busy.p50 / idle.p50, targets.slower, times);
    line('  others, p50 and p95', milliseconds(busy.p50), milliseconds(busy.p95));
    line('  others before, p50 and p95', milliseconds(idle.p50), milliseconds(idle.p95));
  }
  audience.close();
}

/** All listeners, on plain sockets, so that they cost little beside the server. */
class Audience {
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
    const stream: Stream = { socket, receivedAt: 0 };
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
      } else if (this.#wanted && bytes.includes(this.#wanted))
        stream.receivedAt ||= performance.now();
    });
    socket.write(
      `GET /api/v1/events HTTP/1.1\r\nhost: ${this.#host}\r\ncookie: ${cookie}\r\naccept: text/event-stream\r\n\r\n`,
    );
    return promise;
  }

  /** Time until the last listener has the event, in ms. */
  async reach(event: string, write: () => Promise<unknown>) {
    for (const stream of this.#streams) stream.receivedAt = 0;
    this.#wanted = `event: ${event}`;
    const start = performance.now();
    await write();
    const missing = () => this.#streams.filter(({ receivedAt }) => receivedAt === 0).length;
    while (missing() && performance.now() < start + TIMEOUT_MS) await sleep(20);
    if (missing()) throw new Error(`${missing()} streams received no ${event} within 10 s`);
    return Math.max(...this.#streams.map(({ receivedAt }) => receivedAt)) - start;
  }

  close() {
    for (const { socket } of this.#streams) socket.destroy();
  }
}
