import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { namedThings, personalTables } from '../src/kit/privacy/personal-data.ts';

/** Compares the list of personal data with the database's catalogue, so that no column is missing. */
const owner = new pg.Client({ connectionString: inject('databaseUrl') });
beforeAll(() => owner.connect());
afterAll(() => owner.end());

const rows = async <Row>(text: string) => (await owner.query(text)).rows as Row[];

/** Finds columns that name or describe a person, by the column names of this code base. */
const personalColumns = `
  SELECT c.table_name, c.column_name
  FROM information_schema.columns c
  JOIN information_schema.tables t USING (table_schema, table_name)
  WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
    AND c.table_name NOT IN ('tenants', 'schema_migrations')
    AND (c.column_name ~ '(^|_)(member|user|viewer|actor|author|recipient|sender|person)_id$'
      OR c.column_name ~ '_by$'
      OR (c.column_name ~ '(^|_)(e?mail|recipient|user_agent|ip|ip_address|phone|bio|mentions)$'
        AND c.data_type <> 'boolean')
      OR (c.table_name, c.column_name) IN (('members', 'name'), ('members', 'photo_url')))`;

const foreignKeys = `
  SELECT k.conrelid::regclass::text AS table_name, a.attname AS column_name, k.confdeltype
  FROM pg_constraint k
  JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey)
  WHERE k.contype = 'f' AND k.confrelid = 'members'::regclass AND a.attname <> 'tenant_id'`;

const held = new Map(personalTables.map(({ table, holds }) => [table as string, holds]));

test('every column that names a person is in the list, with the effect of an erasure', async () => {
  const found = await rows<{ table_name: string; column_name: string }>(personalColumns);
  expect(found.length).toBeGreaterThan(40);
  const forgotten = found.filter(
    ({ table_name, column_name }) => !held.get(table_name)?.[column_name],
  );
  expect(forgotten).toEqual([]);
});

test('every foreign key to members does what the list says', async () => {
  const keys = await rows<{ table_name: string; column_name: string; confdeltype: string }>(
    foreignKeys,
  );
  const wrong = keys.filter(
    ({ table_name, column_name, confdeltype }) =>
      held.get(table_name)?.[column_name] !== { c: 'cascade', n: 'unnamed' }[confdeltype],
  );
  expect(wrong).toEqual([]);
});

test('every column listed as cascade or unnamed has a foreign key that does it', async () => {
  const keys = await rows<{ table_name: string; column_name: string }>(foreignKeys);
  const known = new Set(keys.map((key) => `${key.table_name}.${key.column_name}`));
  const promised = personalTables.flatMap(({ table, person, holds }) =>
    person === 'id'
      ? []
      : Object.entries(holds)
          .filter(([column, erasure]) => column === 'member_id' && /cascade|unnamed/.test(erasure))
          .map(([column]) => `${table}.${column}`),
  );
  expect(promised.filter((column) => !known.has(column))).toEqual([]);
});

test('the exported rows of a person are found by an index', async () => {
  const indexed = await rows<{ column: string }>(`
    SELECT DISTINCT i.indrelid::regclass || '.' || a.attname AS column
    FROM pg_index i
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[1]
    WHERE i.indpred IS NULL OR pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)`);
  const known = new Set(indexed.map(({ column }) => column));
  const searched = personalTables.flatMap(({ table, person = 'member_id', where, exported }) =>
    exported && !where ? [`${table}.${person}`] : [],
  );
  // Its index begins with the season, and a school has few of them.
  const bySeason = ['point_entries.member_id'];
  expect(searched.filter((column) => !known.has(column))).toEqual(bySeason);
});

test('a table is in the list once', () => {
  const names = personalTables.map(({ table }) => table);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

describe.each(personalTables.flatMap(({ table, holds, exported }) => [{ table, holds, exported }]))(
  '$table',
  ({ table, holds, exported }) => {
    test('has every column that the list names', async () => {
      const found = await rows<{ column_name: string }>(`
        SELECT column_name FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name = '${table}'`);
      const columns = new Set(found.map(({ column_name }) => column_name));
      const named = (column: string) => columns.has(column) || columns.has(`${column}_id`);
      expect(Object.keys(holds).filter((column) => !columns.has(column))).toEqual([]);
      expect(
        [...(exported?.omit ?? []), ...(exported?.key ?? [])].filter(
          (column) => !columns.has(column),
        ),
      ).toEqual([]);
      expect(Object.keys(exported?.columns ?? {}).filter((column) => !named(column))).toEqual([]);
      expect(
        Object.keys(exported?.columns ?? {}).filter(
          (column) => !columns.has(column) && !namedThings[`${column}_id`],
        ),
      ).toEqual([]);
    });

    test('exports no secret', async () => {
      if (!exported) return;
      const found = await rows<{ column_name: string }>(`
        SELECT column_name FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name = '${table}'
          AND column_name ~ '(hash|token|secret|etag)'`);
      const left = found.filter(({ column_name }) => !exported.omit?.includes(column_name));
      expect(left).toEqual([]);
    });
  },
);
