import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, signIn } from '../test/server-process.ts';
import { parts, type Part } from './faults.ts';
import { newInstallation, type Installation } from './installation.ts';
import { randomOf } from './random.ts';
import { startWriters } from './writers.ts';

interface Options {
  seed: number;
  /** How many faults. */
  count: number;
  /** After so many faults, all writes acknowledged so far are looked up. Without it, only at the end. */
  checkEvery?: number;
  /** Only faults of this name. */
  only?: string;
  say: (line: string) => void;
}

export interface Outcome {
  /** Writes that were acknowledged and are there once, and faults that it came back from by itself. */
  held: number;
  broken: string[];
}

/** After a fault writers must be served again within this time. */
const PATIENCE_MS = 60_000;
const WRITES_AFTER_FAULT = 5;
const DISK_MB = 400;

/**
 * Breaks one installation `count` times under load, each kind of fault in turn, in the order of the
 * seed. It looks up every acknowledged write at the end, and on the way, so that a run that is broken
 * off still proves what it looked up.
 */
export async function torture(
  part: Part,
  { seed, count, checkEvery = count, only, say }: Options,
): Promise<Outcome> {
  const random = randomOf(seed);
  const faults = Object.entries(parts[part]).filter(([name]) => !only || name === only);
  const outside = await mkdtemp(join(tmpdir(), 'vitrine-torture-acknowledged-'));
  const installation = await newInstallation({
    workers: 2,
    ...(part === 'disk' && { diskMb: DISK_MB }),
  });
  const broken: string[] = [];
  let survived = 0;
  try {
    await installation.start();
    const cookie = await signIn(installation.port);
    const writers = startWriters(installation.port, cookie, join(outside, 'acknowledged'));
    await writers.goesOn(WRITES_AFTER_FAULT, PATIENCE_MS);
    let order: typeof faults = [];
    for (let number = 1; number <= count && !broken.length; number += 1) {
      if (!order.length) order = random.shuffled(faults);
      const [name, fault] = order.pop()!;
      await sleep(random.between(50, 1_000));
      const trouble = await fault(installation, random).then(
        () => null,
        (error: Error) => error.message,
      );
      const back = !trouble && (await writers.goesOn(WRITES_AFTER_FAULT, PATIENCE_MS));
      if (back) survived += 1;
      else broken.push(`${number}. ${name}: ${trouble ?? 'no write was acknowledged afterwards'}`);
      say(back ? `${number}. ${name}: ${writers.count()} writes so far` : broken.at(-1)!);
      if (back && number % checkEvery === 0 && number < count) {
        const found = await lookUp(installation, writers.acknowledged());
        broken.push(...found.broken);
        say(`so far ${survived + found.kept} held, ${broken.length + writers.wrong.size} broken`);
      }
    }
    const written = await writers.stop();
    // A broken fault may have ended the server. What was acknowledged must be there all the same.
    const served = isAlive(installation.server.pid) ? Promise.resolve() : installation.start();
    const { kept, ...found } = await served
      .then(() => lookUp(installation, written))
      .catch((error: Error) => ({
        kept: 0,
        broken: [`${written.length} writes could not be looked up: ${error.message}`],
      }));
    broken.push(
      ...found.broken,
      ...[...writers.wrong].map(([answer, times]) => `wrong answer, ${times} times: ${answer}`),
    );
    say(`${kept} writes acknowledged and found once, ${writers.refused()} answers of 503`);
    return { held: survived + kept, broken };
  } finally {
    await installation.remove();
    await rm(outside, { recursive: true, force: true });
  }
}

export async function lookUp(
  installation: Pick<Installation, 'connect'>,
  acknowledged: readonly string[],
) {
  const client = await connectInTime(installation);
  const { rows } = await client
    .query<{ title: string; times: number }>(
      'SELECT title, count(*)::int AS times FROM products GROUP BY title',
    )
    .finally(() => client.end());
  const times = new Map(rows.map((row) => [row.title, row.times]));
  const lost = acknowledged.filter((title) => !times.has(title));
  const doubled = rows.filter((row) => row.times > 1);
  return {
    kept: acknowledged.filter((title) => times.get(title) === 1).length,
    broken: [
      ...lost.map((title) => `lost: ${title}`),
      ...doubled.map((row) => `written ${row.times} times: ${row.title}`),
    ],
  };
}

/** The database may still be on its way back from the last fault. */
async function connectInTime({ connect }: Pick<Installation, 'connect'>) {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(100);
    }
  }
}
