import { createHash, createHmac } from 'node:crypto';
import pg from 'pg';
import { OperatorProblem } from './operator-problem.ts';
import { codeOf, sqlState, sqlStateClass } from './sql-state.ts';

/**
 * The roles that a running server signs in as. Each database has its own two, because a role and
 * its password belong to the whole PostgreSQL server (docs/decisions/0025).
 */
export interface Logins {
  /** Answers requests. It owns nothing, and row-level security applies to it. */
  app: Login;
  /** Runs jobs. It reads and writes the queue's tables, and no school's. */
  jobs: Login;
}

interface Login {
  role: string;
  url: string;
  /** Null if the operator made the login. Otherwise `createLogins` makes it with this password. */
  managed: { password: string | null } | null;
}

/** `migrator` is connected to `url`. `appUrl` is the application's login, if the operator made it. */
export function chooseLogins(migrator: pg.Client, url: string, appUrl: string | null): Logins {
  if (appUrl) {
    const { user = '' } = new pg.Client({ connectionString: appUrl });
    return {
      app: { role: user, url: appUrl, managed: null },
      jobs: { role: migrator.user!, url, managed: null },
    };
  }
  const login = (use: 'app' | 'jobs'): Login => {
    const role = roleName(migrator.database!, use);
    // Every server with this DATABASE_URL derives the same password, and stores it nowhere.
    const password = migrator.password
      ? createHmac('sha256', migrator.password).update(`vitrine login ${role}`).digest('base64url')
      : null;
    return { role, url: urlAs(url, role, password), managed: { password } };
  };
  return { app: login('app'), jobs: login('jobs') };
}

/** `vitrine_app`; in a database called other than `vitrine`, `vitrine_{database}_app`. */
function roleName(database: string, use: string): string {
  if (database === 'vitrine') return `vitrine_${use}`;
  const name = `vitrine_${database}_${use}`;
  if (Buffer.byteLength(name) < 64) return name; // PostgreSQL cuts longer names
  return `vitrine_${createHash('sha256').update(database).digest('hex').slice(0, 32)}_${use}`;
}

function urlAs(url: string, role: string, password: string | null): string {
  const loginUrl = new URL(url);
  // The user stands in the query: a URL without a host, as for a socket, cannot hold one before it.
  loginUrl.username = '';
  loginUrl.password = '';
  loginUrl.searchParams.set('user', role);
  if (password) loginUrl.searchParams.set('password', password);
  else loginUrl.searchParams.delete('password');
  return loginUrl.href;
}

/** The operator must change the database or its roles. */
export class DatabaseProblem extends OperatorProblem {
  override name = 'DatabaseProblem';
}

/** The oldest major version of PostgreSQL that Vitrine runs on. */
const MIN_POSTGRES = 15;

/** Throws if PostgreSQL is too old, or if the database cannot hold every text: a migration would fail. */
export async function requireUsableDatabase(migrator: pg.Client): Promise<void> {
  await requireVersion(migrator);
  await requireEncoding(migrator);
}

/** Throws unless the texts of the database are in UTF8. */
export async function requireEncoding(migrator: pg.Client): Promise<void> {
  const { rows } = await migrator.query<{ encoding: string }>(
    "SELECT current_setting('server_encoding') AS encoding",
  );
  const { encoding } = rows[0]!;
  if (encoding !== 'UTF8')
    throw new DatabaseProblem(
      `The database “${migrator.database}” is in ${encoding}, which cannot hold every text: make one ` +
        "with TEMPLATE template0 ENCODING 'UTF8', and name it in DATABASE_URL.",
    );
}

/** Throws if PostgreSQL is too old: a migration would fail with an error of its syntax. */
export async function requireVersion(migrator: pg.Client): Promise<void> {
  const { rows } = await migrator.query<{ version: string }>(
    "SELECT current_setting('server_version') AS version",
  );
  const [version = ''] = rows[0]!.version.split(' ');
  if (Number.parseInt(version, 10) < MIN_POSTGRES)
    throw new DatabaseProblem(
      `PostgreSQL ${version} is too old: move to ${MIN_POSTGRES} or newer.`,
    );
}

