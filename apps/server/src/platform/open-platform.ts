import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { openDatabase } from './database.ts';
import { openEvents } from './events.ts';
import { openFiles } from './files.ts';
import { openJobs } from './job-runner.ts';
import { deliverMails } from './mail.ts';
import { migrate } from './migrate.ts';
import type { Platform } from './platform.ts';
import { openPush } from './push.ts';
import { rareLines } from './rare-lines.ts';
import { openSchools } from './schools.ts';

/** Migrates the database as the role of `url`, and opens everything that features use. */
export async function openPlatform(config: Config, url: string, log: Logger): Promise<Platform> {
  const { applied, logins } = await migrate(url, config.appDatabaseUrl, log);
  if (applied.length)
    log.info({ files: applied.length, first: applied[0], last: applied.at(-1) }, 'migrated');
  const files = await openFiles(config);
  const database = openDatabase({
    url: logins.app.url,
    objects: files.objects,
    poolSize: config.poolSize,
    timeoutMs: config.databaseTimeoutMs,
    onError: (error) => log.warn({ err: error }, 'database'),
  });
  const { schools, events } = await listen().catch(async (error: Error) => {
    await database.close(); // a start opens the platform again
    throw error;
  });
  deliverMails(config);
  const linesOfPushes = rareLines();
  const push = await openPush(config, ({ host, status }) => {
    const leftOut = linesOfPushes(`${host} ${status}`);
    if (leftOut === null) return;
    log.warn({ push: host, status, ...(leftOut && { leftOut }) }, 'a push service took no push');
  });
  return {
    config,
    database,
    schools,
    files,
    events,
    jobs: openJobs(logins.jobs.url, database, log, { timeoutMs: config.databaseTimeoutMs }),
    push,
    log,
  };

  async function listen() {
    const schools = await openSchools(database, config);
    return { schools, events: await openEvents(database, log) };
  }
}
