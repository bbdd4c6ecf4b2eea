import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openWorld } from '../../test/harness.ts';
import { containsPattern } from './search-text.ts';

const world = await openWorld();

test('a search takes every character as it is, also one that loses its width', async () => {
  const school = await world.school();
  const { rows } = await school.transaction(({ db }) =>
    sql<{ character: string; plain: string }>`
      SELECT chr(n) AS character, f_unaccent(chr(n)) AS plain FROM generate_series(1, 65535) n
      WHERE n NOT BETWEEN 55296 AND 57343 AND f_unaccent(chr(n)) ~ '[%_\\\\]'`.execute(db),
  );
  expect(rows.map(({ character }) => character)).toEqual(
    expect.arrayContaining(['%', '％', '＿', '＼']),
  );
  const wrong = [];
  for (const { character, plain } of rows) {
    const pattern = containsPattern(character);
    const { rows: found } = await school.transaction(({ db }) =>
      sql<{ own: boolean; other: boolean }>`SELECT ${plain} LIKE f_unaccent(${pattern}) AS own,
        'Ana' LIKE f_unaccent(${pattern}) AS other`.execute(db),
    );
    if (!found[0]!.own || found[0]!.other) wrong.push(`${character} (${plain})`);
  }
  expect(wrong).toEqual([]);
});
