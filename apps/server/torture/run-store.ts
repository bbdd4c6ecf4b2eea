import { setTimeout as sleep } from 'node:timers/promises';
import { ask, signIn, type HttpResponse } from '../test/server-process.ts';
import { openFakeS3, type StoreMode } from './fake-s3.ts';
import { newInstallation } from './installation.ts';
import { seededRandom } from './random.ts';
import type { RunOptions } from './run-options.ts';

/** The ways in which the object store of the run fails. */
export const storeFaults: StoreMode[] = [
  'answers 500',
  'slow',
  'cut',
  'cut after storing',
  'unreachable',
];

const UPLOADERS = 4;
const RECOVERY_TIMEOUT_MS = 60_000;
const UPLOADS_AFTER_FAULT = 4;
/** Maximum time of a page that needs no file, while the store fails. */
const MAX_PAGE_MS = 5_000;

/**
 * Fails the object store while people upload and read. Every acknowledged file must be readable at
 * the end. A page that needs no file is requested throughout: the store must not delay it.
 */
export async function runStore({ seed, count, print }: RunOptions) {
  const random = seededRandom(seed);
  const store = await openFakeS3();
  const installation = await newInstallation({ workers: 1, env: store.env });
  const { port } = installation;
  const failures: string[] = [];
  const acknowledged = new Map<string, string>();
  let running = true;
  let refused = 0;
  let survived = 0;
  let pageCount = 0;

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

  try {
    await installation.start();
    const cookie = await signIn(port);
    const send = (path: string, options: object = {}) =>
      ask(port, path, { cookie, ...options }).catch(() => null);

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
    /** Claims all files, because unclaimed ones count against a person's limit. */
    async function claimAll() {
      const client = await installation.connect();
      await client
        .query("UPDATE files SET unused_since = null, claimed = true WHERE state = 'ready'")
        .finally(() => client.end());
    }
    async function read(url: string) {
      const answer = await send(url);
      if (!accept('read', answer, 200)) return false;
      const isEqual = answer!.text === acknowledged.get(url);
      if (!isEqual) failures.push(`bytes differ from those sent: ${url}`);
      return isEqual;
    }
    const loops = Array.from({ length: UPLOADERS }, async (_, number) => {
      for (let n = 0; running; n += 1)
        await upload(`WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nAula ${number}-${n}\n`);
    });
    loops.push(
      (async () => {
        while (running) {
          const urls = [...acknowledged.keys()];
          if (urls.length) await read(random.oneOf(urls));
          await sleep(50);
        }
      })(),
      (async () => {
        while (running) {
          const before = performance.now();
          accept('a page without files', await send('/api/v1/session'), 200);
          const ms = Math.round(performance.now() - before);
          if (ms > MAX_PAGE_MS) failures.push(`a page without files took ${ms} ms`);
          pageCount += 1;
          await sleep(20);
        }
      })(),
    );
    const waitForUploads = async () => {
      const wanted = acknowledged.size + UPLOADS_AFTER_FAULT;
      const end = Date.now() + RECOVERY_TIMEOUT_MS;
      while (acknowledged.size < wanted && Date.now() < end) await sleep(20);
      return acknowledged.size >= wanted;
    };

    await waitForUploads();
    let order: StoreMode[] = [];
    for (let number = 1; number <= count && !failures.length; number += 1) {
      if (!order.length) order = random.shuffled(storeFaults);
      const fault = order.pop()!;
      store.setMode(fault);
      await sleep(random.between(1_000, 4_000));
      store.setMode('healthy');
      const recovered = await waitForUploads();
      await claimAll();
      if (recovered) survived += 1;
      else failures.push(`${number}. ${fault}: no upload was acknowledged afterwards`);
      print(`${number}. ${fault}: ${recovered ? `${acknowledged.size} files so far` : 'BROKEN'}`);
    }
    running = false;
    await Promise.all(loops);
    let found = 0;
    for (const url of acknowledged.keys()) {
      if (await read(url)) found += 1;
      else failures.push(`lost: ${url}`);
    }
    print(
      `${found} acknowledged files read in full, ${refused} clear refusals, ${pageCount} pages`,
    );
    return { passed: survived + found, failures: [...new Set(failures)] };
  } finally {
    running = false;
    await installation.remove();
    store.close();
  }
}
