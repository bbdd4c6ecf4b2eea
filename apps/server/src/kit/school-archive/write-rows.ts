import pg from 'pg';
import { codeOf, sqlState } from '../../platform/sql-state.ts';
import { storeEtags, type StoredObject } from '../backup/object-copies.ts';
import { columnList } from '../backup/owner-client.ts';
import { afterImport } from './after-import.ts';
import type { ArchiveFile } from './archive-file.ts';
import { commit } from './commit.ts';
import { countStorage, type StoredBytes } from './count-storage.ts';
import { ArchiveProblem, tableEntry, type Manifest } from './format.ts';
import type { MatchedTable } from './verify-archive.ts';

interface NewSchool {
  id: number;
  slug: string;
  baseUrl: string;
  tables: MatchedTable[];
  stored: StoredObject[];
  storedBytes: StoredBytes;
  /** Signs in as the client did. */
  url: string;
}

/** Writes all rows of a verified archive in one transaction, under the new id of the school. */
export async function writeRows(
  client: pg.Client,
  archive: ArchiveFile,
  manifest: Manifest,
  { id, slug, baseUrl, tables, stored, storedBytes, url }: NewSchool,
) {
  await client.query('BEGIN');
  try {
    await client.query("SELECT set_config('app.tenant', $1, true)", [String(id)]);
    await withoutTriggers(client);
    await client.query(
      'INSERT INTO tenants (id, slug, name) OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3)',
      [id, slug, manifest.school.name],
    );
    const rewritePaths = pathRewriter(manifest.school.id, id);
    for (const matched of tables)
      await fillTable(client, archive, matched, { id, baseUrl, rewritePaths });
    await storeEtags(client, stored);
    await requireKeys(client, id, tables);
    await countStorage(client, id, storedBytes);
    await moveSequences(client, id, tables);
    await afterImport(client, baseUrl);
    await client.query("SELECT pg_notify('school_changed', 'hosts')");
    await commit(client, url);
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')
      ? new ArchiveProblem(
          `The archive breaks a rule of the database: ${error.table ?? 'a row'}${error.constraint ? `, ${error.constraint}` : ''}.`,
        )
      : error;
  }
}

/**
 * Turns off triggers and foreign keys in this transaction. The archive already has the sums and the
 * rows that triggers write. `requireKeys` checks the foreign keys at the end.
 */
async function withoutTriggers(client: pg.Client) {
  try {
    await client.query('SET LOCAL session_replication_role = replica');
  } catch (error) {
    if (codeOf(error) !== sqlState.insufficientPrivilege) throw error;
    const { rows } = await client
      .query<{ name: string }>('SELECT current_user AS name')
      .catch(() => ({ rows: [] as { name: string }[] }));
    const role = pg.escapeIdentifier(rows[0]?.name ?? client.user ?? 'vitrine');
    throw new ArchiveProblem(
      `The role of DATABASE_URL may not import: run GRANT SET ON PARAMETER session_replication_role TO ${role} as a superuser.`,
    );
  }
}

/** Replaces `/files/{old}/name` by `/files/{new}/name`. Names are random: no other text matches. */
function pathRewriter(from: number, to: number) {
  return (line: string) =>
    line.replace(storedPath, (path, id: string) => (Number(id) === from ? `/files/${to}/` : path));
}

const storedPath = /\/files\/(\d{1,16})\/(?=[A-Za-z0-9_-]{16})/g;

/** As SQL: a token as `newToken` makes it, of two random UUIDs. */
const newTokenSql = `rtrim(translate(encode(
  uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/', '-_'), '=')`;

/** SQL expressions for the columns that are left out and have no default. */
const filledColumns = (baseUrl: string): Record<string, Record<string, string>> => ({
  reminders: { base_url: pg.escapeLiteral(baseUrl) },
  live_reminders: { base_url: pg.escapeLiteral(baseUrl) },
  // Without both, a member gets no mail of a notification.
  notification_preferences: {
    base_url: pg.escapeLiteral(baseUrl),
    unsubscribe_token: newTokenSql,
  },
  member_erasures: { token_hash: 'sha256(gen_random_uuid()::text::bytea)' },
});

