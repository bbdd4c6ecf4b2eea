import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import type { Job, Runner, TaskList, WorkerEvents } from 'graphile-worker';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Database, TenantTransaction } from './database.ts';
import { endIfSilent } from './end-if-silent.ts';
import type { Logins } from './logins.ts';
import { LOCK_TIMEOUT_MS, retryForLocks, type MigrationLog } from './migration-locks.ts';
import { WatchedPool } from './watched-pool.ts';

/** Work that runs after the answer. It opens its own transactions, and runs again if it throws. */
type Task = (work: {
  tenantId: number;
  payload: Record<string, unknown>;
  database: Database;
  log: Logger;
  /** True on the last attempt. */
  lastTry: boolean;
  /** Aborted at shutdown. Long work then stops between two steps, and runs again later. */
  signal: AbortSignal;
}) => Promise<void>;

/** Loads graphile-worker with the first job, not at the start. */
const graphileWorker = () => import('graphile-worker');

/** Maximum number of concurrent jobs of each lane in a process. No lane waits for another one. */
const lanes = { usual: 2, mails: 2, imports: 2, videos: 1 };
type Lane = keyof typeof lanes;

/** Each lane listens on one, and two ask for jobs. */
const MAX_CONNECTIONS = Object.keys(lanes).length + 2;

const tasks = new Map<string, { work: Task; lane: Lane }>();

/** Registers the work of a job: `task('erase-member', async ({ tenantId, payload, database }) => …)`. */
export function task(name: string, work: Task) {
  tasks.set(name, { work, lane: 'usual' });
}

/** The same for work that may take long, or wait for a mail server. Other work does not wait for it. */
export function slowTask(name: string, lane: Exclude<Lane, 'usual'>, work: Task) {
  tasks.set(name, { work, lane });
}

interface Enqueue {
  /** A job replaces a waiting one with the same key. */
  key?: string;
  /** The new job takes the replaced one's place in the queue. */
  keepsRunAt?: boolean;
  runAt?: Date;
  maxAttempts?: number;
  /** Jobs of one queue run one after another. Use few names, never one per row. */
  queue?: string;
  /**
   * Lower runs first. 0 if a person waits for the job; from 10 on if nobody does (`bulkPriority`).
   */
  priority?: number;
  /** Runs later, the more jobs of its kind and school wait, so that schools take turns of 20. */
  takesTurns?: boolean;
}

/**
 * The priority of the n-th job of a large set, such as invitations. Sets of several schools run in
 * turns of 20, after all jobs that a person waits for.
 */
export const bulkPriority = (n: number) => LAST_AWAITED + 1 + Math.floor(n / TURN);

/** The highest number, so the last priority, of jobs that a person waits for. */
const LAST_AWAITED = 9;
/** Number of jobs of one school that run before another school's turn comes. */
const TURN = 20;

/**
 * The priority of a job that comes after `waiting` jobs of its kind and school. Schools take turns
 * of 20. Jobs that a person waits for stay ahead of bulk jobs.
 */
export const turnPriority = (priority: number, waiting: number) =>
  priority < bulkPriority(0)
    ? Math.min(priority + Math.floor(waiting / TURN), LAST_AWAITED)
    : Math.max(priority, bulkPriority(waiting));

/** Adds a job in the transaction. Without the commit there is no job. */
export async function enqueue(
  tx: TenantTransaction,
  name: string,
  payload: Record<string, unknown>,
  {
    key,
    keepsRunAt = false,
    runAt,
    maxAttempts = 8,
    queue,
    priority = 0,
    takesTurns = false,
  }: Enqueue = {},
) {
  const jobKey = key === undefined ? null : `${tx.tenantId}:${key}`;
  await sql`SELECT enqueue_job(${name}, ${JSON.stringify({ ...payload, tenantId: tx.tenantId })}::json,
    ${jobKey}, ${runAt ?? new Date()}, ${maxAttempts}, ${queue ?? null},
    ${takesTurns ? sql`least(${priority} + waiting_jobs(${name}) / ${sql.lit(TURN)}, ${sql.lit(LAST_AWAITED)})` : priority},
    ${keepsRunAt ? 'preserve_run_at' : 'replace'})`.execute(tx.db);
}

const RETRY_MS = 1_000;

/** At shutdown, jobs have this time before their signal is aborted. Most end by themselves. */
const ABORT_MS = 1_000;

