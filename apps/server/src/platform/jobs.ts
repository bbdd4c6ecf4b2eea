import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, TenantTransaction } from './database.ts';

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

/** Jobs that run beside each other. No lane waits for another one. */
export type Lane = 'awaited' | 'usual' | 'mails' | 'imports' | 'videos';

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

/** The tasks that the features have registered, by name. */
export const tasks = new Map<string, TaskOptions & { work: Task<never>; lane: Lane }>();

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

/** Attempts of a job that does not say how many. */
const MAX_ATTEMPTS = 8;

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

/**
 * Adds a job that does the work of a whole day for the school, `delayMs` from now. Another one of that
 * day replaces it.
 */
export async function enqueueOnceADay(tx: TenantTransaction, name: string, delayMs: number) {
  const day = new Date(Date.now() + delayMs).toISOString().slice(0, 10);
  await enqueue(tx, name, {}, { key: `${name}:${day}`, delayMs });
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

/** The highest number, so the last priority, of jobs that a person waits for. */
export const LAST_AWAITED = 9;

/** Number of jobs of one school that run before another school's turn comes. */
const TURN = 20;

/**
 * The priority of the n-th job of a large set, such as invitations. Sets of several schools run in
 * turns of 20, after all jobs that a person waits for.
 */
export const bulkPriority = (n: number) => LAST_AWAITED + 1 + Math.floor(n / TURN);

/** The same for jobs of which each enqueues the next one. Each of them is a whole turn. */
export const chainPriority = (n: number) => bulkPriority(n * TURN);

/**
 * The priority of a job that comes after `waiting` jobs of its kind and school. Schools take turns
 * of 20. Jobs that a person waits for stay ahead of bulk jobs.
 */
export const turnPriority = (priority: number, waiting: number) =>
  priority < bulkPriority(0)
    ? Math.min(priority + Math.floor(waiting / TURN), LAST_AWAITED)
    : Math.max(priority, bulkPriority(waiting));