const ROW_BATCH_SIZE = 500;
const BYTE_BATCH_SIZE = 4 * 1024 * 1024;

async function fillTable(
  client: pg.Client,
  archive: ArchiveFile,
  { copy, table: { table, sql, columns } }: MatchedTable,
  {
    id,
    baseUrl,
    rewritePaths,
  }: { id: number; baseUrl: string; rewritePaths: (line: string) => string },
) {
  const filled = filledColumns(baseUrl)[table] ?? {};
  const names = columnList(['tenant_id', ...columns, ...Object.keys(filled)]);
  const values = columns.map((column) => `r.${pg.escapeIdentifier(column)}`);
  const filledValues = Object.values(filled);
  const insert = `INSERT INTO ${sql} (${names}) OVERRIDING SYSTEM VALUE
    SELECT ${[id, ...values, ...filledValues].join(', ')} FROM jsonb_populate_recordset(NULL::${sql}, $1) r`;
  let lines: string[] = [];
  let bytes = 0;
  const write = async () => {
    if (lines.length) await client.query(insert, [`[${lines.join(',')}]`]);
    lines = [];
    bytes = 0;
  };
  for await (const line of archive.lines(tableEntry(copy.name), copy.sha256)) {
    lines.push(rewritePaths(line));
    bytes += line.length;
    if (lines.length >= ROW_BATCH_SIZE || bytes >= BYTE_BATCH_SIZE) await write();
  }
  await write();
}

/** Every foreign key of the new rows must lead to a row. */
async function requireKeys(client: pg.Client, id: number, tables: MatchedTable[]) {
  const { rows: keys } = await client.query<{
    name: string;
    child: string;
    parent: string;
    columns: string[];
    targets: string[];
  }>(
    `SELECT k.conname AS name, k.conrelid::regclass::text AS child, k.confrelid::regclass::text AS parent,
       ARRAY(SELECT a.attname::text FROM unnest(k.conkey) WITH ORDINALITY AS c (num, at)
         JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = c.num ORDER BY c.at) AS columns,
       ARRAY(SELECT a.attname::text FROM unnest(k.confkey) WITH ORDINALITY AS c (num, at)
         JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = c.num ORDER BY c.at) AS targets
     FROM pg_constraint k
     WHERE k.contype = 'f' AND k.conrelid::regclass::text = ANY ($1)`,
    [tables.map(({ table }) => table.table)],
  );
  for (const { name, child, parent, columns, targets } of keys) {
    const column = (alias: string, columnName: string) =>
      `${alias}.${pg.escapeIdentifier(columnName)}`;
    const isSet = columns
      .map((columnName) => `${column('c', columnName)} IS NOT NULL`)
      .join(' AND ');
    const isSameKey = columns
      .map((columnName, n) => `${column('p', targets[n]!)} = ${column('c', columnName)}`)
      .join(' AND ');
    const { rowCount } = await client.query(
      `SELECT FROM ${child} c WHERE c.tenant_id = $1 AND ${isSet}
       AND NOT EXISTS (SELECT FROM ${parent} p WHERE ${isSameKey}) LIMIT 1`,
      [id],
    );
    if (rowCount)
      throw new ArchiveProblem(`The archive breaks a rule of the database: ${child}, ${name}.`);
  }
}

/** Skips some ids, because other servers may take ids between the SELECT and the setval. */
const SKIPPED_IDS = 1_000;

/** Imported rows keep their ids, which are unique per school. No sequence may assign them again. */
async function moveSequences(client: pg.Client, id: number, tables: MatchedTable[]) {
  for (const { table } of tables) {
    if (!table.columns.includes('id')) continue;
    const { rows } = await client.query<{ sequence: string | null; largest: string | null }>(
      `SELECT pg_get_serial_sequence($2, 'id') AS sequence,
         (SELECT max(id)::text FROM ${table.sql} WHERE tenant_id = $1) AS largest`,
      [id, table.sql],
    );
    const { sequence, largest } = rows[0]!;
    if (!sequence || !largest) continue;
    await client.query(
      `SELECT setval($1::regclass, $2::bigint + ${SKIPPED_IDS})
       FROM ${sequence} WHERE last_value <= $2::bigint`,
      [sequence, largest],
    );
  }
}
