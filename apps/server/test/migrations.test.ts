import { allRoutes } from '@vitrine/contract';
import { eventStream } from '@vitrine/contract/events';
import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { fillEmptyTables } from '../src/isolation/fill-tables.ts';
import { migrateJobTables } from '../src/platform/jobs.ts';
import { migrate, numberedMigrations } from '../src/platform/migrate.ts';
import { hashToken, newToken } from '../src/platform/secrets.ts';
import { openWorld } from './harness.ts';
import { ownDatabase } from './own-database.ts';

vi.setConfig({ testTimeout: 120_000 });

const clients: pg.Client[] = [];
afterAll(() => Promise.all(clients.map((client) => client.end())));

async function connect(connectionString: string, options?: string) {
  const client = new pg.Client({ connectionString, ...(options && { options }) });
  clients.push(client);
  await client.connect();
  return client;
}

const RIGHTS = 'row-level-security.sql';

/** A migrated database whose rights are applied again, as after each update. */
async function updatedDatabase() {
  const url = await ownDatabase();
  await migrate(url);
  const owner = await connect(url);
  await owner.query('DELETE FROM schema_migrations WHERE name = $1', [RIGHTS]);
  return { url, owner };
}

test('a migration that waits for a lock lets others write meanwhile, and says who holds it', async () => {
  const { url, owner } = await updatedDatabase();
  await owner.query('DROP POLICY one_school ON members');
  const holder = await connect(url);
  await holder.query('BEGIN');
  await holder.query('SELECT count(*) FROM members');

  const warn = vi.fn<(details: object, message: string) => void>();
  const migrating = migrate(url, null, { warn });
  // Longer than a migration may hold up anybody: PostgreSQL itself ends such a write.
  const writer = await connect(url, '-c statement_timeout=1s');
  while (warn.mock.calls.length < 3)
    await writer.query("UPDATE members SET name = name WHERE name = ''");
  expect(warn).toHaveBeenLastCalledWith(
    expect.objectContaining({
      waits: [
        expect.objectContaining({
          table: 'members',
          mode: 'AccessExclusiveLock',
          state: 'idle in transaction',
          statement: 'SELECT count(*) FROM members',
        }),
      ],
    }),
    'a migration waits for a lock; trying again',
  );

  await holder.query('COMMIT');
  expect((await migrating).applied).toEqual([RIGHTS]);
  const { rows } = await owner.query(
    "SELECT polname FROM pg_policy WHERE polrelid = 'members'::regclass",
  );
  expect(rows).toEqual([{ polname: 'one_school' }]);
});

test(
  'an update locks no table whose row-level security is right',
  { timeout: 30_000 },
  async () => {
    const { url } = await updatedDatabase();
    const reader = await connect(url);
    await reader.query('BEGIN');
    await reader.query('SELECT count(*) FROM members, lessons, posts');
    expect((await migrate(url)).applied).toEqual([RIGHTS]);
    await reader.query('COMMIT');
  },
);

test('each migration keeps the rows of all earlier states, and the application reads them', async () => {
  const url = await ownDatabase();
  await migrateJobTables(url);
  const owner = await connect(url);
  await owner.query(`CREATE TABLE schema_migrations (
    name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
  let before = new Map<string, number>();
  for (const { name, text, hash } of await numberedMigrations()) {
    await owner.query(`BEGIN; ${text}; COMMIT`);
    await owner.query('INSERT INTO schema_migrations (name, hash) VALUES ($1, $2)', [name, hash]);
    const after = await countRows(owner);
    for (const [table, rows] of before)
      if (after.has(table))
        expect(after.get(table), `${table} after ${name}`).toBeGreaterThanOrEqual(rows);
    await fillEmptyTables(owner, await findOrAddSchool(owner), [...after.keys()]);
    await owner.query(checkedByApplication);
    before = await countRows(owner);
  }
  // Their rows need files, or values that no catalogue tells.
  const empty = [...before].filter(([, rows]) => rows === 0).map(([table]) => table);
  expect(empty.length).toBeLessThan(before.size / 10);

  const { app, platform } = await openWorld({}, url);
  const token = newToken();
  const tenantId = await findOrAddSchool(owner);
  await platform.database.transaction(tenantId, async ({ db }) => {
    const values = { name: 'Olívia Dona', email: 'dona@example.com', roles: ['owner'] };
    const { id } = await db
      .insertInto('members')
      .values(values)
      .returning('id')
      .executeTakeFirstOrThrow();
    const expires_at = new Date(Date.now() + 3_600_000);
    const session = { member_id: id, token_hash: hashToken(token), expires_at };
    await db.insertInto('sessions').values(session).execute();
  });
  const headers = { host: 'aurora.localhost', cookie: `vitrine=${token}` };
  const lists = allRoutes.filter(
    ({ route: { method, path } }) =>
      method === 'GET' && !path.includes('{') && path !== eventStream.open.path, // it never ends
  );
  for (const { route } of lists) {
    const response = await app.inject({ method: 'GET', url: route.path, headers });
    expect(response.statusCode, `${route.path} ${response.body}`).toBeLessThan(500);
  }
  const home = await app.inject({ method: 'GET', url: '/homepage', headers });
  expect(home.statusCode).toBe(200);
});

/** The number of rows of each table of a school. */
async function countRows(client: pg.Client) {
  const { rows: tables } = await client.query<{ name: string }>(`
    SELECT c.relname AS name FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY 1`);
  const counts = new Map<string, number>();
  for (const { name } of tables) {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${pg.escapeIdentifier(name)}`,
    );
    counts.set(name, rows[0]!.count);
  }
  return counts;
}

async function findOrAddSchool(client: pg.Client) {
  const { rows } = await client.query<{ id: number }>('SELECT id::int FROM tenants');
  if (rows[0]) return rows[0].id;
  const { rows: added } = await client.query<{ id: number }>(
    "INSERT INTO tenants (name, slug) VALUES ('Aurora', 'aurora') RETURNING id::int",
  );
  const { id } = added[0]!;
  await client.query('INSERT INTO platform_settings (tenant_id) VALUES ($1)', [id]);
  return id;
}

/** Corrects a value that the application checked before a constraint did. */
const checkedByApplication = `DO $$ BEGIN
  UPDATE quiz_revisions SET type = 'comun' WHERE type <> 'comun';
EXCEPTION WHEN undefined_table OR undefined_column THEN END $$`;
