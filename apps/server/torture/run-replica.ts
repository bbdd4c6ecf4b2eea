import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, served, signIn, startProcess } from '../test/server-process.ts';
import { seededRandom, type SeededRandom } from './random.ts';
import { openReplicaPair } from './replica-pair.ts';
import type { RunOptions } from './run-options.ts';
import { DEFAULT_WRITERS, verifyWrites } from './torture.ts';
import { startWriters } from './writers.ts';

const RECOVERY_TIMEOUT_MS = 60_000;
const WRITES_BETWEEN_FAULTS = 20;

/** The failures of the primary. A frozen one resumes for a moment after the promotion. */
export const primaryFailures = ['killed', 'frozen'] as const;

/**
 * Fails the primary under load and promotes its synchronous replica. Every acknowledged write must
 * exist exactly once. The server keeps running throughout.
 */
export async function runReplica({ seed, count, print }: RunOptions) {
  const random = seededRandom(seed);
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-torture-'));
  const pair = await openReplicaPair();
  const port = await freePort();
  const env = { DATA_DIR: join(folder, 'data'), DATABASE_URL: pair.url, WORKERS: '2' };
  const server = startProcess({ ...env, DATABASE_TIMEOUT_MS: '600' }, port);
  const failures: string[] = [];
  let survived = 0;
  try {
    await served(server);
    const writers = startWriters({
      port,
      cookie: await signIn(port),
      file: join(folder, 'acknowledged'),
      writers: DEFAULT_WRITERS,
    });
    for (let number = 1; number <= count && !failures.length; number += 1) {
      await pair.attach();
      await writers.waitForWrites(WRITES_BETWEEN_FAULTS, RECOVERY_TIMEOUT_MS);
      const failure = primaryFailures[number % primaryFailures.length]!;
      const removeFormer = await failPrimary(pair, failure, random);
      const recovered = await writers.waitForWrites(WRITES_BETWEEN_FAULTS, RECOVERY_TIMEOUT_MS);
      await removeFormer();
      const found = await verifyWrites(pair, writers.acknowledged());
      failures.push(...found.failures);
      if (recovered) survived += 1;
      else failures.push(`${number}. ${failure}: no write was acknowledged afterwards`);
      print(`${number}. ${failure}: ${found.intact} writes looked up`);
    }
    const found = await verifyWrites(pair, await writers.stop());
    const wrong = [...writers.wrongAnswers].map(
      ([answer, times]) => `wrong answer, ${times} times: ${answer}`,
    );
    failures.push(...found.failures, ...wrong);
    print(
      `${found.intact} writes acknowledged and found once, ${writers.refused()} answers of 503`,
    );
    return { passed: survived + found.intact, failures: [...new Set(failures)] };
  } finally {
    server.kill('SIGKILL');
    await server.ended;
    await pair.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Fails the primary and promotes its replica. Returns what removes the former primary. */
async function failPrimary(
  pair: Awaited<ReturnType<typeof openReplicaPair>>,
  failure: (typeof primaryFailures)[number],
  random: SeededRandom,
) {
  pair.isolateReplica();
  await sleep(random.between(100, 1_500));
  pair.signal(failure === 'killed' ? 'SIGKILL' : 'SIGSTOP');
  await sleep(random.between(0, 1_000));
  return pair.promote();
}
