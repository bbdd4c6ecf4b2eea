import type pg from 'pg';

interface Column {
  name: string;
  type: string;
  identity: boolean;
  nullable: boolean;
  preset: boolean;
  /** The texts in its CHECK constraints: one of them is often allowed. */
  words: string[];
}

const plain: Record<string, string> = {
  text: '\'Texto: \\ "aspas"\n\'',
  title: "'Título'",
  boolean: 'true',
  jsonb: `'{"um": [1, 2.50, "três"]}'`,
  json: `'{"a":1}'`,
  bytea: `'\\x00ff10'`,
  date: 'current_date',
  'timestamp with time zone': 'now()',
  'time without time zone': "'20:00'",
  tsvector: "'luz:1A foto:2'",
  'double precision': '0.1',
  'bigint[]': "'{1,2}'",
  'integer[]': "'{1,2}'",
  'smallint[]': "'{1,2}'",
  'text[]': `'{a,"b,c"}'`,
};

/**
 * Inserts a row into each empty table of a school, with values that the catalogue allows. A copy of
 * all tables then meets every type. Returns the tables that stayed empty.
 */
export async function fillEmptyTables(client: pg.Client, tenantId: number, tables: string[]) {
  await client.query("SELECT set_config('app.tenant', $1, false)", [String(tenantId)]);
  // Turns off triggers, which would write wrong sums. Without the right to do so, the sums are
  // wrong.
  await client.query('SET session_replication_role = replica').catch(() => {});
  let remaining = tables;
  for (let previousCount = -1; previousCount !== remaining.length;) {
    previousCount = remaining.length;
    const failed: string[] = [];
    for (const table of remaining) if (!(await fill(client, tenantId, table))) failed.push(table);
    remaining = failed;
  }
  await client.query('RESET session_replication_role').catch(() => {});
  return remaining;
}

async function fill(client: pg.Client, tenantId: number, table: string) {
  const { rowCount } = await client.query(`SELECT FROM ${table} WHERE tenant_id = $1 LIMIT 1`, [
    tenantId,
  ]);
  if (rowCount) return true;
  const keys = await parentsOf(client, tenantId, table);
  if (!keys) return false;
  const allColumns = await columnsOf(client, table);
  // Tries every column, then only the required ones.
  const requiredColumns = allColumns.filter(({ nullable }) => !nullable);
  for (const columns of [
    allColumns,
    requiredColumns,
    requiredColumns.filter(({ preset }) => !preset),
  ]) {
    const filledColumns = columns.filter(({ name, identity }) => !identity && name !== 'tenant_id');
    const values = [
      tenantId,
      ...filledColumns.map((column) => keys[column.name] ?? valueOf(column)),
    ];
    const names = ['tenant_id', ...filledColumns.map(({ name }) => `"${name}"`)];
    const insert = await client
      .query(`INSERT INTO ${table} (${names.join()}) VALUES (${values.join()})`)
      .then(
        () => true,
        () => false,
      );
    if (insert) return true;
  }
  return false;
}

/** Values of columns whose rule is not in the catalogue. */
const valueByName: Record<string, string> = {
  language: "'pt'",
  timer: '60',
  email: "'alguem@example.com'",
  lessons: "'{}'",
  attachments: "'[]'",
  links: "'[]'",
  questions: "'[]'",
  profiles: "'[]'",
  report: "'[]'",
};

const valueOf = ({ name, type, words }: Column) =>
  valueByName[name] ??
  (words[0] ? `'${words[0]}'` : (plain[type] ?? (/int/.test(type) ? '1' : 'NULL')));

async function columnsOf(client: pg.Client, table: string) {
  const { rows } = await client.query<Column>(
    `SELECT a.attname AS name, format_type(a.atttypid, NULL) AS type, a.attidentity <> '' AS identity,
       NOT a.attnotnull AS nullable, a.atthasdef AS preset,
       ARRAY(SELECT w[1] FROM pg_constraint k, regexp_matches(pg_get_constraintdef(k.oid), '''([a-z_]+)''', 'g') w
         WHERE k.conrelid = a.attrelid AND k.contype = 'c' AND a.attnum = ANY (k.conkey)
           AND a.atttypid = 'text'::regtype) AS words
     FROM pg_attribute a
     WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''`,
    [table],
  );
  return rows;
}

/** Returns a value for each column of a foreign key; null if a referenced table is empty. */
async function parentsOf(client: pg.Client, tenantId: number, table: string) {
  const { rows } = await client.query<{ parent: string; own: string[]; theirs: string[] }>(
    `SELECT confrelid::regclass::text AS parent,
       ARRAY(SELECT a.attname::text FROM unnest(conkey) WITH ORDINALITY c (n, at)
         JOIN pg_attribute a ON a.attrelid = conrelid AND a.attnum = c.n ORDER BY at) AS own,
       ARRAY(SELECT a.attname::text FROM unnest(confkey) WITH ORDINALITY c (n, at)
         JOIN pg_attribute a ON a.attrelid = confrelid AND a.attnum = c.n ORDER BY at) AS theirs
     FROM pg_constraint WHERE contype = 'f' AND conrelid = $1::regclass
       AND confrelid <> 'tenants'::regclass
     ORDER BY cardinality(conkey)`,
    [table],
  );
  const values: Record<string, string> = {};
  // A key with more columns overrides others, because its columns belong together.
  for (const { parent, own } of rows)
    if (parent === table) for (const name of own) values[name] = 'NULL';
  for (const { parent, own, theirs } of rows) {
    if (parent === table) continue;
    const { rows: found } = await client.query<Record<string, string>>(
      `SELECT ${theirs.map((name) => `"${name}"::text`).join()} FROM ${parent}
       WHERE tenant_id = $1 LIMIT 1`,
      [tenantId],
    );
    if (!found[0]) return null;
    for (const [index, name] of own.entries())
      if (name !== 'tenant_id') values[name] = `'${found[0][theirs[index]!]}'`;
  }
  return values;
}
