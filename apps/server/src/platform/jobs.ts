import type { Job, Runner, RunnerOptions, TaskList, WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Database, TenantTransaction } from './database.ts';
import { graphileWorker } from './graphile-worker.ts';
import { openJobPool } from './job-connections.ts';
import { OperatorProblem } from './operator-problem.ts';
import { rareLines } from './rare-lines.ts';
import { freeOrphans, holdRunnerLocks, ORPHAN_CHECK_MS, watchForOrphans } from './runner-locks.ts';

/** Work that runs after the answer. It opens its own transactions, and runs again if it throws. */
type Task<Payload> = (work: {
  tenantId: number;
  /** As `enqueue` or SQL's `enqueue_job` wrote it, through JSON. */
  payload: Payload;
  database: Database;
  log: Logger;
  /** True on the last attempt. */
  lastTry: boolean;
  /** Aborted at shutdown. Long work then stops between two steps, and runs again later. */
  signal: AbortSignal;
}) => Promise<void>;

/** Maximum number of concurrent jobs of each lane in a process. No lane waits for another one. */
const lanes = { awaited: 2, usual: 2, mails: 2, imports: 2, videos: 1 };
type Lane = keyof typeof lanes;

/** Each lane listens on one, and two ask for jobs. */
const MAX_CONNECTIONS = Object.keys(lanes).length + 2;

interface TaskOptions {
  /**
   * The school's daily job tries it again after its last attempt: nothing else would enqueue it, and
   * it must not end for good (decision 125).
   */
  retriedDaily?: boolean;
  /**
   * No job of the task lies further ahead. One that does was enqueued while the clock was wrong. A start
   * makes it due, and it must then set its time anew.
   */
  maxAheadDays?: number;
}

const tasks = new Map<string, TaskOptions & { work: Task<never>; lane: Lane }>();

/** Registers a job's work: `task<{ id: number }>('erase', async ({ tenantId, payload, database }) => …)`. */
export function task<Payload>(name: string, work: Task<Payload>, options?: TaskOptions) {
  tasks.set(name, { ...options, work, lane: 'usual' });
}

/** The same for short work that a person waits for, such as a link to sign in. */
export function awaitedTask<Payload>(name: string, work: Task<Payload>) {
  tasks.set(name, { work, lane: 'awaited' });
}

/** The same for work that may take long, or wait for a mail server. Other work does not wait for it. */
export function slowTask<Payload>(
  name: string,
  lane: Exclude<Lane, 'usual' | 'awaited'>,
  work: Task<Payload>,
  options?: TaskOptions,
) {
  tasks.set(name, { ...options, work, lane });
}

