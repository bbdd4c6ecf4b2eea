import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, signIn } from '../test/server-process.ts';
import { parts, type Part } from './faults.ts';
import { newInstallation, type Installation } from './installation.ts';
import { seededRandom } from './random.ts';
import type { RunOptions } from './run-options.ts';
import { startWriters } from './writers.ts';

interface TortureOptions extends RunOptions {
  /** Number of faults between checks of all acknowledged writes. Default: only at the end. */
  checkEvery?: number;
  /** Only faults of this name. */
  only?: string;
  /** Number of clients that write. */
  writers?: number;
  /** Number of acknowledged writes between two faults, at least. */
  writes?: number;
  /** Ends the run before the next fault. */
  signal?: AbortSignal;
}

interface Outcome {
  /** Acknowledged writes that exist exactly once, plus faults that the server recovered from. */
  passed: number;
  failures: string[];
}

/** Maximum time from a fault to the next acknowledged writes. */
const RECOVERY_TIMEOUT_MS = 60_000;
export const DEFAULT_WRITERS = 4;
export const DEFAULT_WRITES = 5;
const DISK_MB = 400;

/**
 * Injects `count` faults into one installation under load, in the order that the seed gives. It checks
 * every acknowledged write along the way and at the end, so a stopped run still proves a part.
 */
export async function torture(
  part: Part,
  {
    seed,
    count,
    checkEvery = count,
    only,
    writers: writerCount = DEFAULT_WRITERS,
    writes = DEFAULT_WRITES,
    signal,
    print,
  }: TortureOptions,
): Promise<Outcome> {
  const random = seededRandom(seed);
  const faults = Object.entries(parts[part]).filter(([name]) => !only || name === only);
  const outside = await mkdtemp(join(tmpdir(), 'vitrine-torture-acknowledged-'));
  const installation = await newInstallation({
    workers: 2,
    ...(part === 'disk' && { diskMb: DISK_MB }),
  });
  const failures: string[] = [];
  let survived = 0;
  try {
    await installation.start();
    const cookie = await signIn(installation.port);
    const writers = startWriters({
      port: installation.port,
      cookie,
      file: join(outside, 'acknowledged'),
      writers: writerCount,
    });
    await writers.waitForWrites(writes, RECOVERY_TIMEOUT_MS);
    let order: typeof faults = [];
    for (let number = 1; number <= count && !failures.length && !signal?.aborted; number += 1) {
      if (!order.length) order = random.shuffled(faults);
      const [name, fault] = order.pop()!;
      await sleep(random.between(50, 1_000));
      const failure = await fault(installation, random).then(
        () => null,
        (error: Error) => error.message,
      );
      const first = Math.min(writes, DEFAULT_WRITES);
      const recovered = !failure && (await writers.waitForWrites(first, RECOVERY_TIMEOUT_MS));
      // More writes take longer on a busy machine, which is no failure.
      if (recovered) await writers.waitForWrites(writes - first, RECOVERY_TIMEOUT_MS);
      if (recovered) survived += 1;
      else
        failures.push(`${number}. ${name}: ${failure ?? 'no write was acknowledged afterwards'}`);
      print(recovered ? `${number}. ${name}: ${writers.count()} writes so far` : failures.at(-1)!);
      if (recovered && number % checkEvery === 0 && number < count) {
        const found = await verifyWrites(installation, writers.acknowledged());
        failures.push(...found.failures);
        print(
          `so far ${survived + found.intact} passed, ${failures.length + writers.wrongAnswers.size} failed`,
        );
      }
    }
    const written = await writers.stop();
    // A failed fault may have ended the server. Acknowledged writes must exist all the same.
    const served = isAlive(installation.server.pid) ? Promise.resolve() : installation.start();
    const { intact, ...found } = await served
      .then(() => verifyWrites(installation, written))
      .catch((error: Error) => ({
        intact: 0,
        failures: [`${written.length} writes could not be looked up: ${error.message}`],
      }));
    failures.push(
      ...found.failures,
      ...[...writers.wrongAnswers].map(
        ([answer, times]) => `wrong answer, ${times} times: ${answer}`,
      ),
    );
    print(`${intact} acknowledged writes found once, ${writers.refused()} answers of 503`);
    return { passed: survived + intact, failures };
  } finally {
    await installation.remove();
    await rm(outside, { recursive: true, force: true });
  }
}

/** Compares acknowledged titles with the table `products`: each must be there exactly once. */
export async function verifyWrites(
  installation: Pick<Installation, 'connect'>,
  acknowledged: readonly string[],
) {
  const client = await connectWithRetry(installation);
  const { rows } = await client
    .query<{ title: string; times: number }>(
      'SELECT title, count(*)::int AS times FROM products GROUP BY title',
    )
    .finally(() => client.end());
  const times = new Map(rows.map((row) => [row.title, row.times]));
  const lost = acknowledged.filter((title) => !times.has(title));
  const doubled = rows.filter((row) => row.times > 1);
  return {
    intact: acknowledged.filter((title) => times.get(title) === 1).length,
    failures: [
      ...lost.map((title) => `lost: ${title}`),
      ...doubled.map((row) => `written ${row.times} times: ${row.title}`),
    ],
  };
}

/** Retries, because the database may still recover from the last fault. */
async function connectWithRetry({ connect }: Pick<Installation, 'connect'>) {
  const end = Date.now() + RECOVERY_TIMEOUT_MS;
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(100);
    }
  }
}
