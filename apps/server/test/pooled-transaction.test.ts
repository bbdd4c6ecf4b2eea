import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import * as z from 'zod/mini';
import { toAppError } from '../src/platform/app-error.ts';
import type { TenantTransaction } from '../src/platform/database.ts';
import { statement } from '../src/platform/statement.ts';
import { openWorld, type TestSchool } from './harness.ts';

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

const insertProduct = statement({
  name: 'test.insert-product',
  sql: 'INSERT INTO products (title) VALUES (:title)',
  row: z.object({}),
});

const titlesOf = async (school: TestSchool) =>
  (
    await school.transaction(({ db }) =>
      db.selectFrom('products').select('title').orderBy('id').execute(),
    )
  ).map(({ title }) => title);

test('statements at the commit run after the others, and an error in one rolls everything back', async () => {
  const school = await world.school();
  const write = (...atCommit: string[]) =>
    database.transaction(school.id, async (tx) => {
      for (const title of atCommit) tx.runAtCommit(insertProduct, { title });
      await tx.run(insertProduct, { title: 'Primeiro' });
    });
  await expect(write('Segundo', 'x'.repeat(10_000), 'Terceiro')).rejects.toThrow(/check|too long/);
  expect(await titlesOf(school)).toEqual([]);
  await write('Segundo', 'Terceiro');
  await database.transaction(school.id, async (tx) =>
    tx.runAtCommit(insertProduct, { title: 'Sozinho' }),
  );
  expect(await titlesOf(school)).toEqual(['Primeiro', 'Segundo', 'Terceiro', 'Sozinho']);
});

test('statements that travel together fail with the reason of the first', async () => {
  const school = await world.school();
  const later = async (work: Promise<unknown>) => {
    await work;
  };
  const failed = school.transaction((tx) =>
    Promise.all([
      later(tx.run(insertProduct, { title: '' })), // its error comes after that of the other one
      tx.run(backend),
    ]),
  );
  await expect(failed).rejects.toThrow(/violates check constraint/);
});

test('a statement at the commit is dropped with failed work, and refused after the end', async () => {
  const school = await world.school();
  const reader = database.reader(school.id);
  const connection = await connectionOf(reader);
  let late: TenantTransaction | undefined;
  const failed = database.transaction(school.id, async (tx) => {
    late = tx;
    tx.runAtCommit(insertProduct, { title: 'Em vão' });
    await tx.run(insertProduct, { title: 'x'.repeat(10_000) });
  });
  await expect(failed).rejects.toThrow(/check|too long/);
  expect(await connectionOf(reader)).toBe(connection);
  expect(() => late!.runAtCommit(insertProduct, { title: 'Tarde demais' })).toThrow(
    'query after the end of its transaction',
  );
  expect(await titlesOf(school)).toEqual([]);
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
