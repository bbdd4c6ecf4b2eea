import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadRequest } from './load.ts';

/**
 * The outcome of a load. In an open loop each request is sent at its time, as people do, whether
 * earlier ones were answered or not. A closed loop waits for answers, so it slows down with the server.
 *
 * The client reads only status and length of an answer, because it shares the machine with the
 * server.
 */
export interface Tally {
  /** Until the last useful answer, which comes after the last request. */
  seconds: number;
  sent: number;
  /** Answers of 2xx. */
  useful: number;
  /** 503 with Retry-After. */
  busy: number;
  /** Requests without an answer in time, or without a free connection. */
  givenUp: number;
  /** Any other answer, by its status, and connections that broke. */
  other: Map<string, number>;
  /** ms of the useful answers. */
  times: number[];
  lastUsefulAt: number;
  /** Maximum delay of this process, in ms. The times include it. */
  lag: number;
  /** Processors that this process used while it sent, on average. */
  clientProcessors: number;
}

/** A person leaves after this time. */
const TIMEOUT_MS = 10_000;
const TICK_MS = 4;

interface Connection {
  socket: Socket;
  isClosed: boolean;
}

interface LoadOptions {
  port: number;
  seconds: number;
  next: () => LoadRequest;
}

/** Sends `perSecond` requests, evenly spread. A request that finds no free connection is given up. */
export async function sendOpenLoop({
  port,
  seconds,
  next,
  perSecond,
  connections = 5_000,
}: LoadOptions & { perSecond: number; connections?: number }): Promise<Tally> {
  const tally = newTally(seconds);
  const pool = openPool(port);
  const openRequests: Promise<void>[] = [];
  const startedAt = performance.now();
  const processorsUsed = startProcessorClock();
  const end = startedAt + seconds * 1_000;
  for (let now = startedAt; now < end; now = performance.now()) {
    const due = Math.floor(((now - startedAt) / 1_000) * perSecond);
    while (tally.sent < due) {
      tally.sent += 1;
      if (pool.busy() < connections) openRequests.push(pool.send(next(), tally));
      else tally.givenUp += 1;
    }
    await sleep(TICK_MS);
    tally.lag = Math.max(tally.lag, performance.now() - now - TICK_MS);
  }
  tally.clientProcessors = processorsUsed();
  await Promise.all(openRequests);
  pool.close();
  tally.seconds = Math.max(seconds, (tally.lastUsefulAt - startedAt) / 1_000);
  return tally;
}

/** Sends requests of `people` clients. Each sends its next one after an answer. */
export async function sendClosedLoop({
  port,
  seconds,
  next,
  people,
}: LoadOptions & { people: number }): Promise<Tally> {
  const tally = newTally(seconds);
  const pool = openPool(port);
  const end = performance.now() + seconds * 1_000;
  const processorsUsed = startProcessorClock();
  await Promise.all(
    Array.from({ length: people }, async () => {
      while (performance.now() < end) {
        tally.sent += 1;
        await pool.send(next(), tally);
      }
    }),
  );
  tally.clientProcessors = processorsUsed();
  pool.close();
  return tally;
}

/** Returns a function that tells the processors that this process has used since, on average. */
function startProcessorClock() {
  const startedAt = performance.now();
  const usedBefore = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(usedBefore);
    return (user + system) / 1_000 / (performance.now() - startedAt);
  };
}

const newTally = (seconds: number): Tally => ({
  seconds,
  sent: 0,
  useful: 0,
  busy: 0,
  givenUp: 0,
  other: new Map(),
  times: [],
  lastUsefulAt: 0,
  lag: 0,
  clientProcessors: 0,
});