/** Throws if the role of DATABASE_URL may not create the tables, as a first start and updates do. */
export async function requireOwnerRights(migrator: pg.Client): Promise<void> {
  const { rows } = await migrator.query<{ may_create: boolean }>(
    `SELECT has_schema_privilege('public', 'CREATE')
       AND (to_regnamespace('graphile_worker') IS NOT NULL
         OR has_database_privilege(current_database(), 'CREATE')) AS may_create`,
  );
  if (rows[0]!.may_create) return;
  const [database, user] = [migrator.database!, migrator.user!].map(pg.escapeIdentifier);
  throw new DatabaseProblem(
    `The role “${migrator.user}” of DATABASE_URL may not create tables: run ` +
      `ALTER DATABASE ${database} OWNER TO ${user} as a superuser.`,
  );
}

/** Throws if a login is missing that the role of DATABASE_URL may not create. */
export async function requireRoleRights(migrator: pg.Client, { app, jobs }: Logins): Promise<void> {
  const { rows } = await migrator.query<{ may_create: boolean }>(
    'SELECT rolsuper OR rolcreaterole AS may_create FROM pg_roles WHERE rolname = current_user',
  );
  if (!rows[0]!.may_create && app.managed && jobs.managed)
    throw roleRightsMissing(migrator.user!, app.role);
}

/** Tells whether both logins work. Throws if the application's login has more rights than it needs. */
export async function canSignIn(migrator: pg.Client, { app, jobs }: Logins): Promise<boolean> {
  const managedRoles = [app, jobs].filter((login) => login.managed).map(({ role }) => role);
  const { rowCount } = await migrator.query('SELECT FROM pg_roles WHERE rolname = ANY ($1)', [
    managedRoles,
  ]);
  if (rowCount !== managedRoles.length) return false; // Attempts of an unknown role would fill the log.
  try {
    await Promise.all([signIn(app, checkRights), signIn(jobs, async () => {})]);
    return true;
  } catch (error) {
    if (app.managed && isRefused(error)) return false;
    throw error;
  }
}

async function signIn({ url }: Login, check: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await check(client);
  } finally {
    await client.end();
  }
}

/** No such role, no LOGIN right or a wrong password; or no CONNECT right. */
const isRefused = (error: unknown) =>
  codeOf(error).startsWith(sqlStateClass.invalidAuthorization) ||
  codeOf(error) === sqlState.insufficientPrivilege;

async function checkRights(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ role: string; excess: boolean }>(`
    SELECT rolname AS role,
      rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR rolreplication
      OR EXISTS (SELECT FROM pg_auth_members WHERE member = r.oid)
      OR EXISTS (SELECT FROM pg_shdepend d WHERE d.refclassid = 'pg_authid'::regclass
        AND d.refobjid = r.oid AND d.deptype = 'o') AS excess
    FROM pg_roles r WHERE rolname = session_user`);
  if (!rows[0]!.excess) return;
  throw new DatabaseProblem(
    `The application's login “${rows[0]!.role}” must own nothing, be no member of another role, and be ` +
      'neither SUPERUSER, BYPASSRLS, CREATEROLE, CREATEDB nor REPLICATION. ' +
      'Take that from it, or name another login in APP_DATABASE_URL.',
  );
}

/** Creates the logins, or resets their passwords. Returns true if one was missing. */
export async function createLogins(migrator: pg.Client, logins: Logins): Promise<boolean> {
  let created = false;
  for (const { role, managed } of [logins.app, logins.jobs]) {
    if (!managed) continue;
    const name = pg.escapeIdentifier(role);
    const password = managed.password ? pg.escapeLiteral(managed.password) : 'NULL';
    try {
      const { rowCount } = await migrator.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
      if (!rowCount) await migrator.query(`CREATE ROLE ${name}`);
      created ||= !rowCount;
      await migrator.query(`ALTER ROLE ${name} LOGIN PASSWORD ${password}`);
    } catch (error) {
      throw mayNotCreateRoles(error, migrator.user!, role) ?? error;
    }
    const database = pg.escapeIdentifier(migrator.database!);
    await migrator.query(`GRANT CONNECT ON DATABASE ${database} TO ${name}`);
  }
  return created;
}

function mayNotCreateRoles(error: unknown, user: string, role: string): Error | undefined {
  if (codeOf(error) !== sqlState.insufficientPrivilege) return undefined;
  return roleRightsMissing(user, role, error);
}

const roleRightsMissing = (user: string, role: string, cause?: unknown) =>
  new DatabaseProblem(
    `The role “${user}” of DATABASE_URL may not make the application's login: run ` +
      `ALTER ROLE ${pg.escapeIdentifier(user)} CREATEROLE as a superuser, or make the login yourself ` +
      `(CREATE ROLE ${pg.escapeIdentifier(role)} LOGIN PASSWORD '…') and name it in APP_DATABASE_URL.`,
    { cause },
  );
