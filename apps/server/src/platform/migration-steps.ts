import type pg from 'pg';
import { LOCK_TIMEOUT_MS } from './migration-locks.ts';

// A migration whose first line is `-- beside traffic` runs statement by statement, each committed by
// itself. A kill leaves a part of it done, and the next start runs all of it again.

/** `CREATE INDEX CONCURRENTLY` holds up nobody while it waits for the transactions before it. */
const INDEX_TIMEOUT_MS = 30_000;

interface Step {
  sql: string;
  /** The index that the statement builds. */
  index: string | null;
  /** `-- in slices` stands before the statement: it is repeated until it changes no row. */
  inSlices: boolean;
}

/** The statements of a migration that runs beside traffic; null for one that is a transaction. */
export function stepsOf(text: string): Step[] | null {
  const [mark, ...lines] = text.split('\n');
  if (mark !== '-- beside traffic') return null;
  return lines
    .join('\n')
    .split(/;[ \t]*$/m)
    .map((sql) => ({
      sql: sql.replace(/^--.*\n?/gm, '').trim(),
      index: /CREATE (?:UNIQUE )?INDEX CONCURRENTLY (\w+)/.exec(sql)?.[1] ?? null,
      inSlices: /^-- in slices$/m.test(sql),
    }))
    .filter(({ sql }) => sql);
}

/**
 * The text of any migration for a new, empty database, such as that of a restore. There it can run
 * within a transaction, because no request waits for its locks.
 */
export const textWithoutTraffic = (text: string) =>
  stepsOf(text) ? text.replace(/\bCONCURRENTLY\b/g, '') : text;

/** Runs one statement. It can be run again after any failure, and after a kill. */
export async function runStep(client: pg.Client, { sql, index, inSlices }: Step) {
  await client.query(`SET lock_timeout = ${index ? INDEX_TIMEOUT_MS : LOCK_TIMEOUT_MS}`);
  if (index && (await isBuilt(client, index))) return;
  let changedRows: number | null;
  do changedRows = (await client.query(sql)).rowCount;
  while (inSlices && changedRows);
}

/** Drops the invalid index that a killed build has left: writes keep it current, and nobody reads it. */
async function isBuilt(client: pg.Client, index: string) {
  const { rows } = await client.query<{ valid: boolean }>(
    'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
    [index],
  );
  if (rows[0]?.valid === false) await client.query(`DROP INDEX CONCURRENTLY ${index}`);
  return rows[0]?.valid === true;
}
