import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, served, signIn, startProcess } from '../test/server-process.ts';
import { randomOf } from './random.ts';
import { openReplicaPair } from './replica-pair.ts';
import { lookUp } from './torture.ts';
import { startWriters } from './writers.ts';

interface Options {
  seed: number;
  /** How many promotions. */
  count: number;
  say: (line: string) => void;
}

const PATIENCE_MS = 60_000;
const WRITES_BETWEEN = 20;

/** How a primary is lost. One that stood still comes back for a moment. */
export const losses = ['killed', 'standing still'] as const;

/**
 * The primary is lost while people write, and its synchronous replica takes its place. Each write that
 * was acknowledged must be there, once. The server is not started again.
 */
export async function runReplica({ seed, count, say }: Options) {
  const random = randomOf(seed);
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-torture-'));
  const pair = await openReplicaPair();
  const port = await freePort();
  const env = { DATA_DIR: join(folder, 'data'), DATABASE_URL: pair.url, WORKERS: '2' };
  const server = startProcess({ ...env, DATABASE_TIMEOUT_MS: '600' }, port);
  const broken: string[] = [];
  let survived = 0;
  try {
    await served(server);
    const writers = startWriters(port, await signIn(port), join(folder, 'acknowledged'));
    for (let number = 1; number <= count && !broken.length; number += 1) {
      await pair.attach();
      await writers.goesOn(WRITES_BETWEEN, PATIENCE_MS);
      pair.part();
      await sleep(random.between(100, 1_500));
      const loss = losses[number % losses.length]!;
      pair.signal(loss === 'killed' ? 'SIGKILL' : 'SIGSTOP');
      await sleep(random.between(0, 1_000));
      const removeFormer = await pair.promote();
      const back = await writers.goesOn(WRITES_BETWEEN, PATIENCE_MS);
      await removeFormer();
      const found = await lookUp(pair, writers.acknowledged());
      broken.push(...found.broken);
      if (back) survived += 1;
      else broken.push(`${number}. ${loss}: no write was acknowledged afterwards`);
      say(`${number}. ${loss}: ${found.kept} writes looked up`);
    }
    const found = await lookUp(pair, await writers.stop());
    const wrong = [...writers.wrong].map(
      ([answer, times]) => `wrong answer, ${times} times: ${answer}`,
    );
    broken.push(...found.broken, ...wrong);
    say(`${found.kept} writes acknowledged and found once, ${writers.refused()} answers of 503`);
    return { held: survived + found.kept, broken: [...new Set(broken)] };
  } finally {
    server.kill('SIGKILL');
    await server.ended;
    await pair.close();
    await rm(folder, { recursive: true, force: true });
  }
}
