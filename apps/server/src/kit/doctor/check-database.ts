import type pg from 'pg';
import { sentenceOf } from '../../platform/command-line.ts';
import type { Config } from '../../platform/config.ts';
import { CONNECTIONS_BESIDE_POOL } from '../../platform/find-database.ts';
import {
  canSignIn,
  chooseLogins,
  requireEncoding,
  requireOwnerRights,
  requireRoleRights,
  requireVersion,
} from '../../platform/logins.ts';
import { migrationsToApply } from '../../platform/migrate.ts';
import { findings, type Finding } from './finding.ts';
import { tableRules } from './table-rules.ts';

const MAX_CLOCK_SECONDS = 5;

/** `client` is signed in as the owner of the tables. */
export async function checkDatabase(
  client: pg.Client,
  url: string,
  config: Config,
): Promise<Finding[]> {
  const results = [await checkVersion(client), await checkClock(client)];
  results.push(...(await checkServerSettings(client, config)));
  const migrations = await checkMigrations(client);
  results.push(migrations);
  results.push(await checkLogins(client, url, config));
  if (migrations.level === 'good') results.push(await checkTables(client));
  return results;
}

async function checkVersion(client: pg.Client): Promise<Finding> {
  const { good, bad } = findings('database');
  const version = await readSetting(client, 'server_version');
  return requireVersion(client).then(
    () => good(`PostgreSQL ${version} answers.`),
    (error: Error) => bad(error.message),
  );
}

async function readSetting(client: pg.Client, name: string) {
  const { rows } = await client.query<{ value: string }>('SELECT current_setting($1) AS value', [
    name,
  ]);
  return rows[0]!.value;
}

async function checkClock(client: pg.Client): Promise<Finding> {
  const { good, bad } = findings('clock');
  const startedAt = Date.now();
  const { rows } = await client.query<{ ms: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
  );
  const midpoint = (startedAt + Date.now()) / 2;
  const seconds = Math.abs(midpoint - rows[0]!.ms) / 1000;
  return seconds <= MAX_CLOCK_SECONDS
    ? good("The clock agrees with the database's.")
    : bad(
        `The clock is ${Math.round(seconds)} s off the database's: let NTP set both, or ` +
          'signed addresses end too early.',
      );
}

async function checkServerSettings(client: pg.Client, config: Config): Promise<Finding[]> {
  const { good, bad, note } = findings('database settings');
  const results: Finding[] = [];
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit'])
    if (['off', 'local'].includes(await readSetting(client, name)))
      results.push(bad(`${name} is off: a crash would lose what was acknowledged. Turn it on.`));
  await requireEncoding(client).catch((error: Error) => results.push(bad(error.message)));
  const { rows } = await client.query<{ locale: string }>(
    'SELECT datcollate AS locale FROM pg_database WHERE datname = current_database()',
  );
  if (!['C', 'C.UTF-8', 'C.utf8'].includes(rows[0]!.locale))
    results.push(
      note(`Text is sorted as ${rows[0]!.locale}: an update of the system may break indexes.`),
    );
  const needed = config.workers * (config.poolSize + CONNECTIONS_BESIDE_POOL);
  const limit = Number(await readSetting(client, 'max_connections'));
  if (config.databaseUrl && limit < needed)
    results.push(
      bad(
        `max_connections is ${limit}, and this server may open ${needed}: raise it, or lower WORKERS or POOL_SIZE.`,
      ),
    );
  return results.length ? results : [good('What was acknowledged survives a crash.')];
}

async function checkMigrations(client: pg.Client): Promise<Finding> {
  const { good, bad } = findings('migrations');
  try {
    const { missing, unknown } = await migrationsToApply(client);
    if (unknown.length)
      return bad(`A newer Vitrine has migrated this database (${unknown[0]}): start that one.`);
    if (missing.length)
      return bad(`Not applied: ${missing[0]} and what follows. Start the server, which migrates.`);
    return good('All migrations are applied.');
  } catch (error) {
    return bad(`${sentenceOf(error)}.`);
  }
}

async function checkLogins(client: pg.Client, url: string, config: Config): Promise<Finding> {
  const { good, bad } = findings('roles');
  const logins = chooseLogins(client, url, config.appDatabaseUrl);
  try {
    await requireOwnerRights(client);
    if (await canSignIn(client, logins))
      return good(`The application signs in as ${logins.app.role}, which owns nothing.`);
    await requireRoleRights(client, logins);
    return bad(
      `The login ${logins.app.role} is missing or refused: start the server, which makes it.`,
    );
  } catch (error) {
    return bad(sentenceOf(error));
  }
}

async function checkTables(client: pg.Client): Promise<Finding> {
  const { good, bad } = findings('row-level security');
  for (const { rule, sql } of tableRules) {
    const { rows } = await client.query<{ name: string }>(sql);
    if (rows.length)
      return bad(
        `${rows.map(({ name }) => name).join(', ')}: not ${rule}. Take back what was changed by hand; ` +
          'a start of the server sets policies anew after a migration.',
      );
  }
  return good('It is forced on every table of schools, and every key carries the school.');
}