interface Enqueue {
  /** A job replaces a waiting one with the same key. */
  key?: string;
  /** The new job takes the replaced one's place in the queue. */
  keepsRunAt?: boolean;
  runAt?: Date;
  /**
   * Time until the job runs, by the clock of the database, which makes jobs due. A time of this
   * server's clock would be over already where that one is behind.
   */
  delayMs?: number;
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

/** The same for jobs of which each enqueues the next one. Each of them is a whole turn. */
export const chainPriority = (n: number) => bulkPriority(n * TURN);

/** Attempts of a job that does not say how many. */
const MAX_ATTEMPTS = 8;

/** The highest number, so the last priority, of jobs that a person waits for. */
export const LAST_AWAITED = 9;
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

/** Adds a job in the transaction. Without the commit there is no job. A removed school gets none. */
export async function enqueue(
  tx: TenantTransaction,
  name: string,
  payload: object,
  {
    key,
    keepsRunAt = false,
    runAt,
    delayMs = 0,
    maxAttempts = MAX_ATTEMPTS,
    queue,
    priority = 0,
    takesTurns = false,
  }: Enqueue = {},
) {
  const jobKey = key === undefined ? null : `${tx.tenantId}:${key}`;
  const turn = sql`least(${priority} + waiting_jobs(${name}) / ${sql.lit(TURN)}, ${sql.lit(LAST_AWAITED)})`;
  await sql`SELECT enqueue_job(${name}, ${JSON.stringify({ ...payload, tenantId: tx.tenantId })}::json,
    ${jobKey}, ${runAt ?? databaseTime(delayMs)}, ${maxAttempts}, ${queue ?? null},
    ${takesTurns ? turn : priority},
    ${keepsRunAt ? 'preserve_run_at' : 'replace'})
    FROM tenants WHERE id = ${tx.tenantId}`.execute(tx.db);
}

const databaseTime = (delayMs: number) =>
  sql`clock_timestamp() + make_interval(secs => ${delayMs / 1_000})`;

interface SchoolJob {
  tenantId: number;
  runAt: Date;
}

/**
 * Adds one job of a kind to each of many schools, in one statement. A job that already waits under the
 * key keeps its time.
 */
export async function enqueueForSchools(
  { platform }: Database,
  name: string,
  jobs: SchoolJob[],
  { key, priority }: { key: string; priority: number },
) {
  const tenantIds = jobs.map(({ tenantId }) => tenantId);
  const times = jobs.map(({ runAt }) => runAt);
  await sql`SELECT enqueue_job(${name}, json_build_object('tenantId', j.tenant_id),
      j.tenant_id || ':' || ${key}, j.run_at, ${MAX_ATTEMPTS}, NULL, ${priority}, 'preserve_run_at')
    FROM unnest(${tenantIds}::bigint[], ${times}::timestamptz[]) AS j (tenant_id, run_at)`.execute(
    platform,
  );
}

/** Tries the school's failed jobs of these tasks again: those that are `retriedDaily`, or others. */
export async function retryFailedJobs(
  { db }: TenantTransaction,
  names = [...tasks].flatMap(([name, { retriedDaily }]) => (retriedDaily ? [name] : [])),
) {
  await sql`SELECT retry_failed_jobs(${names}::text[])`.execute(db);
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
  /** The runner of each lane, which may be just starting. */
  const runners = new Map<Lane, Promise<Runner>>();
  let stopped = false;
  let finished: Promise<unknown> | undefined;
  let orphanTimer: NodeJS.Timeout | undefined;
  const locks = holdRunnerLocks(url, timeoutMs, log);
  const openPool = () => {
    pool ??= openJobPool(url, { max: MAX_CONNECTIONS, timeoutMs }, (error) =>
      log.warn({ err: error }, 'job pool'),
    );
    return pool;
  };
  const options = (accepts: (lane: Lane) => boolean) => ({
    pgPool: openPool(),
    taskList: taskList(database, log, accepts),
    logger: jobLogger(log),
    noHandleSignals: true,
    preset: endsRunnerOnLostConnection,
  });
  return {
    runAll: () => runAllJobs(options(() => true)),
    start,
    freeOrphans: () => freeOrphans(openPool()),
    counts: () => countJobs(openPool()),
    finish,
    async stop() {
      await finish();
      await locks.end();
      await pool?.end();
    },
  };

  async function start() {
    // If it fails, the watch unlocks them a minute later.
    await freeOrphans(openPool()).catch((error: Error) =>
      log.warn({ err: error }, 'orphaned jobs'),
    );
    await makeFarJobsDue(openPool()).catch((error: Error) => log.warn({ err: error }, 'far jobs'));
    // Before the first job: a job whose runner holds no lock counts as an orphan.
    await locks.open();
    if (stopped) return;
    orphanTimer = watchForOrphans(openPool(), checkMs);
    const starting = Object.keys(lanes).map(
      (lane) => new Promise<void>((started) => void keepRunnerAlive(lane as Lane, started)),
    );
    await Promise.all(starting);
  }

  async function finish() {
    stopped = true;
    clearInterval(orphanTimer);
    finished ??= Promise.allSettled([...runners.values()].map(end));
    await finished;
  }

  /**
   * Restarts the lane's runner until shutdown. A runner ends when it cannot write the end of a job:
   * the database may be unreachable for a moment.
   */
  async function keepRunnerAlive(lane: Lane, started: () => void) {
    while (!stopped) {
      const starting = startRunner(lane);
      runners.set(lane, starting);
      try {
        const runner = await starting;
        started();
        await runner.promise;
        if (!stopped) log.error({ lane }, 'job runner stopped');
      } catch (error) {
        log.error({ err: error, lane }, 'job runner did not start');
        started();
      }
      if (!stopped) await sleep(RETRY_MS, undefined, { ref: false });
    }
  }

  async function startRunner(lane: Lane) {
    const { run } = await graphileWorker();
    return run({
      ...options((taskLane) => taskLane === lane),
      concurrency: lanes[lane],
      pollInterval: 5_000,
      gracefulShutdownAbortTimeout: ABORT_MS,
      events: locks.events,
    });
  }
}

/** Stops the runner once it has started. One that ends by itself meanwhile refuses a second stop. */
async function end(starting: Promise<Runner>) {
  const runner = await starting;
  await runner.stop().catch(() => runner.promise);
}

/**
 * Without a delay, the library writes the end of a job in a promise that nobody awaits: a lost
 * connection would end the process. With one it ends the runner instead.
 */
const endsRunnerOnLostConnection: GraphileConfig.Preset = {
  worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
};

async function runAllJobs(options: RunnerOptions & { pgPool: pg.Pool }) {
  const { runOnce } = await graphileWorker();
  for (;;) {
    const startedJobs: Job[] = [];
    const events = new EventEmitter() as WorkerEvents;
    events.on('job:start', ({ job }) => startedJobs.push(job));
    await runOnce({ ...options, events });
    // A worker asks for the next job of its queue before it writes the end of the last one.
    while (await areLocked(options.pgPool, startedJobs)) await sleep(5);
    if (!startedJobs.some((job) => job.job_queue_id !== null)) return;
  }
}

/** Jobs that were enqueued while a clock was a year ahead would wait that long. */
async function makeFarJobsDue(pool: pg.Pool) {
  for (const [name, { maxAheadDays }] of tasks) {
    if (maxAheadDays === undefined) continue;
    await pool.query(
      `UPDATE graphile_worker._private_jobs SET run_at = now()
       WHERE task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = $1)
         AND run_at > now() + make_interval(days => $2) AND locked_at IS NULL`,
      [name, maxAheadDays],
    );
  }
}

async function countJobs(pool: pg.Pool) {
  const { rows } = await pool.query<JobCount>(
    `SELECT t.identifier AS task, count(*)::int AS jobs,
           CASE WHEN attempts >= max_attempts AND locked_at IS NULL THEN 'failed'
             WHEN run_at <= now() THEN 'due' ELSE 'later' END AS state
         FROM graphile_worker._private_jobs j
         JOIN graphile_worker._private_tasks t ON t.id = j.task_id
         GROUP BY 1, 3`,
  );
  return rows.filter(({ task: name }) => tasks.has(name));
}

async function areLocked(pool: pg.Pool, jobs: Job[]) {
  const { rowCount } = await pool.query(
    'SELECT FROM graphile_worker._private_jobs WHERE id = ANY ($1::bigint[]) AND locked_at IS NOT NULL',
    [jobs.map(({ id }) => id)],
  );
  return rowCount !== 0;
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
          try {
            await work({
              tenantId,
              payload: payload as never, // each task names the shape of its own
              database,
              log: child,
              lastTry,
              signal: abortSignal,
            });
          } catch (error) {
            if (!(await isRemoved(database, tenantId))) throw error;
          }
        },
      ]),
  );

