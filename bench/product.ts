import pg from 'pg';
import { buildApp } from '../apps/server/src/app.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { openLog } from '../apps/server/src/platform/log.ts';
import { openPlatform } from '../apps/server/src/platform/open-platform.ts';

/** The product itself, in a process of its own, that tells what it has used and how often it asked. */
let statements = 0;
const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
pg.Client.prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
  const text = typeof given[0] === 'string' ? given[0] : (given[0] as { text?: string }).text;
  if (!/^(BEGIN|COMMIT|ROLLBACK)/.test(text ?? '')) statements += 1;
  return query.apply(this, given);
} as typeof pg.Client.prototype.query;

const config = readConfig({ ...process.env, LOG_LEVEL: 'error' });
const platform = await openPlatform(config, config.databaseUrl!, openLog(config));
const app = await buildApp(platform);
await app.listen({ port: config.port, host: '127.0.0.1' });

process.on('message', (asked) => {
  if (asked === 'cpu') process.send!({ cpu: process.cpuUsage(), statements });
});
process.send!('ready');
process.on('disconnect', () => process.exit()); // the run has ended
