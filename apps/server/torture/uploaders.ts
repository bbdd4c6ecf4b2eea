import { setTimeout as sleep } from 'node:timers/promises';
import { ask, type HttpResponse } from '../test/server-process.ts';
import type { SeededRandom } from './random.ts';

/** Maximum time of a page that needs no file, while the store fails. */
const MAX_PAGE_MS = 5_000;

interface Options {
  port: number;
  cookie: string;
  /** Chooses the files that are read again. */
  random: SeededRandom;
  /** Number of clients that upload. */
  uploaders: number;
}

/**
 * Starts clients that upload until `stop`, one that reads acknowledged files, and one that requests
 * a page without files.
 */
export function startUploaders({ port, cookie, random, uploaders }: Options) {
  /** Texts of the acknowledged files, by address. */
  const acknowledged = new Map<string, string>();
  const failures: string[] = [];
  let running = true;
  let refused = 0;
  let pageCount = 0;

  const send = (path: string, options: object = {}) =>
    ask(port, path, { cookie, ...options }).catch(() => null);

  /**
   * Counts a reset connection, or 503 with Retry-After, as a refusal, and other answers as
   * failures.
   */
  function accept(what: string, answer: HttpResponse | null, wanted: number) {
    if (answer?.status === wanted) return true;
    if (!answer || (answer.status === 503 && answer.headers['retry-after'])) refused += 1;
    else failures.push(`${what}: ${answer.status} ${answer.text.slice(0, 200)}`);
    return false;
  }

  /** Announces a file once, and sends it until the server acknowledges it. */
  async function upload(text: string): Promise<void> {
    const body = { filename: 'a.vtt', size: text.length, use: 'lesson_captions' };
    const announced = await send('/api/v1/uploads', { method: 'POST', body });
    if (!accept('announced', announced, 201)) return sleep(50);
    const { pathname } = new URL(JSON.parse(announced!.text).data.url as string);
    while (running) {
      const sent = await send(pathname, { method: 'PUT', text });
      if (accept('sent', sent, 200)) {
        acknowledged.set(JSON.parse(sent!.text).data.url as string, text);
        return;
      }
      await sleep(50);
    }
  }

  async function read(url: string) {
    const answer = await send(url);
    if (!accept('read', answer, 200)) return false;
    const isEqual = answer!.text === acknowledged.get(url);
    if (!isEqual) failures.push(`bytes differ from those sent: ${url}`);
    return isEqual;
  }

  async function uploadFiles(uploader: number) {
    for (let n = 0; running; n += 1)
      await upload(`WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nAula ${uploader}-${n}\n`);
  }

  async function readFiles() {
    while (running) {
      const urls = [...acknowledged.keys()];
      if (urls.length) await read(random.oneOf(urls));
      await sleep(50);
    }
  }

  async function requestPages() {
    while (running) {
      const before = performance.now();
      accept('a page without files', await send('/api/v1/session'), 200);
      const ms = Math.round(performance.now() - before);
      if (ms > MAX_PAGE_MS) failures.push(`a page without files took ${ms} ms`);
      pageCount += 1;
      await sleep(20);
    }
  }

  const loops = [
    ...Array.from({ length: uploaders }, (_, uploader) => uploadFiles(uploader)),
    readFiles(),
    requestPages(),
  ];

  return {
    acknowledged,
    /** Wrong answers, wrong bytes and late pages. */
    failures,
    refused: () => refused,
    pageCount: () => pageCount,
    /** Reads an acknowledged file. Resolves with whether its bytes are those that were sent. */
    read,
    /** Waits for `more` acknowledged files. Resolves with false after `timeoutMs`. */
    async waitForUploads(more: number, timeoutMs: number) {
      const wanted = acknowledged.size + more;
      const end = Date.now() + timeoutMs;
      while (acknowledged.size < wanted && Date.now() < end) await sleep(20);
      return acknowledged.size >= wanted;
    },
    async stop() {
      running = false;
      await Promise.all(loops);
    },
  };
}
