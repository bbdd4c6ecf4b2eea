import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import pg from 'pg';
import { appRole } from './database.ts';

const folder = join(import.meta.dirname, '../../migrations');
/** Runs again after every migration, and when it has changed. */
const rights = join(import.meta.dirname, 'row-level-security.sql');

interface Migration {
  name: string;
  /** A changed file is applied again; otherwise a change is an error. */
  repeats: boolean;
  text: string;
  hash: string;
}

/**
 * Applies the new files of `migrations/` by name, each in its own transaction. A lock makes two
 * servers that start at once take turns. Row-level security is then created from the catalogue, so
 * that no table can be forgotten.
 *
 * @returns the names of the applied files
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    const known = await readMigrations();
    if (!(await pending(client, known)).length) return [];
    await client.query('SELECT pg_advisory_lock(7134509)');
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
      name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
    await createAppRole(client);
    const todo = await pending(client, known);
    for (const migration of todo) await apply(client, migration);
    return todo.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const numbered = await Promise.all(names.map((name) => readMigration(join(folder, name))));
  const last = await readMigration(rights);
  // The hash covers all migrations, so a new one makes the rights run again.
  const hash = hashOf(last.hash + numbered.map((migration) => migration.hash).join());
  return [...numbered, { ...last, hash, repeats: true }];
}

async function readMigration(file: string): Promise<Migration> {
  const text = await readFile(file, 'utf8');
  return { name: basename(file), text, hash: hashOf(text), repeats: false };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

async function pending(client: pg.Client, known: Migration[]): Promise<Migration[]> {
  const { rows: exists } = await client.query("SELECT to_regclass('schema_migrations') AS it");
  if (!exists[0].it) return known;
  const { rows } = await client.query<{ name: string; hash: string }>(
    'SELECT name, hash FROM schema_migrations',
  );
  const applied = new Map(rows.map((row) => [row.name, row.hash]));
  return known.filter(({ name, hash, repeats }) => {
    if (!applied.has(name)) return true;
    if (applied.get(name) === hash) return false;
    if (repeats) return true;
    throw new Error(`${name} was changed after it had been applied; write a new migration instead`);
  });
}

async function createAppRole(client: pg.Client) {
  await client.query(`DO $$ BEGIN
    CREATE ROLE ${appRole} NOLOGIN NOSUPERUSER NOBYPASSRLS;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`);
  await client.query(`GRANT ${appRole} TO CURRENT_USER`);
}

async function apply(client: pg.Client, { name, text, hash }: Migration) {
  try {
    await client.query('BEGIN');
    await client.query(text);
    await client.query(
      `INSERT INTO schema_migrations (name, hash) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET hash = excluded.hash, applied_at = now()`,
      [name, hash],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}
