import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { runSql } from './sql.ts';

/**
 * Creates an empty database beside the shared one. It ends with the PostgreSQL of the whole run.
 * `options` are those of `CREATE DATABASE`.
 */
export async function ownDatabase(options = ''): Promise<string> {
  const url = new URL(inject('databaseUrl'));
  const name = `own_${randomUUID().replaceAll('-', '')}`;
  await runSql(inject('databaseUrl'), `CREATE DATABASE ${name} ${options}`);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * The same for a database that a role without SUPERUSER owns, as an operator of PostgreSQL provides it.
 * `administratorUrl` signs in to it as a superuser.
 */
export async function operatorDatabase(attributes: string, options = '') {
  const administratorUrl = await ownDatabase(options);
  const url = new URL(administratorUrl);
  const name = url.pathname.slice(1);
  // The embedded PostgreSQL accepts only logins with such a name.
  const role = `vitrine_operator_${name.slice(-12)}_app`;
  await runSql(
    inject('databaseUrl'),
    `CREATE ROLE ${role} LOGIN PASSWORD 'of-the-operator' ${attributes}`,
  );
  await runSql(inject('databaseUrl'), `ALTER DATABASE ${name} OWNER TO ${role}`);
  url.username = role;
  url.password = 'of-the-operator';
  return { url: url.href, administratorUrl, role, name };
}
