import type { Job, Runner, RunnerOptions, TaskList, WorkerEvents } from 'graphile-worker';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from './database.ts';
import { graphileWorker } from './graphile-worker.ts';
import { openJobPool } from './job-connections.ts';
import { jobLogger } from './job-log.ts';
import { type Lane, tasks } from './jobs.ts';
import { freeOrphans, holdRunnerLocks, ORPHAN_CHECK_MS, watchForOrphans } from './runner-locks.ts';

/** Maximum number of concurrent jobs of each lane in a process. */
const lanes: Record<Lane, number> = { awaited: 2, usual: 2, mails: 2, imports: 2, videos: 1 };

/** Each lane listens on one, and two ask for jobs. */
const MAX_CONNECTIONS = Object.keys(lanes).length + 2;

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
