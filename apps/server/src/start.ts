import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { demoJobs, ensureFirstSchool } from './demo/first-school.ts';
import { startRetention } from './features/privacy/retention.store.ts';
import { readConfig, type Config } from './platform/config.ts';
import { findDatabase, joinDatabase, refuseUnfinishedRestore } from './platform/find-database.ts';
import { listenOnManySockets, listenProblem } from './platform/listening-sockets.ts';
import { openLog } from './platform/log.ts';
import { openPlatform } from './platform/open-platform.ts';
import { retryWhileBusy } from './platform/retry-while-busy.ts';
import { runWorkers } from './workers.ts';

/**
 * The times of an exit, from the signal on. Requests that are open after `work` are cut, because
 * the database needs time.
 */
const LEAVE_MS = { notice: 3_000, work: 7_000, all: 9_500 };
/** A proxy must have read 503 at /readyz. It asks twice a second, or less often where it is busy. */
const MIN_NOTICE_MS = 300;
const MIN_NOTICE_OF_PROXY_MS = 1_500;

/**
 * Connections that wait until the event loop accepts them. With Node's 511, a rush of visitors fills
 * the queue, and the others try again after one, three and seven seconds.
 */
const BACKLOG = 4_096;

/**
 * Starts the application. With WORKERS, this process becomes the primary: it starts the database
 * and the workers, which each run this function again.
 */
export async function start() {
  const config = readConfig();
  const log = openLog(config);
  process.umask(0o077); // new files are closed to other users
  if (cluster.isWorker) return serve(config, log, await joinDatabase(config));
  await refuseUnfinishedRestore(config);
  const database = await findDatabase(config, log);
  if (config.workers > 1) await runWorkers(config, log, database);
  else await serve(config, log, database);
}

/**
 * Answers requests in this process. On a signal, /readyz answers 503, open requests are finished,
 * and the process exits within ten seconds.
 */
async function serve(
  config: Config,
  log: ReturnType<typeof openLog>,
  database: Awaited<ReturnType<typeof findDatabase>>,
) {
  const platform = await retryWhileBusy(() => openPlatform(config, database.url, log), log);
  // In a worker, the primary has done both before.
  if (cluster.isPrimary) await platform.files.removeTempFiles();
  const app = await buildApp(platform);
  if (cluster.isPrimary) await ensureFirstSchool(platform);
  demoJobs(platform);

  let closeSockets: () => Promise<unknown> = () => Promise.resolve();
  const leave = async (signal: string) => {
    if (app.shuttingDown) return;
    app.shuttingDown = true;
    log.info(`${signal}: finishing what is open`);
    setTimeout(() => process.exit(1), LEAVE_MS.all).unref();
    const work = finishWork().catch((error: Error) => log.error({ err: error }, 'leaving'));
    const isDone = work.then(() => true);
    if (!(await Promise.race([isDone, sleep(LEAVE_MS.work, false)]))) {
      log.warn('what is still open is cut; jobs run again after the next start');
      log.level = 'silent'; // each connection would report that its database ends
    }
    await database.stop();
    process.exit(0);
  };
  const finishWork = async () => {
    const minMs = config.trustProxy ? MIN_NOTICE_OF_PROXY_MS : MIN_NOTICE_MS;
    const finishRequests = () =>
      app
        .openRequestsDone({ minMs, maxMs: LEAVE_MS.notice })
        .then(() => Promise.all([closeSockets(), app.close()]));
    await Promise.all([finishRequests(), platform.jobs.finish()]);
    await platform.jobs.stop();
    await platform.database.close();
  };
  process.on('SIGTERM', (signal) => void leave(signal));
  process.on('SIGINT', (signal) => void leave(signal));

  const answer = async () => {
    const options = { port: config.port, host: config.host, backlog: BACKLOG };
    // The primary of several workers accepts for them, from one socket.
    const listening = cluster.isWorker
      ? app.listen(options)
      : listenOnManySockets(app, options).then((close) => (closeSockets = close));
    await listening.catch((error: Error) => {
      throw listenProblem(error, config);
    });
    await platform.jobs.start();
    // One worker does it for all.
    if (cluster.isPrimary || cluster.worker?.id === 1)
      await startRetention(platform, () => app.shuttingDown);
  };
  await answer().catch((error: Error) => {
    if (!app.shuttingDown) throw error; // otherwise `leave` has closed what it starts
  });
}
