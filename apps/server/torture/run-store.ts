import { setTimeout as sleep } from 'node:timers/promises';
import { ask, signIn, type HttpResponse } from '../test/server-process.ts';
import { openFakeS3, type StoreMood } from './fake-s3.ts';
import { newInstallation } from './installation.ts';
import { randomOf } from './random.ts';

interface Options {
  seed: number;
  /** How many faults. */
  count: number;
  say: (line: string) => void;
}

export const storeFaults: StoreMood[] = ['answers 500', 'slow', 'cut', 'cut after storing', 'gone'];

const UPLOADERS = 4;
const PATIENCE_MS = 60_000;
const UPLOADS_AFTER_FAULT = 4;
/** Maximum time of an answer that needs no store, while the store is broken. */
const USUAL_MS = 5_000;

/**
 * An object store that breaks, while people upload and read. Each file that was acknowledged is read at
 * the end. A page that needs no file is asked for all the time: the store must not keep it waiting.
 */
export async function runStore({ seed, count, say }: Options) {
  const random = randomOf(seed);
  const store = await openFakeS3();
  const installation = await newInstallation({ workers: 1, env: store.env });
  const { port } = installation;
  const broken: string[] = [];
  const kept = new Map<string, string>();
  let running = true;
  let refused = 0;
  let survived = 0;
  let usual = 0;

  /** A cut connection and 503 with Retry-After are clear; the rest of what is not wanted is broken. */
  function judge(what: string, answer: HttpResponse | null, wanted: number) {
    if (answer?.status === wanted) return true;
    if (!answer || (answer.status === 503 && answer.headers['retry-after'])) refused += 1;
    else broken.push(`${what}: ${answer.status} ${answer.text.slice(0, 200)}`);
    return false;
  }

  try {
    await installation.start();
    const cookie = await signIn(port);
    const asked = (path: string, more: object = {}) =>
      ask(port, path, { cookie, ...more }).catch(() => null);

    /** Announced once, and sent again until it is acknowledged. */
    async function upload(text: string): Promise<void> {
      const body = { filename: 'a.vtt', size: text.length, use: 'lesson_captions' };
      const announced = await asked('/api/v1/uploads', { method: 'POST', body });
      if (!judge('announced', announced, 201)) return sleep(50);
      const { pathname } = new URL(JSON.parse(announced!.text).data.url as string);
      while (running) {
        const sent = await asked(pathname, { method: 'PUT', text });
        if (judge('sent', sent, 200)) {
          kept.set(JSON.parse(sent!.text).data.url as string, text);
          return;
        }
        await sleep(50);
      }
    }
    /** A person may have so many files only that nothing holds. */
    async function holdAll() {
      const client = await installation.connect();
      await client
        .query("UPDATE files SET unused_since = null, claimed = true WHERE state = 'ready'")
        .finally(() => client.end());
    }
    async function read(url: string) {
      const answer = await asked(url);
      if (!judge('read', answer, 200)) return false;
      const same = answer!.text === kept.get(url);
      if (!same) broken.push(`other bytes than were sent: ${url}`);
      return same;
    }
    const people = Array.from({ length: UPLOADERS }, async (_, number) => {
      for (let n = 0; running; n += 1)
        await upload(`WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nAula ${number}-${n}\n`);
    });
    people.push(
      (async () => {
        while (running) {
          const urls = [...kept.keys()];
          if (urls.length) await read(random.oneOf(urls));
          await sleep(50);
        }
      })(),
      (async () => {
        while (running) {
          const before = performance.now();
          judge('a page without files', await asked('/api/v1/session'), 200);
          const ms = Math.round(performance.now() - before);
          if (ms > USUAL_MS) broken.push(`a page without files took ${ms} ms`);
          usual += 1;
          await sleep(20);
        }
      })(),
    );
    const goesOn = async () => {
      const wanted = kept.size + UPLOADS_AFTER_FAULT;
      const end = Date.now() + PATIENCE_MS;
      while (kept.size < wanted && Date.now() < end) await sleep(20);
      return kept.size >= wanted;
    };

    await goesOn();
    let order: StoreMood[] = [];
    for (let number = 1; number <= count && !broken.length; number += 1) {
      if (!order.length) order = random.shuffled(storeFaults);
      const fault = order.pop()!;
      store.be(fault);
      await sleep(random.between(1_000, 4_000));
      store.be('well');
      const back = await goesOn();
      await holdAll();
      if (back) survived += 1;
      else broken.push(`${number}. ${fault}: no upload was acknowledged afterwards`);
      say(`${number}. ${fault}: ${back ? `${kept.size} files so far` : 'BROKEN'}`);
    }
    running = false;
    await Promise.all(people);
    let found = 0;
    for (const url of kept.keys()) {
      if (await read(url)) found += 1;
      else broken.push(`lost: ${url}`);
    }
    say(`${found} files acknowledged and read whole, ${refused} clear refusals, ${usual} pages`);
    return { held: survived + found, broken: [...new Set(broken)] };
  } finally {
    running = false;
    await installation.remove();
    store.close();
  }
}
