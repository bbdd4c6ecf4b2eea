import cluster from 'node:cluster';
import { buildApp } from './app.ts';
import { demoJobs, firstSteps } from './demo/first-steps.ts';
import { startRetention } from './features/privacy/retention.store.ts';
import { readConfig, type Config } from './platform/config.ts';
import { findDatabase, joinDatabase, refuseUnfinishedRestore } from './platform/find-database.ts';
import { openLog } from './platform/log.ts';
import { openPlatform } from './platform/open-platform.ts';
import { runWorkers } from './workers.ts';

/** A worker exits before its primary kills it. The primary exits within ten seconds. */
const leaveMs = cluster.isWorker
  ? { requests: 6_500, all: 8_000 }
  : { requests: 8_000, all: 9_500 };

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
  const database = await findDatabase(config, (line) => log.info(line));
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
  const platform = await openPlatform(config, database.url, log);
  // In a worker, the primary has done both before.
  if (cluster.isPrimary) await platform.files.removeTempFiles();
  const app = await buildApp(platform);
  if (cluster.isPrimary) await firstSteps(platform);
  demoJobs(platform);

  const leave = async (signal: string) => {
    if (app.shuttingDown) return;
    app.shuttingDown = true;
    log.info(`${signal}: finishing what is open`);
    setTimeout(() => process.exit(1), leaveMs.all).unref();
    await app.openRequestsDone(leaveMs.requests);
    await app.close();
    await platform.jobs.stop();
    await platform.database.close();
    await database.stop();
    process.exit(0);
  };
  process.on('SIGTERM', (signal) => void leave(signal));
  process.on('SIGINT', (signal) => void leave(signal));

  await app.listen({ port: config.port, host: config.host });
  await platform.jobs.start();
  // One worker does it for all.
  if (cluster.isPrimary || cluster.worker?.id === 1)
    await startRetention(platform, () => app.shuttingDown);
}
