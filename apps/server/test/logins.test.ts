import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { readConfig } from '../src/platform/config.ts';
import { openLog } from '../src/platform/log.ts';
import { migrate } from '../src/platform/migrate.ts';
import { openPlatform } from '../src/platform/open-platform.ts';
import { openWorld } from './harness.ts';
import { operatorDatabase } from './own-database.ts';

/** Tests the rights of a running server's connections, for any statement that an attacker injects. */
const world = await openWorld();
const { database } = world.platform;
const [school, neighbour] = [await world.school(), await world.school()];
const { logins } = await migrate(inject('databaseUrl'));
const owner = await connect(inject('databaseUrl'));
afterAll(() => owner.end());

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function ask(url: string, text: string) {
  const client = await connect(url);
  return client
    .query<Record<string, unknown>>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

/** Runs the statements one after the other on one connection of the pool. */
const inPool = (...statements: string[]) =>
  database.transaction(school.id, async ({ db }) => {
    let rows: unknown[] = [];
    for (const statement of statements) ({ rows } = await sql.raw(statement).execute(db));
    return rows;
  });

describe('a connection of the pool', () => {
  test.each(['SET ROLE NONE', 'RESET ROLE', 'RESET SESSION AUTHORIZATION'])(
    'sees nothing more after %s',
    async (statement) => {
      const schools = 'SELECT DISTINCT tenant_id FROM members';
      expect(await inPool(statement, schools)).toEqual([{ tenant_id: school.id }]);
      expect(await inPool(statement, "SET app.tenant = ''", schools)).toEqual([]);
      await expect(inPool(statement, 'SELECT * FROM schema_migrations')).rejects.toThrow(
        /permission denied/,
      );
    },
  );

  test.each([
    ['SET ROLE', owner.user!],
    ['SET SESSION AUTHORIZATION', owner.user!],
    ['SET ROLE', logins.jobs.role],
    ['SET ROLE', 'pg_read_all_data'],
  ])('may not %s %s', async (statement, role) => {
    await expect(inPool(`${statement} ${pg.escapeIdentifier(role)}`)).rejects.toThrow(
      /permission denied/,
    );
  });

  test.each([
    "COPY (SELECT 1) TO PROGRAM 'true'",
    "COPY tenants FROM PROGRAM 'true'",
    "COPY (SELECT 1) TO '/stolen'",
    "SELECT pg_read_file('postgresql.conf')",
    "SELECT lo_import('/etc/passwd')",
    'SELECT * FROM pg_authid',
    'SELECT * FROM graphile_worker._private_jobs',
    "SELECT graphile_worker.add_job('anything')",
    'CREATE TABLE mine (id int)',
    'CREATE SCHEMA mine',
    'CREATE ROLE mine',
  ])('may not %s', async (statement) => {
    await expect(inPool('SET ROLE NONE', statement)).rejects.toThrow(/permission denied/);
  });

  test.each([
    ['ALTER TABLE members DISABLE ROW LEVEL SECURITY', /must be owner/],
    ['DROP POLICY one_school ON members', /must be owner/],
    ['SET session_replication_role = replica', /permission denied/],
    [`INSERT INTO products (tenant_id, title) VALUES (${neighbour.id}, 'x')`, /row-level security/],
  ])('may not %s: row-level security holds', async (statement, refusal) => {
    await expect(inPool('SET ROLE NONE', statement)).rejects.toThrow(refusal);
  });

  test('still puts jobs into the queue', async () => {
    const queue = `SELECT enqueue_job('nothing', '{}'::json, NULL, now(), 1, NULL, 0)`;
    await expect(inPool(queue, 'ROLLBACK')).resolves.toBeDefined();
  });
});

describe("a function with its owner's rights", () => {
  const whose = (name: string, argument = '') =>
    `CREATE FUNCTION pg_temp.${name}(${argument}) RETURNS boolean LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'runs as %', current_user; END $$`;

  test.each([
    [
      'a view in place of a table',
      [
        whose('whose'),
        `CREATE TEMPORARY VIEW search_words AS
           SELECT app_tenant() AS tenant_id, 'abce' AS word WHERE pg_temp.whose()`,
        "SELECT search_slips('abcd', 4)",
      ],
    ],
    [
      'a type in place of another one',
      [
        "SELECT enqueue_job('nothing', json_build_object('tenantId', app_tenant()), NULL, now(), 1, NULL, 0)",
        whose('is_whose', 'pg_catalog.text'),
        'CREATE DOMAIN pg_temp.text AS pg_catalog.text CHECK (pg_temp.is_whose(VALUE))',
        "SELECT forget_jobs('nothing')",
      ],
    ],
  ])('runs no code of the application: %s', async (_way, statements) => {
    const client = await connect(logins.app.url);
    onTestFinished(() => client.end());
    await client.query(`BEGIN; SET LOCAL app.tenant = ${school.id}`);
    for (const statement of statements) await client.query(statement);
    await client.query('ROLLBACK');
  });
});

test('the pool and the job runner sign in as these logins only', async () => {
  expect(await inPool('SELECT session_user AS session, current_user AS now')).toEqual([
    { session: logins.app.role, now: logins.app.role },
  ]);
  await world.platform.jobs.runAll();
  const { rows } = await owner.query<{ usename: string }>(
    `SELECT DISTINCT usename FROM pg_stat_activity
     WHERE application_name = 'vitrine jobs' AND datname = current_database()`,
  );
  expect(rows).toEqual([{ usename: logins.jobs.role }]);
});

test('both logins own nothing, are members of no role and bypass nothing', async () => {
  for (const { role } of [logins.app, logins.jobs]) {
    const { rows } = await owner.query(
      `SELECT rolcanlogin, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
         ARRAY(SELECT roleid::regrole::text FROM pg_auth_members WHERE member = r.oid) AS member_of,
         ARRAY(SELECT classid::regclass::text || ' ' || objid FROM pg_shdepend
           WHERE refclassid = 'pg_authid'::regclass AND refobjid = r.oid AND deptype = 'o') AS owns
       FROM pg_roles r WHERE rolname = $1`,
      [role],
    );
    expect(rows).toEqual([
      {
        rolcanlogin: true,
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        member_of: [],
        owns: [],
      },
    ]);
  }
});

test("the job runner's login reads the queue, and no data of a school", async () => {
  const read = (from: string) => ask(logins.jobs.url, `SELECT * FROM ${from} LIMIT 1`);
  await read('graphile_worker.jobs');
  await expect(read('members')).rejects.toThrow(/permission denied/);
  await expect(read('tenants')).rejects.toThrow(/permission denied/);
  await expect(ask(logins.jobs.url, 'CREATE TABLE graphile_worker.mine ()')).rejects.toThrow(
    /permission denied/,
  );
});

describe('the logins are created', () => {
  const loginWith = async (attributes: string) => {
    const role = `vitrine_${randomUUID().slice(0, 8)}_app`;
    await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'of-the-app' ${attributes}`);
    return role;
  };
  const as = (url: string, role: string) => {
    const other = new URL(url);
    other.username = role;
    other.password = 'of-the-app';
    return other.href;
  };

  async function serve(env: Record<string, string>) {
    const config = readConfig({ DATA_DIR: inject('dataDir'), LOG_LEVEL: 'silent', ...env });
    const platform = await openPlatform(config, config.databaseUrl!, openLog(config));
    onTestFinished(async () => {
      await platform.jobs.stop();
      await platform.database.close();
    });
    await platform.jobs.runAll();
    const { rows } = await sql<{
      me: string;
    }>`SELECT current_user AS me FROM (SELECT count(*) FROM tenants) t`.execute(
      platform.database.platform,
    );
    return rows[0]!.me;
  }

  test('by a role that may create roles, without being superuser', async () => {
    const { url, name } = await operatorDatabase('CREATEROLE');
    expect(await serve({ DATABASE_URL: url })).toBe(`vitrine_${name}_app`);
  });

  test('once for several servers, which start at the same time', async () => {
    const { url } = await operatorDatabase('CREATEROLE');
    const [one, other] = await Promise.all([migrate(url), migrate(url)]);
    expect(one.logins).toEqual(other.logins);
    expect(await ask(one.logins.app.url, 'SELECT count(*)::int FROM tenants')).toEqual([
      { count: 0 },
    ]);
    for (const { logins } of [one, other])
      expect(
        await ask(logins.app.url, "SELECT to_regproc('enqueue_job') IS NOT NULL AS queue"),
      ).toEqual([{ queue: true }]);
    expect((await migrate(url)).applied).toEqual([]);
  });

  test('again when the password of DATABASE_URL has changed', async () => {
    const { url, role } = await operatorDatabase('CREATEROLE');
    const before = (await migrate(url)).logins;
    await owner.query(`ALTER ROLE ${role} PASSWORD 'of-the-app'`);
    const after = (await migrate(as(url, role))).logins;
    expect(await ask(after.app.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await expect(ask(before.app.url, 'SELECT 1')).rejects.toThrow(/password/);
  });

  test('again, with their rights, where a dump was restored without its roles', async () => {
    const { url } = await operatorDatabase('CREATEROLE');
    await serve({ DATABASE_URL: url });
    const { app, jobs } = (await migrate(url)).logins;
    const roles = `${app.role}, ${jobs.role}`;
    const { pathname } = new URL(url);
    const restored = Object.assign(new URL(inject('databaseUrl')), { pathname }).href;
    await ask(restored, `DROP OWNED BY ${roles}; DROP ROLE ${roles}`);
    expect(await serve({ DATABASE_URL: url })).toBe(app.role);
  });

  test('by the operator if the role of DATABASE_URL may not', async () => {
    const { url, role } = await operatorDatabase('');
    await expect(migrate(url)).rejects.toThrow(
      new RegExp(`“${role}”.*CREATEROLE as a superuser.*CREATE ROLE.*APP_DATABASE_URL`),
    );
    const login = await loginWith('');
    expect(await serve({ DATABASE_URL: url, APP_DATABASE_URL: as(url, login) })).toBe(login);
  });

  test.each(['BYPASSRLS', 'SUPERUSER', 'IN ROLE pg_read_all_data'])(
    'never with %s: then the server does not start',
    async (attributes) => {
      const { url } = await operatorDatabase('');
      const login = await loginWith(attributes);
      await expect(migrate(url, as(url, login))).rejects.toThrow(`“${login}” must own nothing`);
      await expect(migrate(url, url)).rejects.toThrow(/must own nothing/);
    },
  );
});
