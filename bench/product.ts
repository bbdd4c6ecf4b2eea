import { flushCompileCache } from 'node:module';
import pg from 'pg';
import { buildApp } from '../apps/server/src/app.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { openLog } from '../apps/server/src/platform/log.ts';
import { openPlatform } from '../apps/server/src/platform/open-platform.ts';

/**
 * Runs the product in a process that reports its usage. BEGIN, COMMIT and ROLLBACK do not count as
 * statements. A round trip begins with a query on an idle connection, also with a lone COMMIT.
 */
let statements = 0;
let roundTrips = 0;
type Inner = pg.Client & { readyForQuery: boolean };
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
pg.Client.prototype.query = function counted(this: Inner, ...args: unknown[]) {
  const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text?: string }).text;
  if (!/^(BEGIN|COMMIT|ROLLBACK)/.test(text ?? '')) statements += 1;
  if (this.readyForQuery) roundTrips += 1;
  return query.apply(this, args);
} as typeof pg.Client.prototype.query;

const config = readConfig({ LOG_LEVEL: 'warn', ...process.env });
const platform = await openPlatform(config, config.databaseUrl!, openLog(config));
const app = await buildApp(platform);
await app.listen({ port: config.port, host: '127.0.0.1' });

/**
 * The longest block of the event loop in ms: by the clock, and by the processor time of its thread,
 * which excludes other programs. `monitorEventLoopDelay` samples once a ms, too seldom for a block
 * of 2 ms, so this loop never sleeps while it is watched.
 */
let isWatched = false;
let longest = 0;
let longestOnProcessor = 0;
let last = 0;
let lastOnProcessor = 0;
function measureBlock() {
  const now = performance.now();
  const onProcessor = processorTime();
  longest = Math.max(longest, now - last);
  longestOnProcessor = Math.max(longestOnProcessor, onProcessor - lastOnProcessor);
  last = now;
  lastOnProcessor = onProcessor;
  if (isWatched) setImmediate(measureBlock);
}

function processorTime() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const answers: Record<string, () => object> = {
  usage() {
    const { user, system } = process.cpuUsage();
    return { processor: user + system, statements, roundTrips };
  },
  watch() {
    isWatched = true;
    longest = 0;
    longestOnProcessor = 0;
    last = performance.now();
    lastOnProcessor = processorTime();
    setImmediate(measureBlock);
    return {};
  },
  unwatch() {
    isWatched = false;
    return { longest, longestOnProcessor };
  },
  /** Memory after a collection, if the process runs with --expose-gc. */
  memory() {
    globalThis.gc?.();
    return process.memoryUsage();
  },
};
process.on('message', (question: string) => void process.send!(answers[question]!()));
process.send!('ready');
flushCompileCache(); // `kill` ends this process without it
process.on('disconnect', () => process.exit()); // the run has ended
