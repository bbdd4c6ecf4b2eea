import { allRoutes } from '@vitrine/contract';
import { eventStream } from '@vitrine/contract/events';
import pg from 'pg';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { isBuilt } from '../src/features/site/web-build.ts';
import { fillEmptyTables } from '../src/isolation/fill-tables.ts';
import { migrateJobTables } from '../src/platform/job-tables.ts';
import { migrate, numberedMigrations } from '../src/platform/migrate.ts';
import type { MigrationLog } from '../src/platform/migration-locks.ts';
import { runStep, stepsOf } from '../src/platform/migration-steps.ts';
import { hashToken, newToken } from '../src/platform/secrets.ts';
import { openWorld } from './harness.ts';
import { emptyDatabase, operatorDatabase } from './own-database.ts';

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
  const url = await emptyDatabase();
  await migrate(url);
  const owner = await connect(url);
  await owner.query('DELETE FROM schema_migrations WHERE name = $1', [RIGHTS]);
  return { url, owner };
}

test('a migration that waits for a lock lets others write, and logs who holds it', async () => {
  const { url, owner } = await updatedDatabase();
  await owner.query('DROP POLICY one_school ON members');
  const holder = await connect(url);
  await holder.query('BEGIN');
  await holder.query('SELECT count(*) FROM members');

  const warn = vi.fn<(details: object, message: string) => void>();
  const migrating = migrate(url, null, { warn });
  // The holder never ends. A migration that holds up writes holds them up for ever, and PostgreSQL
  // ends such a write. A shorter time would measure how busy the machine is.
  const writer = await connect(url, '-c statement_timeout=20s');
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

describe('a migration that runs beside traffic', () => {
  const INDEX = 'members_beside_traffic';
  const text = `-- beside traffic
-- Finds members by their photo; in a test, so that nobody misses it; it has no use.
CREATE INDEX CONCURRENTLY ${INDEX} ON members (tenant_id, photo_url);

ALTER TABLE members ADD COLUMN IF NOT EXISTS shelf text;

-- in slices
UPDATE members SET shelf = left(name, 1)
WHERE (tenant_id, id) IN (SELECT tenant_id, id FROM members WHERE shelf IS NULL LIMIT 10);
`;
  const added = { name: '9999_beside_traffic.sql', text, hash: 'beside', repeats: false };

  /** A migrated database with 25 members, and a transaction that began before the index. */
  async function busyDatabase() {
    const url = await emptyDatabase();
    await migrate(url);
    const owner = await connect(url);
    const tenantId = await findOrAddSchool(owner);
    await owner.query(
      `INSERT INTO members (tenant_id, name, email)
       SELECT $1, 'Rosa', 'rosa' || n || '@example.com' FROM generate_series(1, 25) n`,
      [tenantId],
    );
    const before = await connect(url);
    await before.query("BEGIN; UPDATE members SET name = name WHERE email LIKE 'rosa1@%'");
    const update = (log?: MigrationLog) =>
      migrate(
        url,
        null,
        log,
        numberedMigrations().then((all) => [...all, added]),
      );
    const waiting = async () => {
      const { rows } = await owner.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE datname = current_database()
         AND query LIKE 'CREATE INDEX CONCURRENTLY%' AND wait_event_type = 'Lock'`,
      );
      return rows[0]?.pid;
    };
    return { url, owner, before, update, waiting };
  }
  const isValid = async (owner: pg.Client) => {
    const { rows } = await owner.query(
      'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
      [INDEX],
    );
    return rows[0]?.valid;
  };

  test('lets others write while its index waits, and fills old rows in slices', async () => {
    const { url, owner, before, update, waiting } = await busyDatabase();
    const updating = update();
    await vi.waitUntil(waiting, 20_000);
    const writer = await connect(url, '-c statement_timeout=1s');
    for (let count = 0; count < 20; count += 1)
      await writer.query("UPDATE members SET name = 'Rosa' WHERE email = 'rosa2@example.com'");
    expect(await isValid(owner)).toBe(false);
    await before.query('COMMIT');
    expect((await updating).applied).toEqual([added.name, RIGHTS]);
    expect(await isValid(owner)).toBe(true);
    const { rows } = await owner.query(
      'SELECT shelf, count(DISTINCT xmin::text)::int AS slices FROM members GROUP BY 1',
    );
    expect(rows).toEqual([{ shelf: 'R', slices: 3 }]);
    expect((await update()).applied).toEqual([]);
  });

  test('builds its index again after a kill', async () => {
    const { owner, before, update, waiting } = await busyDatabase();
    const error = update().catch((reason: Error) => reason.message);
    await owner.query('SELECT pg_terminate_backend($1)', [await vi.waitUntil(waiting, 20_000)]);
    expect(await error).toMatch(/terminat/);
    expect(await isValid(owner)).toBe(false);
    await before.query('COMMIT');
    expect((await update()).applied).toEqual([added.name, RIGHTS]);
    expect(await isValid(owner)).toBe(true);
  });

  test('runs once if two servers start together', { timeout: 40_000 }, async () => {
    const { owner, before, update, waiting } = await busyDatabase();
    const warn = vi.fn<(details: object, message: string) => void>();
    const first = update({ warn });
    await vi.waitUntil(waiting, 20_000);
    const warnSecond = vi.fn<(details: object, message: string) => void>();
    const second = update({ warn: warnSecond });
    await vi.waitUntil(() => warnSecond.mock.calls.length, 20_000);
    await before.query('COMMIT');
    expect([(await first).applied, (await second).applied]).toEqual([[added.name, RIGHTS], []]);
    expect(warn).not.toHaveBeenCalled(); // a deadlock would be logged
    expect(warnSecond).toHaveBeenCalledExactlyOnceWith(
      { pid: expect.any(Number) },
      'another connection migrates this database; waiting for it',
    );
    expect(await isValid(owner)).toBe(true);
  });
});

test('an older version leaves a newer database as it is, and says so', async () => {
  const url = await emptyDatabase();
  const text = 'CREATE TABLE later (id int)';
  const added = { name: '9999_later.sql', text, hash: 'later', repeats: false };
  const newer = () => numberedMigrations().then((all) => [...all, added]);
  await migrate(url, null, undefined, newer());
  const warn = vi.fn<(details: object, message: string) => void>();
  expect((await migrate(url, null, { warn })).applied).toEqual([]);
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    { migration: added.name },
    'a newer Vitrine has migrated this database',
  );
  expect((await migrate(url, null, undefined, newer())).applied).toEqual([]);
  // A newer version that was killed before its rights left them due.
  const row = "UPDATE schema_migrations SET applied_at = now() + interval '1 s' WHERE name = $1";
  await (await connect(url)).query(row, [added.name]);
  expect((await migrate(url, null, { warn })).applied).toEqual([RIGHTS]);
});

test('an older version that waits for a newer one leaves its rights as they are', async () => {
  const { url, owner } = await updatedDatabase(); // both versions have something to do
  const added = { name: '9999_later.sql', text: '', hash: 'later', repeats: false };
  const holder = await connect(url);
  await holder.query('SELECT pg_advisory_lock(7134509)');
  const warn = vi.fn<(details: object, message: string) => void>();
  const older = migrate(url, null, { warn });
  await vi.waitUntil(() => warn.mock.calls.length, 20_000);
  // What the newer version leaves, once its turn is over.
  await owner.query(
    `INSERT INTO schema_migrations VALUES ($1, $2, now() - interval '1 s'), ($3, 'of the newer one', now())`,
    [added.name, added.hash, RIGHTS],
  );
  await holder.query('SELECT pg_advisory_unlock_all()');
  expect((await older).applied).toEqual([]);
  expect(warn).toHaveBeenLastCalledWith(
    { migration: added.name },
    'a newer Vitrine has migrated this database',
  );
});

describe('under an owner that row-level security binds', () => {
  const numbered = (name: string, text: string) => ({ name, text, hash: name, repeats: false });
  const update = (url: string, ...added: ReturnType<typeof numbered>[]) =>
    migrate(
      url,
      null,
      undefined,
      numberedMigrations().then((all) => [...all, ...added]),
    );

  /** A migrated database with two schools of a member each. The administrator sees all of it. */
  async function boundDatabase() {
    const { url, administratorUrl } = await operatorDatabase('CREATEROLE');
    await migrate(url);
    const administrator = await connect(administratorUrl);
    for (const slug of ['aurora', 'boreal'])
      await administrator.query(
        `WITH school AS (INSERT INTO tenants (name, slug) VALUES ($1, $1) RETURNING id)
         INSERT INTO members (tenant_id, name, email)
         SELECT id, $1, $1 || '@example.com' FROM school`,
        [slug],
      );
    const names = async () => {
      const { rows } = await administrator.query<{ name: string }>(
        'SELECT name FROM members ORDER BY tenant_id',
      );
      return rows.map(({ name }) => name);
    };
    const unforced = async () => {
      const { rows } = await administrator.query(
        `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace
         AND relrowsecurity AND NOT relforcerowsecurity AND relname <> 'tenants'`,
      );
      return rows.length;
    };
    return { url, names, unforced };
  }

  test('a migration changes the rows of every school', async () => {
    const { url, names, unforced } = await boundDatabase();
    const shout = numbered('9998_shout.sql', 'UPDATE members SET name = upper(name)');
    const wave = numbered(
      '9999_wave.sql',
      `-- beside traffic
-- in slices
UPDATE members SET name = name || '!' WHERE (tenant_id, id) IN (
  SELECT tenant_id, id FROM members WHERE name NOT LIKE '%!' LIMIT 1);
`,
    );
    expect((await update(url, shout, wave)).applied).toEqual([shout.name, wave.name, RIGHTS]);
    expect(await names()).toEqual(['AURORA!', 'BOREAL!']);
    expect(await unforced()).toBe(0);
  });

  test('a migration that a policy would still limit fails, and the next start binds the owner again', async () => {
    const { url, names, unforced } = await boundDatabase();
    const limited = numbered(
      '9999_limited.sql',
      'ALTER TABLE members FORCE ROW LEVEL SECURITY; UPDATE members SET name = upper(name)',
    );
    await expect(update(url, limited)).rejects.toThrow(
      /9999_limited.sql failed: .*row-level security policy for table "members"/,
    );
    const mended = numbered('9999_limited.sql', 'UPDATE members SET name = upper(name)');
    expect((await update(url, mended)).applied).toEqual([mended.name, RIGHTS]);
    expect(await names()).toEqual(['AURORA', 'BOREAL']);
    expect(await unforced()).toBe(0);
  });
});

test('each migration has a number of its own, except two pairs that have landed', async () => {
  const names = (await numberedMigrations()).map(({ name }) => name);
  const withPartner = names.filter((name) =>
    names.some((other) => other !== name && other.slice(0, 5) === name.slice(0, 5)),
  );
  // Files run in the order of their names, so the order of these is defined too.
  expect(withPartner).toEqual([
    '0035_course_progress.sql',
    '0035_custom_links_without_version.sql',
    '0160_quiz_scores.sql',
    '0160_ranking_of_the_week.sql',
  ]);
});

test('each migration keeps the rows of all earlier states, and the application reads them', async () => {
  const url = await emptyDatabase();
  await migrateJobTables(url);
  const owner = await connect(url);
  await owner.query(`CREATE TABLE schema_migrations (
    name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
  let before = new Map<string, number>();
  for (const { name, text, hash } of await numberedMigrations()) {
    const steps = stepsOf(text);
    if (!steps) await owner.query(`BEGIN; ${text}; COMMIT`);
    for (const step of steps ?? []) await runStep(owner, step);
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
    const { id } = await db
      .insertInto('members')
      .values({ name: 'Olívia Dona', email: 'dona@example.com', roles: ['owner'] })
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
  expect(home.statusCode).toBe(isBuilt() ? 200 : 404);
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
