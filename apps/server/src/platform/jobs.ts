import { createRequire } from 'node:module';
import type { Runner, TaskList } from 'graphile-worker';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Database, TenantTransaction } from './database.ts';
import type { Logins } from './logins.ts';

/** Work after the answer. It opens its own transactions of the tenant, and runs again if it throws. */
type Task = (work: {
  tenantId: number;
  payload: Record<string, unknown>;
  database: Database;
  log: Logger;
  /** True on the last try. */
  lastTry: boolean;
  /** Aborted when the server shuts down: long work stops between two steps, and runs again later. */
  signal: AbortSignal;
}) => Promise<void>;

/** Loaded with the first job, not at the start. */
const worker = () => import('graphile-worker');

const tasks = new Map<string, { work: Task; slow: boolean }>();

/** Registers the work of a job: `task('send-mail', async ({ tenantId, payload, database }) => …)`. */
export function task(name: string, work: Task) {
  tasks.set(name, { work, slow: false });
}

/** The same for an import or a video: it runs beside the other jobs, so that no mail waits for it. */
export function slowTask(name: string, work: Task) {
  tasks.set(name, { work, slow: true });
}

interface Enqueue {
  /** A job replaces a waiting one with the same key. */
  key?: string;
  runAt?: Date;
  maxAttempts?: number;
  /** Jobs of one queue run one after another. Use few names, never one per row. */
  queue?: string;
  /** Lower runs first. 0: somebody waits for it. From 10 on: nobody does (`bulkPriority`). */
  priority?: number;
}

/**
 * The priority of the n-th job of a large set (invitations): sets of several schools run in turns
 * of 20, and behind everything that somebody waits for.
 */
export const bulkPriority = (n: number) => 10 + Math.floor(n / 20);

/** Adds a job in the transaction. Without its commit there is no job. */
export async function enqueue(
  tx: TenantTransaction,
  name: string,
  payload: Record<string, unknown>,
  { key, runAt, maxAttempts = 8, queue, priority = 0 }: Enqueue = {},
) {
  const jobKey = key === undefined ? null : `${tx.tenantId}:${key}`;
  await sql`SELECT enqueue_job(${name}, ${JSON.stringify({ ...payload, tenantId: tx.tenantId })}::json,
    ${jobKey}, ${runAt ?? new Date()}, ${maxAttempts}, ${queue ?? null}, ${priority})`.execute(
    tx.db,
  );
}

const RETRY_MS = 1_000;

export interface Jobs {
  /** Runs all waiting jobs, then resolves. For tests and the command line. */
  runAll(): Promise<void>;
  /** Comes back after the first try, also where it failed: later tries follow by themselves. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** The jobs of all servers, by task. A failed one is not tried again. */
  counts(): Promise<JobCount[]>;
}

interface JobCount {
  task: string;
  state: 'due' | 'later' | 'failed';
  jobs: number;
}

/** `url` signs in as the jobs' login: it reads and writes the queue's tables, and no school's. */
export function openJobs(url: string, database: Database, log: Logger): Jobs {
  let pool: pg.Pool | null = null;
  let runners: Runner[] = [];
  let stopped = false;
  const open = () => {
    pool ??= listenedPool(url, 4, (error) => log.warn({ err: error }, 'job pool'));
    return pool;
  };
  const options = (wanted: (slow: boolean) => boolean) => ({
    pgPool: open(),
    taskList: taskList(database, log, wanted),
    logger: quiet(log),
    noHandleSignals: true,
  });
  return {
    async runAll() {
      const { runOnce } = await worker();
      await runOnce(options(() => true));
    },
    start: () => new Promise((started) => void keepAtWork(started)),
    async counts() {
      const { rows } = await open().query<JobCount>(
        `SELECT t.identifier AS task, count(*)::int AS jobs,
           CASE WHEN attempts >= max_attempts AND locked_at IS NULL THEN 'failed'
             WHEN run_at <= now() THEN 'due' ELSE 'later' END AS state
         FROM graphile_worker._private_jobs j
         JOIN graphile_worker._private_tasks t ON t.id = j.task_id
         GROUP BY 1, 3`,
      );
      return rows.filter(({ task: name }) => tasks.has(name));
    },
    async stop() {
      stopped = true;
      await Promise.all(runners.map((runner) => runner.stop()));
      await pool?.end();
    },
  };

  /** Tries again for as long as the server runs: the database may be away for a moment. */
  async function keepAtWork(started: () => void) {
    while (!stopped) {
      try {
        await freeOrphans(open());
        await run();
        started();
        await Promise.all(runners.map(({ promise }) => promise));
      } catch (error) {
        log.error({ err: error }, 'job runner stopped');
      }
      started();
      if (stopped) return;
      await Promise.allSettled(runners.map((runner) => runner.stop()));
      runners = [];
      await sleep(RETRY_MS, undefined, { ref: false });
    }
  }

  async function run() {
    const { run: start } = await worker();
    for (const slow of [false, true])
      runners.push(
        await start({ ...options((own) => own === slow), concurrency: 2, pollInterval: 5_000 }),
      );
  }
}

