import { openSync, writeSync, closeSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, type HttpResponse } from '../test/server-process.ts';

const WRITERS = 4;

/**
 * People who write without end. Each writes down outside of the server what was acknowledged. A write
 * without an answer is sent again with the same key, until there is one.
 */
export function startWriters(port: number, cookie: string, file: string) {
  const acknowledged = openSync(file, 'a');
  /** Each wrong answer, and how often it came. */
  const wrong = new Map<string, number>();
  let count = 0;
  let refused = 0;
  let running = true;

  async function write(title: string) {
    while (running) {
      const answer = await ask(port, '/api/v1/products', {
        method: 'POST',
        cookie,
        body: { title },
        headers: { 'idempotency-key': title },
      }).catch(() => null); // the connection broke: it may be written, or not
      if (answer?.status === 201) {
        writeSync(acknowledged, `${title}\n`);
        count += 1;
        return;
      }
      if (answer && !isClearRefusal(answer)) {
        const told = `${answer.status} ${answer.text.slice(0, 200)}`;
        wrong.set(told, (wrong.get(told) ?? 0) + 1);
      }
      if (answer) refused += 1;
      await sleep(20);
    }
  }

  const all = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let n = 0; running; n += 1) await write(`Escrita ${writer}-${n}`);
  });

  /** The acknowledged writes, as the file holds them. */
  const readAcknowledged = () => readFileSync(file, 'utf8').split('\n').slice(0, -1);

  return {
    count: () => count,
    acknowledged: readAcknowledged,
    refused: () => refused,
    wrong,
    /** Waits until this many more were acknowledged. False if that takes too long. */
    async goesOn(more: number, patienceMs: number) {
      const wanted = count + more;
      const end = Date.now() + patienceMs;
      while (count < wanted && Date.now() < end) await sleep(20);
      return count >= wanted;
    },
    /** Ends, and answers what was acknowledged. */
    async stop() {
      running = false;
      await Promise.all(all);
      closeSync(acknowledged);
      return readAcknowledged();
    },
  };
}

/** 503 with a time to come back. */
const isClearRefusal = ({ status, headers }: HttpResponse) =>
  status === 503 && /^\d+$/.test(headers['retry-after'] ?? '');
