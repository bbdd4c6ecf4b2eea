import { createRequire } from 'node:module';
import { graphileWorker } from './graphile-worker.ts';
import { openMigrationPool } from './job-connections.ts';
import { LAST_AWAITED } from './jobs.ts';
import type { Logins } from './logins.ts';
import { LOCK_TIMEOUT_MS, retryForLocks, type MigrationLog } from './migration-locks.ts';

const jobFunctions =
  'enqueue_job, waiting_jobs, forget_jobs, forget_failed_jobs, retry_failed_jobs';

/** The only ways for the application's login to reach the jobs. They run as the owner of the tables. */
const jobFunctionsSql = `
  DROP FUNCTION IF EXISTS enqueue_job(text, json, text, timestamptz, integer);
  DROP FUNCTION IF EXISTS enqueue_job(text, json, text, timestamptz, integer, text);
  DROP FUNCTION IF EXISTS enqueue_job(text, json, text, timestamptz, integer, text, integer);
  CREATE OR REPLACE FUNCTION enqueue_job(name text, payload json, key text, run_at timestamptz,
    max_attempts integer, queue text, priority integer, key_mode text DEFAULT 'replace')
  RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT graphile_worker.add_job(identifier => name, payload => payload, job_key => key,
      run_at => run_at, max_attempts => max_attempts, queue_name => queue,
      priority => priority, job_key_mode => key_mode)
  $$;
  -- Counts the jobs of a kind that people of the current school wait for.
  CREATE OR REPLACE FUNCTION waiting_jobs(name text)
  RETURNS integer LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT count(*)::int FROM graphile_worker._private_jobs j
    JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE t.identifier = name AND j.is_available AND j.priority <= ${LAST_AWAITED}
      AND (j.payload ->> 'tenantId')::bigint = public.app_tenant()
  $$;
  -- Deletes the waiting and failed jobs of the current school whose payload matches a pattern.
  DROP FUNCTION IF EXISTS forget_jobs(text);
  CREATE FUNCTION forget_jobs(pattern text)
  RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DELETE FROM graphile_worker._private_jobs
    WHERE locked_at IS NULL AND (payload ->> 'tenantId')::bigint = public.app_tenant()
      AND payload::text ~* pattern
  $$;
  -- Deletes failed jobs of the current school, and returns how many. Nobody tries them again.
  CREATE OR REPLACE FUNCTION forget_failed_jobs(days integer, most integer)
  RETURNS integer LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    WITH forgotten AS (
      DELETE FROM graphile_worker._private_jobs WHERE id IN (
        SELECT id FROM graphile_worker._private_jobs
        WHERE attempts >= max_attempts AND locked_at IS NULL
          AND run_at < now() - make_interval(days => days)
          AND (payload ->> 'tenantId')::bigint = public.app_tenant()
        LIMIT most)
      RETURNING 1)
    SELECT count(*)::integer FROM forgotten
  $$;
  -- Gives the failed jobs of these kinds, of the current school, all their attempts again.
  CREATE OR REPLACE FUNCTION retry_failed_jobs(names text[])
  RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    UPDATE graphile_worker._private_jobs SET attempts = 0, run_at = clock_timestamp()
    WHERE attempts >= max_attempts AND locked_at IS NULL
      AND (payload ->> 'tenantId')::bigint = public.app_tenant()
      AND task_id IN (SELECT id FROM graphile_worker._private_tasks WHERE identifier = ANY (names))
  $$;
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
  REVOKE ALL ON FUNCTION ${jobFunctions} FROM public;
  DO $$
  BEGIN
    EXECUTE format('GRANT EXECUTE ON FUNCTION ${jobFunctions} TO %I',
      current_setting('vitrine.app_role'));
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
export const jobsVersion = [version, jobFunctionsSql, jobsLoginSql].join('\n');

/** Creates graphile-worker's tables only: a restore fills them before anybody has rights. */
export async function migrateJobTables(url: string) {
  const pool = openMigrationPool(url);
  try {
    const { runMigrations } = await graphileWorker();
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
  }
}

/** Creates graphile-worker's tables, and gives both logins their rights to them. */
export async function migrateJobs(url: string, { app, jobs }: Logins, log?: MigrationLog) {
  const pool = openMigrationPool(url);
  try {
    const { runMigrations } = await graphileWorker();
    await retryForLocks({ url, client: pool, log }, async () => {
      await pool.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
      for (const [name, { role }] of Object.entries({ app, jobs }))
        await pool.query('SELECT set_config($1, $2, false)', [`vitrine.${name}_role`, role]);
      await runMigrations({ pgPool: pool });
      await pool.query(jobFunctionsSql);
      // Without a login of its own, the job runner is the owner.
      if (jobs.managed) await pool.query(jobsLoginSql);
    });
  } finally {
    await pool.end();
  }
}
