import { openSync, writeSync, closeSync, readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, type HttpResponse } from '../test/server-process.ts';

interface Options {
  port: number;
  cookie: string;
  /** The log of the acknowledged writes. */
  file: string;
  /** Number of clients. */
  writers: number;
}

/**
 * Starts clients that write until `stop`. Each logs its acknowledged writes. A write without an
 * answer is sent again with the same idempotency key.
 */
export function startWriters({ port, cookie, file, writers }: Options) {
  const acknowledged = openSync(file, 'a');
  /** Unexpected answers and their counts. */
  const wrongAnswers = new Map<string, number>();
  let count = 0;
  let refused = 0;
  let running = true;
  const agent = new Agent({ keepAlive: true, maxSockets: writers });

  async function write(title: string) {
    while (running) {
      const answer = await ask(port, '/api/v1/products', {
        method: 'POST',
        cookie,
        agent,
        body: { title },
        headers: { 'idempotency-key': title },
      }).catch(() => null); // the connection broke: the write may have committed
      if (answer?.status === 201) {
        writeSync(acknowledged, `${title}\n`);
        count += 1;
        return;
      }
      if (answer && !isClearRefusal(answer)) {
        const key = `${answer.status} ${answer.text.slice(0, 200)}`;
        wrongAnswers.set(key, (wrongAnswers.get(key) ?? 0) + 1);
      }
      if (answer) refused += 1;
      await sleep(20);
    }
  }

  const loops = Array.from({ length: writers }, async (_, writer) => {
    for (let n = 0; running; n += 1) await write(`Escrita ${writer}-${n}`);
  });

  /** Titles of the acknowledged writes in the file. */
  const readAcknowledged = () => readFileSync(file, 'utf8').split('\n').slice(0, -1);

  return {
    count: () => count,
    acknowledged: readAcknowledged,
    refused: () => refused,
    wrongAnswers,
    /** Waits for `more` acknowledged writes. Resolves with false after `timeoutMs`. */
    async waitForWrites(more: number, timeoutMs: number) {
      const wanted = count + more;
      const end = Date.now() + timeoutMs;
      while (count < wanted && Date.now() < end) await sleep(20);
      return count >= wanted;
    },
    /** Stops the clients and returns the acknowledged titles. */
    async stop() {
      running = false;
      await Promise.all(loops);
      closeSync(acknowledged);
      return readAcknowledged();
    },
  };
}

/** 503 with Retry-After. */
const isClearRefusal = ({ status, headers }: HttpResponse) =>
  status === 503 && /^\d+$/.test(headers['retry-after'] ?? '');
