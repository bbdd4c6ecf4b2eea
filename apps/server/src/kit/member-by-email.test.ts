import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type TestSchool } from '../../test/harness.ts';
import { ownDatabase } from '../../test/own-database.ts';
import { rowsReadBy } from '../../test/plans.ts';
import { addPeople, countOutcomes, importedLines } from '../features/imports/people.store.ts';
import { findAccount } from '../features/sessions/accounts.store.ts';
import type { TenantTransaction } from '../platform/database.ts';

// Own statistics: a plan depends on them.
const world = await openWorld({}, await ownDatabase());

const rowsRead = (tx: TenantTransaction, act: () => Promise<unknown>) =>
  rowsReadBy(world.databaseUrl, tx, 'members', act);

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
  await school.transaction(({ db }) =>
    sql`INSERT INTO members (name, email)
      SELECT 'Aluna ' || n, 'Aluna' || n || '@example.com' FROM generate_series(1, 300) n`.execute(
      db,
    ),
  );
});

const person = (line: number, email: string) => ({ line, name: 'Ana', email, product_ids: [] });
const unknown = 'nobody@example.com';

describe('in a school of any size, an address is found without reading the other members', () => {
  test('of a sign-in, whatever its case', () =>
    school.transaction(async (tx) => {
      const names: (string | undefined)[] = [];
      const find = async (email: string) => names.push((await findAccount(tx, email))?.name);
      expect(await rowsRead(tx, () => find('aluna7@EXAMPLE.com'))).toBeLessThan(4);
      expect(await rowsRead(tx, () => find(unknown))).toBeLessThan(4);
      expect(names).toEqual(['Aluna 7', undefined]);
    }));

  test('of the lines of an import', () =>
    school.transaction(async (tx) => {
      const people = [person(2, 'ALUNA7@example.com'), person(3, unknown)];
      const count = async () =>
        expect(await countOutcomes(tx, people)).toEqual({ created: 1, changed: 0, unchanged: 1 });
      expect(await rowsRead(tx, count)).toBeLessThan(8);
      const { id } = await tx.db
        .insertInto('imports')
        .values({
          kind: 'members',
          status: 'done',
          filename: 'pessoas.csv',
          member_id: school.owner.id,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const rows = people.map((one) => ({ line: one.line, person: one, item: '', refused: null }));
      const add = async () =>
        expect(await addPeople(tx, id, rows)).toMatchObject([{ email: unknown }]);
      expect(await rowsRead(tx, add)).toBeLessThan(16);
      const find = async () =>
        expect(await importedLines(tx, id, ['Aluna7@example.com', 'aluna8@example.com'])).toEqual([
          { email: 'aluna7@example.com', line: 2 },
        ]);
      expect(await rowsRead(tx, find)).toBeLessThan(8);
    }));
});

test('a neighbour with the same address is never found', async () => {
  const neighbour = await world.school();
  const found = await neighbour.transaction((tx) => findAccount(tx, 'Aluna7@example.com'));
  expect(found).toBeUndefined();
});
