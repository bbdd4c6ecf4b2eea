import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** Creates an empty database beside the shared one. It ends with the PostgreSQL of the whole run. */
export async function ownDatabase(): Promise<string> {
  const url = new URL(inject('databaseUrl'));
  const name = `own_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  url.pathname = `/${name}`;
  return url.href;
}
