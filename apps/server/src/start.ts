import { buildApp } from './app.ts';
import { openPlatform } from './platform/open-platform.ts';
import { startRetention } from './features/privacy/retention.store.ts';
import { firstSteps } from './demo/first-steps.ts';
import { readConfig } from './platform/config.ts';
import { findDatabase, refuseUnfinishedRestore } from './platform/find-database.ts';
import { openLog } from './platform/log.ts';

/** Starts the application, and ends it in order: not ready, finish, leave within ten seconds. */
export async function start() {
  const config = readConfig();
  const log = openLog(config);
  process.umask(0o077); // whatever is written is closed to other users
  await refuseUnfinishedRestore(config);
  const database = await findDatabase(config, (line) => log.info(line));
  const platform = await openPlatform(config, database.url, log);
  await platform.files.removeTempFiles();
  const app = await buildApp(platform);
  await firstSteps(platform);

  const leave = async (signal: string) => {
    if (app.shuttingDown) return;
    app.shuttingDown = true;
    log.info(`${signal}: finishing what is open`);
    setTimeout(() => process.exit(1), 9_500).unref();
    await app.openRequestsDone(8_000);
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
  await startRetention(platform);
}