/** Whether the school was removed. Its job is not tried again. */
const isRemoved = ({ platform }: Database, tenantId: number) =>
  platform
    .selectFrom('tenants')
    .select('id')
    .where('id', '=', tenantId)
    .executeTakeFirst()
    .then(
      (school) => !school,
      () => false, // the database is away: the job's own error counts
    );

/** Logs only the name and number of a job: its payload may hold addresses and links. */
const jobLogger = (log: Logger) =>
  new (class {
    scope() {
      return this;
    }
    error(text: string, meta?: { error?: unknown }) {
      // Every mail meets a mail server that is away, and every file a store.
      const trouble = meta?.error instanceof OperatorProblem ? meta.error.message : null;
      const leftOut = trouble === null ? 0 : linesOfTroubles(trouble);
      if (leftOut === null) return;
      const [details, message] = failure(text, meta);
      log.error({ ...details, ...(leftOut && { leftOut }) }, message);
    }
    warn = (text: string, meta?: object) => log.warn(...failure(text, meta));
    info = () => {};
    debug = () => {};
  })() as never;

const linesOfTroubles = rareLines();

function failure(text: string, meta: { job?: Job; error?: unknown } = {}): [object, string] {
  const { job, error } = meta;
  const err = error instanceof Error ? error : undefined;
  if (!job) return [{ err }, text.split('\n')[0]!];
  const { id, task_identifier: name, attempts, max_attempts: maxAttempts } = job;
  return [{ err, job: name, id, attempts, maxAttempts }, 'job failed'];
}
