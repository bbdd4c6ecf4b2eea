import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { commitWithoutDisk, MIGRATED, nameOf, runSql } from './sql.ts';

/** Creates a migrated database without schools beside the shared one. It ends with the whole run. */
export async function ownDatabase(): Promise<string> {
  const url = await createDatabase(`TEMPLATE ${MIGRATED}`);
  await commitWithoutDisk(url);
  return url;
}

/** The same without tables, as a first start finds it. `options` are those of `CREATE DATABASE`. */
export const emptyDatabase = (options = '') => createDatabase(options);

async function createDatabase(options: string) {
  const url = new URL(inject('databaseUrl'));
  const name = `own_${randomUUID().replaceAll('-', '')}`;
  await runSql(inject('databaseUrl'), `CREATE DATABASE ${name} ${options}`);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * An empty database that a role without SUPERUSER owns, as an operator of PostgreSQL provides it.
 * `administratorUrl` signs in to it as a superuser.
 */
export async function operatorDatabase(attributes: string, options = '') {
  const administratorUrl = await emptyDatabase(options);
  const url = new URL(administratorUrl);
  const name = nameOf(administratorUrl);
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
