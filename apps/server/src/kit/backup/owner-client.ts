import pg from 'pg';
import { explainConnection } from '../../platform/connection-problem.ts';
import { DatabaseProblem } from '../../platform/logins.ts';
import { ownerOptions } from '../../platform/session-settings.ts';
import { codeOf, SHUTDOWN } from '../../platform/sql-state.ts';

/**
 * Connects as the owner of the tables. `throwIfLost` throws once the connection has failed: a sentence,
 * because the errors of the driver and of the socket come with a stack, or as `write EPIPE`. The error
 * of a statement may come before the connection's own.
 */
export async function openOwnerClient(url: string) {
  const client = new pg.Client({
    connectionString: url,
    options: ownerOptions,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    application_name: 'vitrine backup',
  });
  let failure: Error | null = null;
  client.on('error', (error) => (failure = error));
  await client.connect().catch(explainConnection);
  return {
    client,
    throwIfLost(error?: unknown) {
      if (failure || codeOf(error).startsWith(SHUTDOWN))
        throw new DatabaseProblem(
          'The database went away. Run the command again once it answers.',
          { cause: failure ?? error },
        );
    },
  };
}

/** A table of the catalogue, without generated columns: PostgreSQL computes them. */
export interface CatalogTable {
  name: string;
  /** Quoted, with its schema. */
  sql: string;
  columns: string[];
  of_school: boolean;
}

/**
 * Lists the tables to copy, without both migration tables: the migrations of a restore fill them.
 */
export async function readTables(client: pg.Client): Promise<CatalogTable[]> {
  const { rows } = await client.query<CatalogTable>(`
    SELECT n.nspname || '.' || c.relname AS name, format('%I.%I', n.nspname, c.relname) AS sql,
      array_agg(a.attname::text ORDER BY a.attnum) AS columns,
      bool_or(a.attname = 'tenant_id') AND n.nspname = 'public' AS of_school
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid
      AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE n.nspname IN ('public', 'graphile_worker') AND c.relkind = 'r'
      AND (n.nspname, c.relname) NOT IN (('public', 'schema_migrations'), ('graphile_worker', 'migrations'))
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass
        AND d.objid = c.oid AND d.deptype = 'e')
    GROUP BY n.nspname, c.relname
    ORDER BY 1`);
  return rows;
}

/** An applied migration, with the hash of its text. */
export interface AppliedMigration {
  name: string;
  hash: string;
}

/** Lists the numbered migrations of the database, in their order. */
export async function readMigrations(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    'SELECT name, hash FROM schema_migrations WHERE name ~ \'^\\d{4}_\' ORDER BY name COLLATE "C"',
  );
  return rows;
}

/** Column names as SQL: `"id", "title"`. */
export const columnList = (columns: string[]) => columns.map(pg.escapeIdentifier).join(', ');
