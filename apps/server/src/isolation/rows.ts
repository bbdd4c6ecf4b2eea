import pg from 'pg';
import { columnList } from '../kit/backup/owner-client.ts';
import { codeOf, sqlState } from '../platform/sql-state.ts';
import type { TrialSchool } from './schools.ts';

/** Takes the result of one case: null, or how the other school was reached. */
export type Report = (leak: string | null) => void;

const isRefused = (error: unknown) => codeOf(error) === sqlState.insufficientPrivilege;
const isBroken = (error: unknown) => codeOf(error) === sqlState.foreignKeyViolation;

/** Runs a statement in a transaction of `own`, and rolls it back. */
async function tryOut(client: pg.Client, own: TrialSchool, text: string) {
  await client.query('BEGIN');
  try {
    await client.query("SELECT set_config('app.tenant', $1, true)", [String(own.id)]);
    await client.query('SET CONSTRAINTS ALL IMMEDIATE');
    const { rowCount } = await client.query(text);
    return { rows: rowCount ?? 0, error: null };
  } catch (error) {
    return { rows: 0, error };
  } finally {
    await client.query('ROLLBACK');
  }
}

/** Tries row-level security. `client` is signed in as the application, and must not reach `other`. */
export async function tryRowLevelSecurity(
  client: pg.Client,
  tables: string[],
  { own, other, report }: { own: TrialSchool; other: TrialSchool; report: Report },
) {
  for (const table of tables) {
    const otherSchoolRows = `WHERE tenant_id = ${other.id}`;
    for (const text of [
      `SELECT FROM ${table} ${otherSchoolRows}`,
      `UPDATE ${table} SET tenant_id = tenant_id ${otherSchoolRows}`,
      `UPDATE ${table} SET tenant_id = ${own.id} ${otherSchoolRows}`,
      `DELETE FROM ${table} ${otherSchoolRows}`,
    ]) {
      const { rows } = await tryOut(client, own, text);
      report(rows ? text : null);
    }
    const move = `UPDATE ${table} SET tenant_id = ${other.id} WHERE tenant_id = ${own.id}`;
    const { rows } = await tryOut(client, own, move);
    report(rows ? move : null);
    const insert = `INSERT INTO ${table} (tenant_id) VALUES (${other.id})`;
    const { error } = await tryOut(client, own, insert);
    // An insert that fails for another reason adds no row either.
    report(error ? null : insert);
  }
  for (const text of [
    `UPDATE tenants SET name = name WHERE id = ${other.id}`,
    `UPDATE tenants SET id = ${own.id} WHERE id = ${other.id}`,
    `UPDATE tenants SET id = -1 WHERE id = ${own.id}`,
    `DELETE FROM tenants WHERE id = ${other.id}`,
    `INSERT INTO tenants (name, slug) VALUES ('x', 'isolation-x')`,
    `SELECT set_config('row_security', 'off', true) FROM members WHERE tenant_id = ${other.id}`,
    'SET LOCAL ROLE postgres',
    'SET SESSION AUTHORIZATION postgres',
  ]) {
    const { rows, error } = await tryOut(client, own, text);
    report(error || !rows ? null : text);
  }
}

/** Tries foreign keys: no row of `own` may refer to a row of `other`. */
export async function tryForeignKeys(
  client: pg.Client,
  { own, other, report }: { own: TrialSchool; other: TrialSchool; report: Report },
) {
  const { rows: keys } = await client.query<{
    child: string;
    parent: string;
    own: string[];
    theirs: string[];
  }>(
    `SELECT conrelid::regclass::text AS child, confrelid::regclass::text AS parent,
       ARRAY(SELECT a.attname::text FROM unnest(conkey) WITH ORDINALITY c (n, at)
         JOIN pg_attribute a ON a.attrelid = conrelid AND a.attnum = c.n
         WHERE a.attname <> 'tenant_id' ORDER BY at) AS own,
       ARRAY(SELECT a.attname::text FROM unnest(confkey) WITH ORDINALITY c (n, at)
         JOIN pg_attribute a ON a.attrelid = confrelid AND a.attnum = c.n
         WHERE a.attname <> 'tenant_id' ORDER BY at) AS theirs
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace
       AND confrelid <> 'tenants'::regclass`,
  );
  for (const { child, parent, own: columns, theirs } of keys) {
    const { rows } = await readAs(
      client,
      other,
      `SELECT ${columnList(theirs)} FROM ${parent} WHERE tenant_id = ${other.id} LIMIT 1`,
    );
    if (!rows[0]) continue;
    const values = theirs.map((name) => pg.escapeLiteral(String(rows[0]![name])));
    const set = columns
      .map((name, index) => `${pg.escapeIdentifier(name)} = ${values[index]}`)
      .join(', ');
    const text = `UPDATE ${child} SET ${set} WHERE tenant_id = ${own.id}`;
    const { rows: changed, error } = await tryOut(client, own, text);
    report(changed && !isBroken(error) && !isRefused(error) ? text : null);
  }
}

async function readAs(client: pg.Client, school: TrialSchool, text: string) {
  await client.query("SELECT set_config('app.tenant', $1, false)", [String(school.id)]);
  const result = await client.query<Record<string, unknown>>(text);
  await client.query("SELECT set_config('app.tenant', '', false)");
  return result;
}
