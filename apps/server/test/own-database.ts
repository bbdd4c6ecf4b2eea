import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** Creates an empty database beside the shared one. It ends with the PostgreSQL of the whole run. */
export async function ownDatabase(): Promise<string> {
  const url = new URL(inject('databaseUrl'));
  const name = `own_${randomUUID().replaceAll('-', '')}`;
  await asAdministrator(`CREATE DATABASE ${name}`);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * The same for a database that a role without SUPERUSER owns, as an operator of PostgreSQL provides it.
 * `administratorUrl` signs in to it as a superuser.
 */
export async function operatorDatabase(attributes: string) {
  const administratorUrl = await ownDatabase();
  const url = new URL(administratorUrl);
  const name = url.pathname.slice(1);
  // The embedded PostgreSQL accepts only logins with such a name.
  const role = `vitrine_operator_${name.slice(-12)}_app`;
  await asAdministrator(`CREATE ROLE ${role} LOGIN PASSWORD 'of-the-operator' ${attributes}`);
  await asAdministrator(`ALTER DATABASE ${name} OWNER TO ${role}`);
  url.username = role;
  url.password = 'of-the-operator';
  return { url: url.href, administratorUrl, role, name };
}

async function asAdministrator(sql: string) {
  const client = new pg.Client({ connectionString: inject('databaseUrl') });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
