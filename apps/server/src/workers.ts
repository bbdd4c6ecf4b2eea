import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureFirstSchool } from './demo/first-school.ts';
import { answerMetricsOfWorkers } from './platform/cluster-metrics.ts';
import type { Config } from './platform/config.ts';
import type { EmbeddedDatabase } from './platform/embedded-database.ts';
import { removeTempFilesOf } from './platform/files.ts';
import type { openLog } from './platform/log.ts';
import { openPlatform } from './platform/open-platform.ts';
import { retryWhileBusy } from './platform/retry-while-busy.ts';

/** A worker that dies younger than this lengthens the pause before the next start. */
const YOUNG_MS = 60_000;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;
/** A worker leaves within seven seconds of the signal. PostgreSQL has the rest to stop in order. */
const LEAVE_MS = 7_500;
const EXIT_MS = 9_500;

/**
 * Runs the primary process of several workers. It owns the database and the port, and answers no
 * request. A worker that dies is replaced; after early deaths the pause doubles, up to ten seconds.
 */
export async function runWorkers(
  config: Config,
  log: ReturnType<typeof openLog>,
  database: EmbeddedDatabase,
) {
  const born = new Map<number, number>();
  let leaving = false;
  let served = false;
  let earlyDeaths = 0;

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => void leave(signal, 0));

  await prepare(config, log, database).catch((error: Error) => {
    if (!leaving) throw error; // otherwise `leave` has stopped the database under it
  });
  if (leaving) return;
  answerMetricsOfWorkers();
  cluster.setupPrimary({ execArgv: process.execArgv.filter(isForWorkers) });
  cluster.on('listening', () => (served = true));
  cluster.on('exit', (worker, code, signal) => void replace(worker, code, signal));
  for (let count = 0; count < config.workers && !leaving; count += 1) fork();

  function fork() {
    const worker = cluster.fork();
    closeUntakenOf(worker);
    born.set(worker.id, performance.now());
  }

  async function replace({ id, process: { pid } }: Worker, code: number, signal: string) {
    const livedMs = performance.now() - born.get(id)!;
    born.delete(id);
    await removeTempFilesOf(config, pid!);
    if (leaving) return;
    // The worker has written its error to standard error. Another one would fail in the same way.
    if (!served && code) return leave(`a worker ended with ${code} at the start`, code);
    earlyDeaths = livedMs < YOUNG_MS ? earlyDeaths + 1 : 0;
    const pause = earlyDeaths ? Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (earlyDeaths - 1)) : 0;
    log.error({ pid, code, signal, pause }, 'a worker died; starting another');
    await sleep(pause);
    if (!leaving) fork();
  }

  async function leave(reason: string, code: number) {
    if (leaving) return;
    leaving = true;
    log.info(`${reason}: the workers finish what is open`);
    setTimeout(() => process.exit(1), EXIT_MS).unref();
    const workers = (Object.values(cluster.workers ?? {}) as Worker[]).filter(
      (worker) => !worker.isDead(),
    );
    for (const worker of workers) worker.process.kill('SIGTERM');
    const late = setTimeout(() => {
      for (const worker of workers) worker.process.kill('SIGKILL');
    }, LEAVE_MS);
    await Promise.all(workers.map(exited));
    clearTimeout(late);
    await database.stop();
    process.exit(code);
  }
}

/** Does the work of a start that is done once: migrations, leftovers of a killed one, first school. */
async function prepare(config: Config, log: ReturnType<typeof openLog>, { url }: EmbeddedDatabase) {
  const platform = await retryWhileBusy(() => openPlatform(config, url, log), log);
  await platform.files.removeTempFiles();
  // To a worker, other workers would look like other servers.
  await retryWhileBusy(() => platform.jobs.freeOrphans(), log);
  await ensureFirstSchool(platform);
  platform.events.close();
  await platform.jobs.stop();
  await platform.database.close();
}

/**
 * Closes the connection that a worker was handed and died before it took. The primary holds it until
 * the worker answers, so the client would wait for ever. node:cluster hands one at a time, by `send`.
 */
function closeUntakenOf(worker: Worker) {
  const child = worker.process;
  const send = child.send.bind(child) as (...values: unknown[]) => boolean;
  let handed: Handle | undefined;
  child.send = (message: unknown, handle?: unknown, ...rest: unknown[]) => {
    if (handle) handed = handle as Handle;
    return send(message, handle, ...rest);
  };
  // A worker that ends in order has given back what it did not take: another one has it now. What a
  // worker has taken, the primary has closed on its side: a second close does nothing.
  worker.once('exit', (code) => {
    if (code !== 0) handed?.close();
  });
}

interface Handle {
  close(): void;
}

const exited = (worker: Worker) => new Promise((resolve) => worker.once('exit', resolve));

/** Drops `--import`: `npm start` imports a watcher of fd 3, the channel between worker and primary. */
const isForWorkers = (argument: string, index: number, all: string[]) =>
  argument !== '--import' && all[index - 1] !== '--import';
