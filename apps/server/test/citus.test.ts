import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { checkCitus } from '../src/kit/doctor/check-citus.ts';
import { emptyDatabase } from './own-database.ts';

/** Tests `npm run doctor -- --citus` on the real tables, and on tables that break each rule. */
const owner = new pg.Client({ connectionString: inject('databaseUrl') });
beforeAll(() => owner.connect());
afterAll(() => owner.end());

const levels = async () =>
  Object.fromEntries(
    (await checkCitus(owner)).map(({ topic, level }) => [topic.replace('citus, ', ''), level]),
  );

test('every key of a school can be distributed by it', async () => {
  const findings = await checkCitus(owner);
  expect(findings.filter(({ level }) => level === 'bad')).toEqual([]);
});

test.each([
  ['unique keys', 'CREATE TABLE odd (tenant_id int, id int PRIMARY KEY)'],
  [
    'exclusions',
    `CREATE TABLE odd (tenant_id int, during int4range, EXCLUDE USING gist (during WITH &&))`,
  ],
  [
    'foreign keys',
    `CREATE TABLE even (tenant_id int, id int UNIQUE);
     CREATE TABLE odd (tenant_id int, id int REFERENCES even (id))`,
  ],
  ['identities', 'CREATE TABLE odd (tenant_id int, id int GENERATED ALWAYS AS IDENTITY)'],
])('%s: a table that breaks the rule is named', async (topic, create) => {
  await owner.query('BEGIN');
  try {
    expect((await levels())[topic]).toBe('good');
    await owner.query(create);
    const result = (await checkCitus(owner)).find((finding) => finding.topic === `citus, ${topic}`);
    expect(result).toEqual(
      expect.objectContaining({ level: 'bad', text: expect.stringContaining('odd') }),
    );
  } finally {
    await owner.query('ROLLBACK');
  }
});

function citus(url: string) {
  const doctor = join(import.meta.dirname, '../src/doctor.ts');
  const { status, stdout } = spawnSync(process.execPath, [doctor, '--citus'], {
    env: { PATH: process.env['PATH'], DATABASE_URL: url },
    encoding: 'utf8',
  });
  return { status, lines: stdout.trim().split('\n') };
}

test('the command lists the exceptions, and exits with 0 without violations', () => {
  const { status, lines } = citus(inject('databaseUrl'));
  expect(status).toBe(0);
  expect(lines).toContainEqual(expect.stringMatching(/^✓ citus, unique keys: /));
  expect(lines).toContainEqual(
    expect.stringMatching(/^– citus, triggers: .*course_progress of lesson_progress/),
  );
});

test('an empty database is not reported as ready', async () => {
  const { status, lines } = citus(await emptyDatabase());
  expect([status, lines]).toEqual([1, [expect.stringMatching(/^✗ citus: There are no tables/)]]);
});
