import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { explainConnection } from './connection-problem.ts';
import { ownerOptions } from './session-settings.ts';
import { codeOf, sqlState } from './sql-state.ts';

// A statement that waits for a lock on a table makes every later statement on this table wait behind
// it. So a migration waits shortly, gives up all its locks, and lets the others go first.

/** Longer would hold up others for as long. */
export const LOCK_TIMEOUT_MS = 400;
const PAUSE_MS = 600;
/** A transaction that is older than this needs somebody who looks at it. */
const MAX_WAIT_MS = 300_000;
const WATCH_MS = 100;

interface LockWait {
  /** Null where the migration waits for a row. */
  table: string | null;
  mode: string;
  /** The connection that holds the lock, or waits for it in front. */
  pid: number;
  application: string;
  state: string | null;
  since: Date | null;
  /** Null without the right to see it. */
  statement: string | null;
}

/** The part of a log that migrations use. */
export interface MigrationLog {
  warn(details: object, message: string): void;
}

interface LockedWork {
  /** The owner's URL. A second connection looks what the first one waits for. */
  url: string;
  /** A pool has one connection. */
  client: pg.Client | pg.Pool;
  log: MigrationLog | undefined;
}

/**
 * Repeats a transaction of migrations until it gets its locks. It logs which table it waits for and
 * who holds it. After five minutes it throws PostgreSQL's error.
 */
export async function retryForLocks({ url, client, log }: LockedWork, run: () => Promise<void>) {
  const end = performance.now() + MAX_WAIT_MS;
  let watcher: pg.Client | undefined;
  try {
    for (;;) {
      const watch = watcher && watchLocks(watcher, await pidOf(client));
      try {
        await run();
        return;
      } catch (error) {
        if (!isLockFailure(error) || performance.now() > end) throw error;
        const waits = watch?.waits() ?? [];
        log?.warn({ err: error, waits }, 'a migration waits for a lock; trying again');
      } finally {
        await watch?.stop();
      }
      watcher ??= await connectOwner(url);
      await sleep(PAUSE_MS);
    }
  } finally {
    await watcher?.end();
  }
}

const isLockState = (code: string) =>
  code === sqlState.lockNotAvailable || code === sqlState.deadlockDetected;

/** `lock_timeout` has passed, or PostgreSQL has ended a deadlock. */
const isLockFailure = (error: unknown) =>
  error instanceof Error && [error, error.cause].map(codeOf).some(isLockState);

/** Connects as the owner. A lost connection fails the next query; it does not end the process. */
export async function connectOwner(url: string) {
  const client = new pg.Client({
    connectionString: url,
    options: ownerOptions,
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {});
  await client.connect().catch(explainConnection);
  return client;
}

async function pidOf(client: pg.Client | pg.Pool) {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]!.pid;
}

/** Asks again and again what a connection waits for. `waits` returns the last wait that it saw. */
function watchLocks(watcher: pg.Client, pid: number) {
  let waits: LockWait[] = [];
  const stopped = new AbortController();
  const look = async () => {
    while (!stopped.signal.aborted) {
      const { rows } = await watcher.query<LockWait>(
        `SELECT l.relation::regclass::text AS table, l.mode, a.pid, a.application_name AS application,
           a.state, a.xact_start AS since, left(a.query, 200) AS statement
         FROM pg_locks l
         CROSS JOIN LATERAL unnest(pg_blocking_pids(l.pid)) AS holder (pid)
         JOIN pg_stat_activity a ON a.pid = holder.pid
         WHERE l.pid = $1 AND NOT l.granted`,
        [pid],
      );
      if (rows.length) waits = rows;
      await sleep(WATCH_MS, undefined, { signal: stopped.signal });
    }
  };
  const looking = look().catch(() => {}); // stopped, or the connection broke
  return {
    waits: () => waits,
    stop() {
      stopped.abort();
      return looking;
    },
  };
}