/** The job runner of this process. Jobs are rows, so any server may run those of another one. */
export interface Jobs {
  /** Runs all waiting jobs, then resolves. For tests and the command line. */
  runAll(): Promise<void>;
  /** Resolves after the first attempt, even if it failed. Later attempts follow by themselves. */
  start(): Promise<void>;
  /** Unlocks the jobs of a killed server at once, if no other server is connected. */
  freeOrphans(): Promise<void>;
  /** Takes no more jobs, and resolves when none runs. Long ones stop between two of their steps. */
  finish(): Promise<void>;
  /** Finishes, and closes the connections. */
  stop(): Promise<void>;
  /** Counts the jobs of all servers by task. A failed job is not tried again. */
  counts(): Promise<JobCount[]>;
}

interface JobCount {
  task: string;
  state: 'due' | 'later' | 'failed';
  jobs: number;
}

interface JobOptions {
  /** A connection without an answer for this long is closed, and opened again. */
  timeoutMs: number;
  /** Time between two searches for jobs of dead runners. */
  checkMs?: number;
}

/** `url` signs in as the jobs' login, which reads and writes the queue's tables, and no school's. */
export function openJobs(
  url: string,
  database: Database,
  log: Logger,
  { timeoutMs, checkMs = ORPHAN_CHECK_MS }: JobOptions,
): Jobs {
  let pool: pg.Pool | null = null;
  let runners: Runner[] = [];
  /** The runners that are being started. */
  let starting: Promise<void> | undefined;
  let stopped = false;
  let finished: Promise<unknown> | undefined;
  let orphanTimer: NodeJS.Timeout | undefined;
  const locks = holdRunnerLocks(url, timeoutMs, log);
  const openPool = () => {
    pool ??= withListeners(
      new WatchedPool({ ...connectionOptions(url), max: MAX_CONNECTIONS, timeoutMs }),
      (error) => log.warn({ err: error }, 'job pool'),
    );
    return pool;
  };
  const options = (accepts: (lane: Lane) => boolean) => ({
    pgPool: openPool(),
    taskList: taskList(database, log, accepts),
    logger: jobLogger(log),
    noHandleSignals: true,
  });
  return {
    async runAll() {
      const { runOnce } = await graphileWorker();
      for (;;) {
        const startedJobs: Job[] = [];
        const events = new EventEmitter() as WorkerEvents;
        events.on('job:start', ({ job }) => startedJobs.push(job));
        await runOnce({ ...options(() => true), events });
        // A worker asks for the next job of its queue before it writes the end of the last one.
        while (await areLocked(openPool(), startedJobs)) await sleep(5);
        if (!startedJobs.some((job) => job.job_queue_id !== null)) return;
      }
    },
    start: () => new Promise((started) => void keepRunnersAlive(started)),
    freeOrphans: () => freeOrphans(openPool()),
    async counts() {
      const { rows } = await openPool().query<JobCount>(
        `SELECT t.identifier AS task, count(*)::int AS jobs,
           CASE WHEN attempts >= max_attempts AND locked_at IS NULL THEN 'failed'
             WHEN run_at <= now() THEN 'due' ELSE 'later' END AS state
         FROM graphile_worker._private_jobs j
         JOIN graphile_worker._private_tasks t ON t.id = j.task_id
         GROUP BY 1, 3`,
      );
      return rows.filter(({ task: name }) => tasks.has(name));
    },
    finish,
    async stop() {
      await finish();
      await locks.end();
      await pool?.end();
    },
  };

  async function finish() {
    stopped = true;
    clearInterval(orphanTimer);
    // A runner that is just starting would go on without a connection.
    await starting;
    finished ??= Promise.all(runners.map((runner) => runner.stop()));
    await finished;
  }

  /** Restarts failed runners until shutdown: the database may be unreachable for a moment. */
  async function keepRunnersAlive(started: () => void) {
    while (!stopped) {
      try {
        await freeOrphans(openPool());
        orphanTimer ??= watchForOrphans(openPool(), checkMs);
        const running = run();
        starting = running.catch(() => {}); // the catch below logs it
        await running;
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
    const { run: start } = await graphileWorker();
    for (const [lane, concurrency] of Object.entries(lanes)) {
      if (stopped) return;
      runners.push(
        await start({
          ...options((taskLane) => taskLane === lane),
          concurrency,
          pollInterval: 5_000,
          gracefulShutdownAbortTimeout: ABORT_MS,
          events: locks.events,
        }),
      );
    }
  }
}

/** The only way for the application's login to add a job. It runs as the owner of the tables. */
const enqueueJobSql = `
  DROP FUNCTION IF EXISTS enqueue_job(text, json, text, timestamptz, integer);
  DROP FUNCTION IF EXISTS enqueue_job(text, json, text, timestamptz, integer, text);
  DROP FUNCTION IF EXISTS enqueue_job(text, json, text, timestamptz, integer, text, integer);
  CREATE OR REPLACE FUNCTION enqueue_job(name text, payload json, key text, run_at timestamptz,
    max_attempts integer, queue text, priority integer, key_mode text DEFAULT 'replace')
  RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
    SELECT graphile_worker.add_job(identifier => name, payload => payload, job_key => key,
      run_at => run_at, max_attempts => max_attempts, queue_name => queue,
      priority => priority, job_key_mode => key_mode)
  $$;
  REVOKE ALL ON FUNCTION enqueue_job FROM public;
  -- Counts the jobs of a kind that people of the current school wait for.
  CREATE OR REPLACE FUNCTION waiting_jobs(name text)
  RETURNS integer LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
    SELECT count(*)::int FROM graphile_worker._private_jobs j
    JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE t.identifier = name AND j.is_available AND j.priority <= ${LAST_AWAITED}
      AND (j.payload ->> 'tenantId')::bigint = public.app_tenant()
  $$;
  REVOKE ALL ON FUNCTION waiting_jobs FROM public;
  -- Deletes the waiting and failed jobs of the current school that name an e-mail.
  CREATE OR REPLACE FUNCTION forget_jobs(email text)
  RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
    DELETE FROM graphile_worker._private_jobs
    WHERE locked_at IS NULL AND (payload ->> 'tenantId')::bigint = public.app_tenant()
      AND strpos(lower(payload::text), lower(email)) > 0
  $$;
  REVOKE ALL ON FUNCTION forget_jobs FROM public;
  -- A worker asks for its next job before it has written the end of the last one, so it finds its
  -- queue locked. This trigger wakes an idle worker when the queue is free, before the next poll.
  CREATE OR REPLACE FUNCTION tell_free_queue() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_catalog.pg_notify('jobs:insert', '{"count":1}');
      RETURN NULL;
    END $$;
  CREATE OR REPLACE TRIGGER tell_free_queue
    AFTER UPDATE ON graphile_worker._private_job_queues FOR EACH ROW
    WHEN (old.locked_at IS NOT NULL AND new.locked_at IS NULL)
    EXECUTE FUNCTION tell_free_queue();
  DO $$
  BEGIN
    EXECUTE format('GRANT EXECUTE ON FUNCTION enqueue_job TO %I', current_setting('vitrine.app_role'));
    EXECUTE format('GRANT EXECUTE ON FUNCTION waiting_jobs TO %I', current_setting('vitrine.app_role'));
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
  const pool = migrationPool(url);
  try {
    const { runMigrations } = await graphileWorker();
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
  }
}

/** Creates graphile-worker's tables, and gives both logins their rights to them. */
export async function migrateJobs(url: string, { app, jobs }: Logins, log?: MigrationLog) {
  const pool = migrationPool(url);
  try {
    const { runMigrations } = await graphileWorker();
    await retryForLocks({ url, client: pool, log }, async () => {
      // Settings last as long as the pool's one connection.
      await pool.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
      for (const [name, { role }] of Object.entries({ app, jobs }))
        await pool.query('SELECT set_config($1, $2, false)', [`vitrine.${name}_role`, role]);
      await runMigrations({ pgPool: pool });
      await pool.query(enqueueJobSql);
      // Without a login of its own, the job runner is the owner.
      if (jobs.managed) await pool.query(jobsLoginSql);
    });
  } finally {
    await pool.end();
  }
}

/** Servers find each other's connections by this name. */
const workerName = 'vitrine jobs';

/** A killed process leaves its jobs locked for hours. Others look for such jobs this often. */
const ORPHAN_CHECK_MS = 30_000;

/** The class of the job runners' advisory locks. The object id is the hash of the runner's id. */
const RUNNER_LOCK = 7134511;

const lockIdSql = (id: string) => `hashtext(${id})`;

/**
 * Holds an advisory lock for each job runner of this process. PostgreSQL releases the locks when
 * the process dies, however it dies. A runner's workers lock jobs by the id of their pool.
 */
function holdRunnerLocks(url: string, timeoutMs: number, log: Logger) {
  const events = new EventEmitter() as WorkerEvents;
  const pools = new Set<string>();
  let client: pg.Client | null = null;
  let stopped = false;
  let lastLock = Promise.resolve<unknown>(null);
  events.on('pool:create', ({ workerPool: { id } }) => {
    pools.add(id);
    if (client) queueLock(client, id);
    else if (pools.size === 1) void connect();
  });
  events.on('pool:release', ({ workerPool: { id } }) => void pools.delete(id));

  async function connect() {
    const connecting = new pg.Client(connectionOptions(url));
    connecting.on('error', (error) => log.warn({ err: error }, 'signs of life of jobs'));
    connecting.once('end', () => {
      client = null;
      if (!stopped) setTimeout(() => void connect(), RETRY_MS).unref();
    });
    try {
      await connecting.connect();
      client = connecting;
      // Others would run the jobs of a server whose lost connection holds no locks any more.
      endIfSilent(connecting, timeoutMs, () => connecting.query('SELECT 1'));
      for (const id of pools) queueLock(connecting, id);
    } catch {
      // The `end` event tries again.
      await connecting.end().catch(() => {});
    }
  }

  /** Takes the locks one after another. A new connection takes all of them again. */
  function queueLock(lockClient: pg.Client, id: string) {
    lastLock = lastLock.then(() => acquireLock(lockClient, id)).catch(() => {});
  }

  return {
    events,
    async end() {
      stopped = true;
      await client?.end().catch(() => {});
    },
  };
}

const acquireLock = (client: pg.Client, id: string) =>
  client.query(`SELECT pg_advisory_lock_shared(${RUNNER_LOCK}, ${lockIdSql('$1')})`, [id]);

/**
 * Unlocks the jobs of runners that two checks in a row found dead. One check is not enough: after a
 * restart of the database, a live runner takes its lock again only after a moment.
 */
function watchForOrphans(pool: pg.Pool, checkMs: number) {
  let suspects: string[] = [];
  const unlockDead = async () => {
    const { rows } = await pool.query<{ runner: string }>(
      `SELECT DISTINCT locked_by AS runner FROM graphile_worker._private_jobs
       WHERE locked_by IS NOT NULL AND NOT EXISTS (
         SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
         WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.granted
           AND l.classid = ${RUNNER_LOCK} AND l.objsubid = 2
           AND l.objid = (${lockIdSql('locked_by')}::bigint & 4294967295)::oid)`,
    );
    const deadRunners = rows.map(({ runner }) => runner);
    const confirmedDead = deadRunners.filter((id) => suspects.includes(id));
    if (confirmedDead.length)
      await pool.query('SELECT graphile_worker.force_unlock_workers($1)', [confirmedDead]);
    suspects = deadRunners;
  };
  return setInterval(() => void unlockDead().catch(() => {}), checkMs).unref();
}

async function areLocked(pool: pg.Pool, jobs: Job[]) {
  const { rowCount } = await pool.query(
    'SELECT FROM graphile_worker._private_jobs WHERE id = ANY ($1::bigint[]) AND locked_at IS NOT NULL',
    [jobs.map(({ id }) => id)],
  );
  return rowCount !== 0;
}

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

const connectionOptions = (url: string) => ({
  connectionString: url,
  application_name: workerName,
  connectionTimeoutMillis: 5_000,
});

const migrationPool = (url: string) =>
  withListeners(new pg.Pool({ ...connectionOptions(url), max: 1 }), () => {});

/** Without listeners, a restart of the database would end the process. */
function withListeners(pool: pg.Pool, onError: (error: Error) => void) {
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

const taskList = (database: Database, log: Logger, accepts: (lane: Lane) => boolean): TaskList =>
  Object.fromEntries(
    [...tasks]
      .filter(([, { lane }]) => accepts(lane))
      .map(([name, { work }]) => [
        name,
        async (input, { job, abortSignal }) => {
          const { tenantId, ...payload } = input as { tenantId: number };
          const child = log.child({ job: name, tenant: tenantId });
          const lastTry = job.attempts >= job.max_attempts;
          await work({ tenantId, payload, database, log: child, lastTry, signal: abortSignal });
        },
      ]),
  );

/** Logs only the name and number of a job: its payload may hold addresses and links. */
const jobLogger = (log: Logger) =>
  new (class {
    scope() {
      return this;
    }
    error = (text: string, meta?: object) => log.error(...failure(text, meta));
    warn = (text: string, meta?: object) => log.warn(...failure(text, meta));
    info = () => {};
    debug = () => {};
  })() as never;

function failure(text: string, meta: { job?: Job; error?: unknown } = {}): [object, string] {
  const { job, error } = meta;
  const err = error instanceof Error ? error : undefined;
  if (!job) return [{ err }, text.split('\n')[0]!];
  const { id, task_identifier: name, attempts, max_attempts: maxAttempts } = job;
  return [{ err, job: name, id, attempts, maxAttempts }, 'job failed'];
}
