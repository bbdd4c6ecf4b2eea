import { bannerFiles } from '@vitrine/contract/banners';
import { settingsImages } from '@vitrine/contract/platform-settings';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { tableRules } from '../src/kit/doctor/table-rules.ts';
import { fileHolders } from '../src/kit/files/files.store.ts';
import { openWorld } from './harness.ts';

/** Checks the rules of safety on every table of a school, as the catalogue lists them. */
const world = await openWorld();
const owner = new pg.Client({ connectionString: inject('databaseUrl') });
beforeAll(() => owner.connect());
afterAll(() => owner.end());

const rows = async (text: string) => (await owner.query<Record<string, unknown>>(text)).rows;

const schoolTables = `
  SELECT c.oid, c.relname FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
    AND c.relname NOT IN ('tenants', 'schema_migrations')`;

test.each(tableRules.map(({ rule, sql: text }) => [rule, text]))(
  'every one is %s',
  async (_rule, text) => {
    expect(await rows(text)).toEqual([]);
  },
);

test.each([
  ['banner_files', bannerFiles],
  ['settings_files', settingsImages],
])('%s reads every column that holds a file', async (view, columns) => {
  const read = await rows(`
    SELECT DISTINCT a.attname FROM pg_rewrite w
    JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid
    JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
    WHERE w.ev_class = '${view}'::regclass`);
  expect(read.map(({ attname }) => attname)).toEqual(expect.arrayContaining(Object.keys(columns)));
});

test('the sweep of files asks every view of held files', async () => {
  const views = await rows(`SELECT viewname FROM pg_views
    WHERE schemaname = 'public' AND viewname LIKE '%\\_files' ORDER BY viewname`);
  expect(views.map(({ viewname }) => viewname)).toEqual(fileHolders);
});

test('every index begins with the tenant, or is a gin index beside one that does', async () => {
  expect(
    await rows(`
      SELECT i.indexrelid::regclass AS index FROM pg_index i
      JOIN (${schoolTables}) t ON t.oid = i.indrelid
      JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = 'tenant_id'
      JOIN pg_class x ON x.oid = i.indexrelid
      JOIN pg_am m ON m.oid = x.relam
      WHERE i.indkey[0] <> a.attnum AND m.amname <> 'gin'`),
  ).toEqual([]);
});

test('no index repeats the first columns of another one for the same rows', async () => {
  expect(
    await rows(`
      SELECT i.indexrelid::regclass AS index, other.indexrelid::regclass AS repeats FROM pg_index i
      JOIN (${schoolTables}) t ON t.oid = i.indrelid
      JOIN pg_index other ON other.indrelid = i.indrelid AND other.indexrelid <> i.indexrelid
        AND other.indkey::text || ' ' LIKE i.indkey::text || ' %'
        AND pg_get_expr(other.indpred, t.oid) IS NOT DISTINCT FROM pg_get_expr(i.indpred, t.oid)
      WHERE NOT i.indisunique AND i.indexprs IS NULL AND other.indexprs IS NULL`),
  ).toEqual([]);
});

test('every foreign key has an index on its columns', async () => {
  expect(
    await rows(`
      SELECT k.conname FROM pg_constraint k
      JOIN (${schoolTables}) t ON t.oid = k.conrelid
      WHERE k.contype = 'f' AND k.confrelid <> 'tenants'::regclass AND NOT EXISTS (
        SELECT FROM pg_index i WHERE i.indrelid = k.conrelid
          AND (i.indkey::int2[])[0:1] <@ k.conkey)`),
  ).toEqual([]);
});

test('every version that people save names its change', async () => {
  const named = `SELECT g.tgrelid FROM pg_trigger g
    WHERE g.tgfoid = 'name_change'::regproc AND NOT g.tgisinternal`;
  const versioned = await rows(`
    SELECT t.relname AS table, t.oid IN (${named}) AS is_named FROM (${schoolTables}) t
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = 'version' AND NOT a.attisdropped
    WHERE a.atttypid = 'integer'::regtype AND t.relname !~ '^quiz_' ORDER BY 1`);
  expect(versioned.length).toBeGreaterThan(5);
  expect(versioned.filter(({ is_named }) => !is_named)).toEqual([]);
});

test('the application cannot rewrite the audit', async () => {
  const school = await world.school();
  const { database } = world.platform;
  await school.owner.post('/api/v1/products', { title: 'Plano' });
  for (const change of ["UPDATE audit_entries SET action = ''", 'DELETE FROM audit_entries'])
    await expect(
      database.transaction(school.id, ({ db }) => sql.raw(change).execute(db)),
    ).rejects.toThrow(/permission denied/);
});

test('a transaction changes its own school only, and adds no other one', async () => {
  const [one, two] = [await world.school(), await world.school()];
  const { database } = world.platform;
  const rename = (id: number, from: number) =>
    database.transaction(from, ({ db }) =>
      db.updateTable('tenants').set({ name: 'Outra' }).where('id', '=', id).execute(),
    );
  await rename(two.id, one.id);
  const ofNobody = database.platform.updateTable('tenants').set({ name: 'Outra' });
  expect(await ofNobody.executeTakeFirst()).toMatchObject({ numUpdatedRows: 0n });
  expect((await two.visitor.get('/api/v1/site')).body.data.tenant.name).toBe('Escola');
  await rename(one.id, one.id);
  const names = database.platform.selectFrom('tenants').select('name');
  expect(await names.where('id', '=', one.id).execute()).toEqual([{ name: 'Outra' }]);
  await expect(
    database.transaction(one.id, ({ db }) =>
      db.insertInto('tenants').values({ name: 'Terceira', slug: 'terceira' }).execute(),
    ),
  ).rejects.toThrow(/row-level security/);
});

test('without a tenant no row is visible, and with one no row of another', async () => {
  const [one, two] = [await world.school(), await world.school()];
  const { database } = world.platform;
  expect(await database.platform.selectFrom('members').selectAll().execute()).toEqual([]);
  const rows = await database.transaction(one.id, ({ db }) =>
    db.selectFrom('members').select('tenant_id').distinct().execute(),
  );
  expect(rows).toEqual([{ tenant_id: one.id }]);
  await expect(
    database.transaction(one.id, ({ db }) =>
      db.insertInto('products').values({ tenant_id: two.id, title: 'x' }).execute(),
    ),
  ).rejects.toThrow(/row-level security/);
});
