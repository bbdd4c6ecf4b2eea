import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { statement } from '../src/platform/statement.ts';
import { openWorld } from './harness.ts';

const world = await openWorld();
const school = await world.school();
const reader = world.platform.database.reader(school.id);

test('a repeated name is one value, and texts and casts stay unchanged', async () => {
  const echo = statement({
    name: 'test.echo',
    sql: `SELECT :second::text || :first::text || :second::text AS both,
      ':first' AS quoted, 'it''s :second' AS escaped, :tenantId::bigint AS school -- :third`,
    row: z.object({
      both: z.string(),
      quoted: z.string(),
      escaped: z.string(),
      school: z.number(),
    }),
  });
  expect(await reader.run(echo, { first: 'a', second: 'b' })).toEqual([
    { both: 'bab', quoted: ':first', escaped: "it's :second", school: school.id },
  ]);
});

test('a missing value is an error, null is a value', async () => {
  const maybe = statement({
    name: 'test.maybe',
    sql: 'SELECT :given::text AS given',
    row: z.object({ given: z.nullable(z.string()) }),
  });
  await expect(reader.run(maybe, { givven: 'x' })).rejects.toThrow(
    'test.maybe: no value for :given',
  );
  expect(await reader.run(maybe, { given: null })).toEqual([{ given: null }]);
});

test('a row of another shape than declared is an error here, as in development', async () => {
  const wrong = statement({
    name: 'test.wrong',
    sql: 'SELECT 1 AS one',
    row: z.object({ one: z.string() }),
  });
  await expect(reader.run(wrong)).rejects.toThrow('test.wrong: a row has another shape');
  await expect(school.transaction((tx) => tx.run(wrong))).rejects.toThrow(
    'test.wrong: a row has another shape',
  );
});

test('a statement that names the tenant is refused', () => {
  const named = () =>
    statement({
      name: 'test.named',
      sql: 'SELECT id FROM members m WHERE m.tenant_id = :tenantId',
      row: z.object({ id: z.number() }),
    });
  expect(named).toThrow('test.named: it names the tenant');
});