/** Reuses connections, as browsers and proxies do. */
function openPool(port: number) {
  const idleConnections: Connection[] = [];
  const allConnections = new Set<Connection>();
  let busy = 0;

  function connection(): Connection {
    for (let idle = idleConnections.pop(); idle; idle = idleConnections.pop())
      if (!idle.isClosed) return idle;
    const opened = { socket: connect(port, '127.0.0.1').setNoDelay(), isClosed: false };
    allConnections.add(opened);
    opened.socket.on('close', () => {
      opened.isClosed = true;
      allConnections.delete(opened);
    });
    opened.socket.on('error', () => {});
    return opened;
  }

  function send(request: LoadRequest, tally: Tally): Promise<void> {
    busy += 1;
    const usedConnection = connection();
    const sentAt = performance.now();
    return new Promise((resolve) => {
      const { socket } = usedConnection;
      const readAnswer = answerReader();
      const finish = (keep: boolean) => {
        socket.off('data', onData).off('close', onClose);
        clearTimeout(timeout);
        busy -= 1;
        if (keep) idleConnections.push(usedConnection);
        else socket.destroy();
        resolve();
      };
      const onData = (chunk: Buffer) => {
        const answer = readAnswer(chunk);
        if (!answer) return;
        count(tally, answer, performance.now() - sentAt);
        finish(answer.keep);
      };
      const onClose = () => {
        tally.other.set('cut', (tally.other.get('cut') ?? 0) + 1);
        finish(false);
      };
      const timeout = setTimeout(() => {
        tally.givenUp += 1;
        finish(false);
      }, TIMEOUT_MS);
      socket.on('data', onData).on('close', onClose);
      socket.write(bytesOf(request));
    });
  }

  return {
    send,
    busy: () => busy,
    close() {
      for (const { socket } of allConnections) socket.destroy();
    },
  };
}

interface ResponseHead {
  status: number;
  retryAfter: boolean;
  keep: boolean;
}

function count(tally: Tally, { status, retryAfter }: ResponseHead, ms: number) {
  if (status >= 200 && status < 300) {
    tally.useful += 1;
    tally.lastUsefulAt = performance.now();
    tally.times.push(ms);
  } else if (status === 503 && retryAfter) tally.busy += 1;
  else tally.other.set(String(status), (tally.other.get(String(status)) ?? 0) + 1);
}

const END_OF_CHUNKS = Buffer.from('0\r\n\r\n');

/** Reads the bytes of one answer. Returns its head once it is complete. */
function answerReader() {
  let head = '';
  let answer: ResponseHead | null = null;
  let remainingBytes = 0;
  let isChunked = false;
  let tail = Buffer.alloc(0);
  return (chunk: Buffer): ResponseHead | null => {
    let body = chunk;
    if (!answer) {
      const previousLength = head.length;
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return null;
      body = chunk.subarray(end + 4 - previousLength);
      const fields = head.slice(0, end);
      answer = {
        status: Number(fields.slice(9, 12)),
        retryAfter: /\r\nretry-after: \d/i.test(fields),
        keep: !/\r\nconnection: close/i.test(fields),
      };
      isChunked = /\r\ntransfer-encoding: chunked/i.test(fields);
      remainingBytes = Number(/\r\ncontent-length: (\d+)/i.exec(fields)?.[1] ?? 0);
    }
    if (!isChunked) {
      remainingBytes -= body.length;
      return remainingBytes <= 0 ? answer : null;
    }
    tail = Buffer.concat([tail, body]).subarray(-END_OF_CHUNKS.length);
    return tail.equals(END_OF_CHUNKS) ? answer : null;
  };
}

function bytesOf({ method, path, host, cookie, body }: LoadRequest) {
  const sent = body ? JSON.stringify(body) : '';
  const fields = [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    'accept-encoding: gzip, br, zstd',
    'sec-fetch-site: same-origin',
    ...(cookie ? [`cookie: ${cookie}`] : []),
    ...(body
      ? ['content-type: application/json', `content-length: ${Buffer.byteLength(sent)}`]
      : []),
  ];
  return `${fields.join('\r\n')}\r\n\r\n${sent}`;
}
