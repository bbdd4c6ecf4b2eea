import type { WorkerEvents } from 'graphile-worker';
import { EventEmitter } from 'node:events';
import type pg from 'pg';
import type { Logger } from 'pino';
import { endIfSilent } from './end-if-silent.ts';
import { jobClient, WORKER_NAME } from './job-connections.ts';

/** Time until a lost connection is opened again. */
const RETRY_MS = 1_000;

/** A killed process leaves its jobs locked for hours. Others look for such jobs this often. */
export const ORPHAN_CHECK_MS = 30_000;

/** The class of the job runners' advisory locks. The object id is the hash of the runner's id. */
const RUNNER_LOCK = 7134511;

const lockIdSql = (id: string) => `hashtext(${id})`;

/**
 * Holds an advisory lock for each job runner of this process. PostgreSQL releases the locks when
 * the process dies, however it dies. A runner's workers lock jobs by the id of their pool. A runner
 * that cannot write the end of a job ends, and leaves the job locked: its jobs are unlocked at once.
 */
export function holdRunnerLocks(url: string, timeoutMs: number, log: Logger) {
  const events = new EventEmitter() as WorkerEvents;
  const running = new Set<string>();
  const ended = new Set<string>();
  let client: pg.Client | null = null;
  let stopped = false;
  let lastQuery = Promise.resolve<unknown>(null);
  events.on('pool:create', ({ workerPool: { id } }) => {
    running.add(id);
    if (client) acquire(client, id);
  });
  events.on('pool:release', ({ workerPool: { id } }) => {
    running.delete(id);
    ended.add(id);
    if (client) release(client, id);
  });

  async function connect() {
    const connecting = jobClient(url);
    connecting.on('error', (error) => log.warn({ err: error }, 'signs of life of jobs'));
    connecting.once('end', () => {
      client = null;
      if (!stopped) setTimeout(() => void connect(), RETRY_MS).unref();
    });
    try {
      await connecting.connect();
      if (stopped) {
        await connecting.end();
        return;
      }
      client = connecting;
      // Others would run the jobs of a server whose lost connection holds no locks any more.
      endIfSilent(connecting, timeoutMs, () => connecting.query('SELECT 1'));
      for (const id of ended) release(connecting, id);
      for (const id of running) acquire(connecting, id);
    } catch {
      // The `end` event tries again.
      await connecting.end().catch(() => {});
    }
  }

  function acquire(lockClient: pg.Client, id: string) {
    queue(() =>
      lockClient.query(`SELECT pg_advisory_lock_shared(${RUNNER_LOCK}, ${lockIdSql('$1')})`, [id]),
    );
  }

  function release(lockClient: pg.Client, id: string) {
    queue(async () => {
      await forceUnlock(lockClient, [id]);
      await lockClient.query(
        `SELECT pg_advisory_unlock_shared(${RUNNER_LOCK}, ${lockIdSql('$1')})`,
        [id],
      );
      ended.delete(id);
    });
  }

  /** Runs one query after another. After an error, the next connection runs it again. */
  function queue(query: () => Promise<unknown>) {
    lastQuery = lastQuery.then(query).catch(() => {});
  }

  return {
    events,
    /** Resolves after the first attempt to connect, even if it failed. */
    open: connect,
    async end() {
      stopped = true;
      await client?.end().catch(() => {});
    },
  };
}

const forceUnlock = (client: pg.Client | pg.Pool, runners: string[]) =>
  client.query('SELECT graphile_worker.force_unlock_workers($1)', [runners]);

/**
 * Unlocks the jobs of runners that two checks in a row found dead. One check is not enough: after a
 * restart of the database, a live runner takes its lock again only after a moment.
 */
export function watchForOrphans(pool: pg.Pool, checkMs: number) {
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
    if (confirmedDead.length) await forceUnlock(pool, confirmedDead);
    suspects = deadRunners;
  };
  return setInterval(() => void unlockDead().catch(() => {}), checkMs).unref();
}

/** Unlocks the jobs of all runners, if no other server is connected. */
export async function freeOrphans(pool: pg.Pool) {
  await pool.query(
    `SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT locked_by))
     FROM graphile_worker._private_jobs
     WHERE locked_by IS NOT NULL AND NOT EXISTS (
       SELECT FROM pg_stat_activity
       WHERE application_name = $1 AND datname = current_database() AND pid <> pg_backend_pid())`,
    [WORKER_NAME],
  );
}
