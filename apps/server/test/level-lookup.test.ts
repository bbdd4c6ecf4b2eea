import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { levelJson } from '../src/kit/level-json.ts';
import { openWorld } from './harness.ts';

const world = await openWorld();

test('a level is found once, whatever the number of levels', async () => {
  const school = await world.school();
  const lookups = await school.transaction(async ({ db }) => {
    await sql`INSERT INTO levels (name, needed_score)
      SELECT 'Nível ' || n, n FROM generate_series(1, 20) n`.execute(db);
    // The argument counts how often the database evaluates it.
    const counted = `set_config('app.lookups',
      (coalesce(nullif(current_setting('app.lookups', true), ''), '0')::integer + 1)::text,
      true)::bigint + 1000000`;
    await sql`SELECT ${sql.raw(levelJson(counted))}`.execute(db);
    const { rows } = await sql<{ lookups: string }>`
      SELECT current_setting('app.lookups') AS lookups`.execute(db);
    return rows[0]!.lookups;
  });
  expect(lookups).toBe('1');
});
