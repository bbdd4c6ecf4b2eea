import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { forceOnOwner, isBoundOwner } from './bound-owner.ts';
import { jobsVersion, migrateJobs } from './job-tables.ts';
import {
  canSignIn,
  chooseLogins,
  createLogins,
  DatabaseProblem,
  requireOwnerRights,
  requireUsableDatabase,
  type Logins,
} from './logins.ts';
import {
  connectOwner,
  LOCK_TIMEOUT_MS,
  retryForLocks,
  type MigrationLog,
} from './migration-locks.ts';
import { runStep, stepsOf } from './migration-steps.ts';

const migrationsFolder = join(import.meta.dirname, '../../migrations');
/** This file runs again after every migration, and when it or a login has changed. */
const rightsFile = join(import.meta.dirname, 'row-level-security.sql');

/** The number of the advisory lock that one server holds while it migrates. */
const MIGRATION_LOCK = 7134509;
const TURN_PAUSE_MS = 200;

interface Migration {
  name: string;
  /** A changed file is applied again; otherwise a change is an error. */
  repeats: boolean;
  text: string;
  hash: string;
}

interface MigrationResult {
  /** The names of the applied files. */
  applied: string[];
  logins: Logins;
}

/**
 * Applies the new files of `migrations/` by name, each in its own transaction, or statement by
 * statement (`migration-steps.ts`). A lock makes two servers that start at once take turns. The job
 * queue is migrated next. Row-level security comes last. It is created from the catalogue, so that no
 * table can be forgotten.
 *
 * The role of `url` owns the tables. The running server signs in as other logins. This function
 * creates them, unless the operator names the application's login in `appUrl`.
 *
 * Other servers may serve meanwhile: a migration never waits long for a lock (`migration-locks.ts`).
 *
 * A migration changes the rows of all schools. While one runs, row-level security does not bind the
 * owner of the tables (decision 105).
 */
export async function migrate(
  url: string,
  appUrl: string | null = null,
  log?: MigrationLog,
  numbered = numberedMigrations(),
): Promise<MigrationResult> {
  const client = await connectOwner(url);
  try {
    await requireUsableDatabase(client);
    const logins = chooseLogins(client, url, appUrl);
    const ownMigrations = await readMigrations(await numbered, logins);
    const before = await newerMigration(client, ownMigrations);
    const loginsWork = await canSignIn(client, logins);
    const isDone =
      loginsWork && !(await pendingMigrations(client, ownFiles(ownMigrations, before))).length;
    if (!isDone) await takeTurn(client, log);
    // A newer version that starts at the same moment may have had its turn first.
    const newer = isDone ? before : await newerMigration(client, ownMigrations);
    if (newer) log?.warn({ migration: newer.name }, 'a newer Vitrine has migrated this database');
    if (isDone) return { applied: [], logins };
    await requireOwnerRights(client);
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
      name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
    // A new login has no rights yet, for example after a dump was restored without its roles.
    const loginsWereCreated = !loginsWork && (await createLogins(client, logins));
    if (!loginsWork && !(await canSignIn(client, logins)))
      throw new DatabaseProblem(signInRefused(logins));
    const toApply = await pendingMigrations(
      client,
      loginsWereCreated ? ownMigrations : ownFiles(ownMigrations, newer),
      { repeatRights: loginsWereCreated },
    );
    const retry = (run: () => Promise<void>) => retryForLocks({ url, client, log }, run);
    const bound = await isBoundOwner(client);
    // A statement that row-level security would still limit fails, instead of changing no row.
    await client.query('SET row_security = off');
    if (bound && toApply.some(({ repeats }) => !repeats)) await forceOnOwner(client, false, retry);
    for (const migration of toApply) {
      // The rights would do it too, with all tables locked in one transaction.
      if (bound && migration.repeats) await forceOnOwner(client, true, retry);
      // The queue is migrated under the lock, before the last file's row marks the end. So no other
      // server continues without the queue, and the next start repairs one that was killed here.
      if (migration.repeats) await migrateJobs(url, logins, log);
      for (const step of stepsOf(migration.text) ?? [])
        await retry(() => runStep(client, step).catch((error: Error) => fail(migration, error)));
      await retry(() => apply(client, migration, logins));
    }
    return { applied: toApply.map(({ name }) => name), logins };
  } finally {
    await client.end();
  }
}

/**
 * Asks again and again for its turn. A statement that waited for the lock would be a transaction, for
 * which `CREATE INDEX CONCURRENTLY` of the other server waits: a deadlock.
 */