/** The only way for the application's login to add a job. It runs as the owner of the tables. */
const enqueueJobSql = `
  DROP FUNCTION IF EXISTS enqueue_job(text, json, text, timestamptz, integer);
  DROP FUNCTION IF EXISTS enqueue_job(text, json, text, timestamptz, integer, text);
  CREATE OR REPLACE FUNCTION enqueue_job(name text, payload json, key text, run_at timestamptz,
    max_attempts integer, queue text, priority integer)
  RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
    SELECT graphile_worker.add_job(identifier => name, payload => payload, job_key => key,
      run_at => run_at, max_attempts => max_attempts, queue_name => queue,
      priority => priority)
  $$;
  REVOKE ALL ON FUNCTION enqueue_job FROM public;
  -- Deletes the waiting and failed jobs of the running school that name an e-mail.
  CREATE OR REPLACE FUNCTION forget_jobs(email text)
  RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
    DELETE FROM graphile_worker._private_jobs
    WHERE locked_at IS NULL AND (payload ->> 'tenantId')::bigint = public.app_tenant()
      AND strpos(lower(payload::text), lower(email)) > 0
  $$;
  REVOKE ALL ON FUNCTION forget_jobs FROM public;
  DO $$
  BEGIN
    EXECUTE format('GRANT EXECUTE ON FUNCTION enqueue_job TO %I', current_setting('vitrine.app_role'));
    EXECUTE format('GRANT EXECUTE ON FUNCTION forget_jobs TO %I', current_setting('vitrine.app_role'));
  END $$`;

/** graphile-worker enables row-level security without a policy: only the owner reads its tables. */
const jobsLoginSql = `
  DO $$
  DECLARE
    t regclass;
    jobs text := quote_ident(current_setting('vitrine.jobs_role'));
    every text := 'ON ALL %s IN SCHEMA graphile_worker TO %s';
  BEGIN
    EXECUTE format('GRANT USAGE ON SCHEMA graphile_worker TO %s', jobs);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ' || every, 'TABLES', jobs);
    EXECUTE format('GRANT USAGE ' || every, 'SEQUENCES', jobs);
    FOR t IN
      SELECT oid FROM pg_class
      WHERE relnamespace = 'graphile_worker'::regnamespace AND relrowsecurity
    LOOP
      EXECUTE format('DROP POLICY IF EXISTS job_runner ON %s', t);
      EXECUTE format('CREATE POLICY job_runner ON %s TO %s USING (true) WITH CHECK (true)', t, jobs);
    END LOOP;
  END $$`;

const { version } = createRequire(import.meta.url)('graphile-worker/package.json') as {
  version: string;
};

/** Changes when `migrateJobs` must run again, as for a new version of graphile-worker. */
export const jobsVersion = [version, enqueueJobSql, jobsLoginSql].join('\n');

/** Creates graphile-worker's tables only: a restore fills them before anybody has rights. */
export async function migrateJobTables(url: string) {
  const pool = listenedPool(url, 1, () => {});
  try {
    const { runMigrations } = await worker();
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
  }
}

/** Creates graphile-worker's tables, and gives both logins their rights to them. */
export async function migrateJobs(url: string, { app, jobs }: Logins) {
  const pool = listenedPool(url, 1, () => {});
  try {
    const { runMigrations } = await worker();
    await runMigrations({ pgPool: pool });
    // Settings last as long as the pool's one connection.
    for (const [name, { role }] of Object.entries({ app, jobs }))
      await pool.query('SELECT set_config($1, $2, false)', [`vitrine.${name}_role`, role]);
    await pool.query(enqueueJobSql);
    // Without a login of its own, the job runner is the owner.
    if (jobs.made) await pool.query(jobsLoginSql);
  } finally {
    await pool.end();
  }
}

/** Servers find each other's connections by this name. */
const workerName = 'vitrine jobs';

/**
 * Unlocks the jobs of a killed server, which would stay locked for hours. It does so only if no
 * other server is connected.
 */
async function freeOrphans(pool: pg.Pool) {
  await pool.query(
    `SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT locked_by))
     FROM graphile_worker._private_jobs
     WHERE locked_by IS NOT NULL AND NOT EXISTS (
       SELECT FROM pg_stat_activity
       WHERE application_name = $1 AND datname = current_database() AND pid <> pg_backend_pid())`,
    [workerName],
  );
}

function listenedPool(url: string, max: number, onError: (error: Error) => void) {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: workerName,
    max,
    connectionTimeoutMillis: 5_000,
  });
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

const taskList = (database: Database, log: Logger, wanted: (slow: boolean) => boolean): TaskList =>
  Object.fromEntries(
    [...tasks]
      .filter(([, { slow }]) => wanted(slow))
      .map(([name, { work }]) => [
        name,
        async (given, { job, abortSignal }) => {
          const { tenantId, ...payload } = given as { tenantId: number };
          const child = log.child({ job: name, tenant: tenantId });
          const lastTry = job.attempts >= job.max_attempts;
          await work({ tenantId, payload, database, log: child, lastTry, signal: abortSignal });
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
