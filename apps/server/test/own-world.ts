import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { openWorld } from './harness.ts';
import { ownDatabase } from './own-database.ts';

/**
 * Opens a server on a database of its own: no other test's server may run the jobs. `dba` signs in as the
 * owner of the tables.
 */
export async function openOwnWorld() {
  const databaseUrl = await ownDatabase();
  const world = await openWorld({}, databaseUrl);
  const dba = new pg.Client({ connectionString: databaseUrl });
  beforeAll(() => dba.connect());
  afterAll(() => dba.end());
  return { databaseUrl, world, dba };
}
