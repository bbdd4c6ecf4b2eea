import { run, runMigrations, runOnce, type Runner, type TaskList } from 'graphile-worker';
import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Database, Scope } from './database.ts';

/** Work done after the answer: in the tenant's own transaction or transactions, tried again on failure. */
export type Task = (work: {
  tenantId: number;
  payload: Record<string, unknown>;
  database: Database;
  log: Logger;
  /** True on the last of the tries: what is given up now is given up. */
  lastTry: boolean;
}) => Promise<void>;

const tasks = new Map<string, Task>();

/** Names a kind of work: `task('send-mail', async ({ tenantId, payload, database }) => …)`. */
export function task(name: string, work: Task) {
  tasks.set(name, work);
}

interface Enqueue {
  /** A second job of the same key replaces the first while it waits. */
  key?: string;
  runAt?: Date;
  maxAttempts?: number;
}

/** Puts a job into the transaction that wants it: no commit, no job. */
export async function enqueue(
  scope: Scope,
  name: string,
  payload: Record<string, unknown>,
  { key, runAt, maxAttempts = 8 }: Enqueue = {},
) {
  const jobKey = key === undefined ? null : `${scope.tenantId}:${key}`;
  await sql`SELECT enqueue_job(${name}, ${JSON.stringify({ ...payload, tenantId: scope.tenantId })}::json,
    ${jobKey}, ${runAt ?? new Date()}, ${maxAttempts})`.execute(scope.db);
}

export interface Jobs {
  /** Does all that waits now and comes back: for tests and the command line. */
  runAll(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The worker uses the owner's connection: its tables are its own, and no school's. */
export function openJobs(url: string, database: Database, log: Logger): Jobs {
  let pool: pg.Pool | null = null;
  let runner: Runner | null = null;
  let presence: pg.Client | null = null;
  const open = () => {
    pool ??= listenedPool(url, 4, (error) => log.warn({ err: error }, 'job pool'));
    return pool;
  };
  const options = () => ({
    pgPool: open(),
    taskList: taskList(database, log),
    logger: quiet(log),
    noHandleSignals: true,
  });
  return {
    runAll: async () => runOnce(options()),
    async start() {
      presence = await takeOver(url, (error) => log.warn({ err: error }, 'job presence'));
      runner = await run({ ...options(), concurrency: 3, pollInterval: 5_000 });
      runner.promise.catch((error: Error) => log.error({ err: error }, 'job runner stopped'));
    },
    async stop() {
      await runner?.stop();
      await presence?.end();
      await pool?.end();
    },
  };
}

const presenceLock = 7134510;

/**
 * A server that was killed leaves its jobs locked for hours. Every living server holds a shared
 * lock; whoever starts alone knows that all locked jobs are orphans, and sets them free.
 */
async function takeOver(url: string, onError: (error: Error) => void) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', onError);
  await client.connect();
  const { rows } = await client.query<{ alone: boolean }>(
    `SELECT pg_try_advisory_lock(${presenceLock}) AS alone`,
  );
  if (rows[0]?.alone)
    await client.query(`SELECT graphile_worker.force_unlock_workers(ARRAY(
      SELECT DISTINCT locked_by FROM graphile_worker.jobs WHERE locked_by IS NOT NULL))`);
  await client.query(`SELECT pg_advisory_lock_shared(${presenceLock})`);
  if (rows[0]?.alone) await client.query(`SELECT pg_advisory_unlock(${presenceLock})`);
  return client;
}

/** The worker's own tables, and the door through which the application puts jobs in. */
export async function migrateJobs(url: string) {
  const pool = listenedPool(url, 1, () => {});
  try {
    await runMigrations({ pgPool: pool });
    await pool.query(`
      CREATE OR REPLACE FUNCTION enqueue_job(name text, payload json, key text, run_at timestamptz, max_attempts integer)
      RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
        SELECT graphile_worker.add_job(identifier => name, payload => payload, job_key => key,
          run_at => run_at, max_attempts => max_attempts)
      $$;
      REVOKE ALL ON FUNCTION enqueue_job FROM public;
      GRANT EXECUTE ON FUNCTION enqueue_job TO vitrine_app;`);
  } finally {
    await pool.end();
  }
}

function listenedPool(url: string, max: number, onError: (error: Error) => void) {
  const pool = new pg.Pool({ connectionString: url, max, connectionTimeoutMillis: 5_000 });
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

const taskList = (database: Database, log: Logger): TaskList =>
  Object.fromEntries(
    [...tasks].map(([name, work]) => [
      name,
      async (given, { job }) => {
        const { tenantId, ...payload } = given as { tenantId: number };
        const child = log.child({ job: name, tenant: tenantId });
        const lastTry = job.attempts >= job.max_attempts;
        await work({ tenantId, payload, database, log: child, lastTry });
      },
    ]),
  );

const quiet = (log: Logger) =>
  new (class {
    scope() {
      return this;
    }
    error = (text: string, meta?: object) => log.error(meta ?? {}, text);
    warn = (text: string, meta?: object) => log.warn(meta ?? {}, text);
    info = () => {};
    debug = () => {};
  })() as never;
