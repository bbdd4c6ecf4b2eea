import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ask } from './load.ts';

/**
 * Requests by the clock: each leaves when its time has come, whether the ones before it were answered
 * or not, as people do. A client that waits for answers asks an overloaded server less often.
 *
 * It reads of an answer no more than its status and its length, because it shares the machine with
 * the server.
 */
export interface Tally {
  seconds: number;
  sent: number;
  /** Answers of 2xx. */
  useful: number;
  /** 503 with a time to come back. */
  busy: number;
  /** Nobody waited for it any longer. */
  givenUp: number;
  /** Any other answer, by its status, and connections that broke. */
  other: Map<string, number>;
  /** ms of the useful answers. */
  times: number[];
  /** ms that this process was late at most. Its own waits count among the times. */
  lag: number;
}

/** A person leaves after so long. */
const PATIENCE_MS = 10_000;
const TICK_MS = 4;

interface Connection {
  socket: Socket;
  isClosed: boolean;
}

export interface Asking {
  port: number;
  seconds: number;
  next: () => Ask;
}

/** `perSecond` requests, evenly spread. At most `connections` are open; one that finds none is given up. */
export async function askByTheClock({
  port,
  seconds,
  next,
  perSecond,
  connections = 15_000,
}: Asking & { perSecond: number; connections?: number }): Promise<Tally> {
  const tally = newTally(seconds);
  const pool = openPool(port);
  const open: Promise<void>[] = [];
  const begun = performance.now();
  const end = begun + seconds * 1_000;
  for (let now = begun; now < end; now = performance.now()) {
    const due = Math.floor(((now - begun) / 1_000) * perSecond);
    while (tally.sent < due) {
      tally.sent += 1;
      if (pool.busy() < connections) open.push(pool.ask(next(), tally));
      else tally.givenUp += 1;
    }
    await sleep(TICK_MS);
    tally.lag = Math.max(tally.lag, performance.now() - now - TICK_MS);
  }
  await Promise.all(open);
  pool.close();
  return tally;
}

/** As fast as so many people are answered: each asks again once there is an answer. */
export async function askInTurn({
  port,
  seconds,
  next,
  people,
}: Asking & { people: number }): Promise<Tally> {
  const tally = newTally(seconds);
  const pool = openPool(port);
  const end = performance.now() + seconds * 1_000;
  await Promise.all(
    Array.from({ length: people }, async () => {
      while (performance.now() < end) {
        tally.sent += 1;
        await pool.ask(next(), tally);
      }
    }),
  );
  pool.close();
  return tally;
}

const newTally = (seconds: number): Tally => ({
  ...{ seconds, sent: 0, useful: 0, busy: 0, givenUp: 0 },
  ...{ other: new Map(), times: [], lag: 0 },
});

/** Connections that are kept and used again, as browsers and proxies keep them. */
function openPool(port: number) {
  const free: Connection[] = [];
  const all = new Set<Connection>();
  let busy = 0;

  function connection(): Connection {
    for (let idle = free.pop(); idle; idle = free.pop()) if (!idle.isClosed) return idle;
    const opened = { socket: connect(port, '127.0.0.1').setNoDelay(), isClosed: false };
    all.add(opened);
    opened.socket.on('close', () => {
      opened.isClosed = true;
      all.delete(opened);
    });
    opened.socket.on('error', () => {});
    return opened;
  }

  function ask(asked: Ask, tally: Tally): Promise<void> {
    busy += 1;
    const used = connection();
    const begun = performance.now();
    return new Promise((resolve) => {
      const { socket } = used;
      const read = answerReader();
      const done = (keep: boolean) => {
        socket.off('data', onData).off('close', onClose);
        clearTimeout(patience);
        busy -= 1;
        if (keep) free.push(used);
        else socket.destroy();
        resolve();
      };
      const onData = (chunk: Buffer) => {
        const answer = read(chunk);
        if (!answer) return;
        count(tally, answer, performance.now() - begun);
        done(answer.keep);
      };
      const onClose = () => {
        tally.other.set('cut', (tally.other.get('cut') ?? 0) + 1);
        done(false);
      };
      const patience = setTimeout(() => {
        tally.givenUp += 1;
        done(false);
      }, PATIENCE_MS);
      socket.on('data', onData).on('close', onClose);
      socket.write(bytesOf(asked));
    });
  }

  return {
    ask,
    busy: () => busy,
    close() {
      for (const { socket } of all) socket.destroy();
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
    tally.times.push(ms);
  } else if (status === 503 && retryAfter) tally.busy += 1;
  else tally.other.set(String(status), (tally.other.get(String(status)) ?? 0) + 1);
}

const END_OF_CHUNKS = Buffer.from('0\r\n\r\n');

/** Takes the bytes of one answer, and tells of it when it is whole. */
function answerReader() {
  let head = '';
  let answer: ResponseHead | null = null;
  let left = 0;
  let chunked = false;
  let tail = Buffer.alloc(0);
  return (chunk: Buffer): ResponseHead | null => {
    let body = chunk;
    if (!answer) {
      const before = head.length;
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return null;
      body = chunk.subarray(end + 4 - before);
      const fields = head.slice(0, end);
      answer = {
        status: Number(fields.slice(9, 12)),
        retryAfter: /\r\nretry-after: \d/i.test(fields),
        keep: !/\r\nconnection: close/i.test(fields),
      };
      chunked = /\r\ntransfer-encoding: chunked/i.test(fields);
      left = Number(/\r\ncontent-length: (\d+)/i.exec(fields)?.[1] ?? 0);
    }
    if (!chunked) {
      left -= body.length;
      return left <= 0 ? answer : null;
    }
    tail = Buffer.concat([tail, body]).subarray(-END_OF_CHUNKS.length);
    return tail.equals(END_OF_CHUNKS) ? answer : null;
  };
}

function bytesOf({ method, path, host, cookie, body }: Ask) {
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