async function takeTurn(client: pg.Client, log: MigrationLog | undefined) {
  for (let isLogged = false; ; isLogged = true) {
    const { rows } = await client.query<{ taken: boolean; pid: number | null }>(
      `SELECT pg_try_advisory_lock(${MIGRATION_LOCK}) AS taken,
         (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted
            AND objid = ${MIGRATION_LOCK} AND pid <> pg_backend_pid() LIMIT 1) AS pid`,
    );
    const { taken, pid } = rows[0]!;
    if (taken) return;
    // The connection of a killed server ends with its statement, which may take long.
    if (!isLogged) log?.warn({ pid }, 'another connection migrates this database; waiting for it');
    await sleep(TURN_PAUSE_MS);
  }
}

const signInRefused = ({ app, jobs }: Logins) =>
  `PostgreSQL refuses the logins “${app.role}” and “${jobs.role}” that Vitrine made. Let them in ` +
  "(pg_hba.conf), or name a login of the application's in APP_DATABASE_URL.";

/** The files of `migrations/` in their order. */
export async function numberedMigrations(): Promise<Migration[]> {
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(names.map((name) => readMigration(join(migrationsFolder, name))));
}

async function readMigrations(numbered: Migration[], { app, jobs }: Logins): Promise<Migration[]> {
  const rights = await readMigration(rightsFile);
  // The hash covers all that the rights depend on, so a new migration makes them run again.
  const tables = numbered.map((migration) => migration.hash).join();
  const hash = hashOf(JSON.stringify([rights.hash, tables, app.role, jobs.role, jobsVersion]));
  return [...numbered, { ...rights, hash, repeats: true }];
}

async function readMigration(file: string): Promise<Migration> {
  const text = await readFile(file, 'utf8');
  return { name: basename(file), text, hash: hashOf(text), repeats: false };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

async function pendingMigrations(
  client: pg.Client,
  allMigrations: Migration[],
  { repeatRights = false } = {},
): Promise<Migration[]> {
  const {
    rows: [table],
  } = await client.query("SELECT to_regclass('schema_migrations') IS NOT NULL AS exists");
  if (!table.exists) return allMigrations;
  const { rows } = await client.query<{ name: string; hash: string }>(
    'SELECT name, hash FROM schema_migrations',
  );
  const applied = new Map(rows.map((row) => [row.name, row.hash]));
  return allMigrations.filter(({ name, hash, repeats }) => {
    if (!applied.has(name)) return true;
    if (repeats && repeatRights) return true;
    if (applied.get(name) === hash) return false;
    if (repeats) return true;
    throw new Error(`${name} was changed after it had been applied; write a new migration instead`);
  });
}

/**
 * The last applied file that this version does not have. Undefined where there is none. An update that
 * was killed has not `ended`: its rights are due.
 */
async function newerMigration(client: pg.Client, ownMigrations: Migration[]) {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    "SELECT to_regclass('schema_migrations') IS NOT NULL AS exists",
  );
  if (!tables[0]!.exists) return undefined;
  const { rows } = await client.query<{ name: string; ended: boolean }>(
    `SELECT name, applied_at < (SELECT max(applied_at) FROM schema_migrations WHERE name = $2) AS ended
     FROM schema_migrations WHERE NOT name = ANY ($1) ORDER BY name COLLATE "C" DESC LIMIT 1`,
    [ownMigrations.map(({ name }) => name), basename(rightsFile)],
  );
  return rows[0];
}

/** The rights of a newer version stay, and so do its functions of the job queue. */
const ownFiles = (ownMigrations: Migration[], newer: { ended: boolean } | undefined) =>
  ownMigrations.filter(({ repeats }) => !(newer?.ended && repeats));

/** The names of files that are not applied, and of applied ones that this version does not have. */
export async function migrationsToApply(client: pg.Client) {
  const allMigrations = await numberedMigrations();
  const missing = (await pendingMigrations(client, allMigrations)).map(({ name }) => name);
  if (missing.length === allMigrations.length) return { missing, unknown: [] };
  const { rows } = await client.query<{ name: string }>(
    "SELECT name FROM schema_migrations WHERE name ~ '^\\d{4}_'",
  );
  const knownNames = new Set(allMigrations.map(({ name }) => name));
  return { missing, unknown: rows.map(({ name }) => name).filter((name) => !knownNames.has(name)) };
}

/**
 * Applies a migration in a transaction. A migration that ran beside traffic is only recorded as
 * applied.
 */
async function apply(client: pg.Client, migration: Migration, { app }: Logins) {
  const { name, text, hash } = migration;
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query("SELECT set_config('vitrine.app_role', $1, true)", [app.role]);
    if (!stepsOf(text)) await client.query(text);
    await client.query(
      `INSERT INTO schema_migrations (name, hash) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET hash = excluded.hash, applied_at = now()`,
      [name, hash],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {}); // it fails if the connection broke
    fail(migration, error as Error);
  }
}

function fail({ name }: Migration, cause: Error): never {
  throw new Error(`migration ${name} failed: ${cause.message}`, { cause });
}
