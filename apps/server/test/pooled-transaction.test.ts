import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import * as z from 'zod/mini';
import { toAppError } from '../src/platform/app-error.ts';
import type { TenantTransaction } from '../src/platform/database.ts';
import { statement } from '../src/platform/statement.ts';
import { openWorld } from './harness.ts';

/** One connection, so that every transaction uses the connection of the one before. */
const world = await openWorld({ POOL_SIZE: '1' });
const { database } = world.platform;
const outside = new pg.Client({ connectionString: inject('databaseUrl') });
beforeAll(() => outside.connect());
afterAll(() => outside.end());

const backend = statement({
  name: 'pid',
  sql: 'SELECT pg_backend_pid() AS pid',
  row: z.object({ pid: z.number() }),
});
const connectionOf = async (reader: Pick<TenantTransaction, 'run'>) =>
  (await reader.run(backend))[0]!.pid;

test('a query after the end of a transaction never runs in the next one', async () => {
  const [school, neighbour] = [await world.school(), await world.school()];
  let late: TenantTransaction | undefined;
  await database.transaction(school.id, async (tx) => {
    late = tx;
  });
  const title = (tx: TenantTransaction) =>
    tx.db.insertInto('products').values({ title: 'Tarde demais' }).execute();
  await database.transaction(neighbour.id, async () => {
    await expect(title(late!)).rejects.toThrow('query after the end of its transaction');
    await expect(late!.run(backend)).rejects.toThrow('query after the end of its transaction');
  });
  for (const { owner } of [school, neighbour])
    expect((await owner.get('/api/auth/admin/products/get')).text).not.toContain('Tarde demais');
});

test('a connection lost between two queries of a transaction is a temporary error', async () => {
  const school = await world.school();
  const lost = database.transaction(school.id, async (tx) => {
    const pid = await connectionOf(tx);
    await outside.query('SELECT pg_terminate_backend($1, 5000)', [pid]);
    await expect(connectionOf(tx)).rejects.toThrow(/terminat|queryable/);
    return connectionOf(tx);
  });
  const error = await lost.catch((trouble: Error) => trouble);
  expect(toAppError(error)).toMatchObject({ status: 503 });
  expect((await school.owner.get('/api/v1/session')).status).toBe(200);
});
