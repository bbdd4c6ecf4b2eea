import { createRequire } from 'node:module';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import * as z from 'zod/mini';
import { statement } from '../src/platform/statement.ts';
import { openWorld } from './harness.ts';

/** One connection, so that the next statement finds whatever one leaves behind. */
const world = await openWorld({ POOL_SIZE: '1' });
const { database } = world.platform;
const client = new pg.Client({ connectionString: inject('databaseUrl') });
beforeAll(() => client.connect());
afterAll(() => client.end());

/** platform/tenant-query.ts uses undocumented internals of pg (decision 22). */
test('pg has the version and the internals that tenant-query relies on', () => {
  const { version } = createRequire(import.meta.url)('pg/package.json') as { version: string };
  expect(version).toBe('8.23.1');
  const methods = ['prepare', 'handleRowDescription', 'handleDataRow', 'handleCommandComplete'];
  for (const name of methods) expect(pg.Query.prototype).toHaveProperty(name, expect.any(Function));
  const { connection } = client as unknown as { connection: object };
  expect(connection).toHaveProperty('parsedStatements', expect.any(Object));
  expect(connection).toHaveProperty('stream.cork', expect.any(Function));
  for (const name of ['parse', 'bind', 'describe', 'execute'])
    expect(connection).toHaveProperty(name, expect.any(Function));
  const query = new pg.Query('SELECT 1') as unknown as Record<string, object>;
  for (const name of ['fields', '_parsers', '_prebuiltEmptyResultObject'])
    expect(Object.keys(query['_result']!)).toContain(name);
});

const settings = statement({
  name: 'test.settings',
  sql: `SELECT current_setting('app.tenant', true) AS tenant,
    current_setting('transaction_read_only') AS read_only`,
  row: z.object({ tenant: z.string(), read_only: z.enum(['on', 'off']) }),
});
const titles = statement({
  name: 'test.titles',
  sql: 'SELECT id, title FROM products ORDER BY id',
  row: z.object({ id: z.number(), title: z.string() }),
});
const backend = statement({
  name: 'test.backend',
  sql: 'SELECT pg_backend_pid() AS pid',
  row: z.object({ pid: z.number() }),
});
const renameOnce = statement({
  name: 'test.rename-once',
  sql: 'UPDATE products SET title = :title RETURNING id',
  row: z.object({ id: z.number() }),
});
const addTwin = statement({
  name: 'test.add-twin',
  sql: `INSERT INTO products (id, title) OVERRIDING SYSTEM VALUE SELECT id, title FROM products`,
  row: z.object({}),
});
const divide = statement({
  name: 'test.divide',
  sql: 'SELECT 1 / (count(*) - count(*)) AS none FROM products',
  row: z.object({ none: z.number() }),
});
const rename = statement({
  name: 'test.rename',
  sql: 'UPDATE products SET title = :title RETURNING id',
  row: z.object({ id: z.number() }),
});

test('a statement runs in its school only, and leaves no setting behind', async () => {
  const [school, neighbour] = [await world.school(), await world.school()];
  const own = {
    here: await school.product('Plano Daqui'),
    there: await neighbour.product('Plano De Lá'),
  };
  // Runs twice: the second time the connection knows the columns.
  for (const _ of [1, 2]) {
    expect(await database.reader(school.id).run(titles)).toEqual([
      { id: own.here, title: 'Plano Daqui' },
    ]);
    expect(await database.reader(neighbour.id).run(titles)).toEqual([
      { id: own.there, title: 'Plano De Lá' },
    ]);
  }
  expect(await database.reader(school.id).run(settings)).toEqual([
    { tenant: String(school.id), read_only: 'on' },
  ]);
  const [after] = await database.platform
    .selectNoFrom(({ fn, val }) =>
      fn<string | null>('current_setting', [val('app.tenant'), val(true)]).as('tenant'),
    )
    .execute();
  expect(after!.tenant).toBeFalsy();
});

test('a writer commits its statement, in its school only', async () => {
  const [school, neighbour] = [await world.school(), await world.school()];
  for (const each of [school, neighbour]) await each.product('Plano');
  expect(await database.writer(school.id).run(rename, { title: 'Outro' })).toHaveLength(1);
  expect(await database.reader(school.id).run(titles)).toMatchObject([{ title: 'Outro' }]);
  expect(await database.reader(neighbour.id).run(titles)).toMatchObject([{ title: 'Plano' }]);
  await expect(database.writer(school.id).run(rename, { title: ' ' })).rejects.toThrow('title');
  expect(await database.reader(school.id).run(titles)).toMatchObject([{ title: 'Outro' }]);
});

test('a violated constraint keeps the connection, and another error ends it', async () => {
  const [school, neighbour] = [await world.school(), await world.school()];
  for (const each of [school, neighbour]) await each.product('Plano');
  const processOf = async () => (await database.reader(school.id).run(backend))[0]!.pid;
  const before = await processOf();
  // A first run prepares the statement. Later ones find it, and its columns.
  for (const _ of [1, 2]) {
    await expect(database.writer(school.id).run(renameOnce, { title: ' ' })).rejects.toThrow(
      'title',
    );
    expect(await database.writer(neighbour.id).run(titles)).toMatchObject([{ title: 'Plano' }]);
    expect(await database.writer(school.id).run(renameOnce, { title: 'Plano' })).toHaveLength(1);
  }
  await expect(database.writer(school.id).run(addTwin)).rejects.toThrow('products_pkey');
  expect(await database.reader(school.id).run(titles)).toMatchObject([{ title: 'Plano' }]);
  expect(await processOf()).toBe(before);
  await expect(database.writer(school.id).run(divide)).rejects.toThrow('division');
  expect(await processOf()).not.toBe(before);
});

test('a reader cannot write, and still works after a refusal', async () => {
  const school = await world.school();
  await school.product('Plano');
  const reader = database.reader(school.id);
  await expect(reader.run(rename, { title: 'Outro' })).rejects.toThrow('read-only');
  expect(await reader.run(titles)).toMatchObject([{ title: 'Plano' }]);
});
