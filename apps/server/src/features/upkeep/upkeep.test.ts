import { limits } from '@vitrine/contract/upkeep';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { openWorld, type TestSchool } from '../../../test/harness.ts';
import { ownDatabase } from '../../../test/own-database.ts';
import { openSmtp } from '../../../test/smtp.ts';

const smtp = await openSmtp();
const world = await openWorld({ SMTP_URL: smtp.url }, await ownDatabase());

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

const upkeep = async (person = school.owner) => (await person.get('/api/v1/upkeep')).body.data;
const inSchool = (statement: ReturnType<typeof sql>) =>
  school.transaction(({ db }) => statement.execute(db));
const mails = (count: number, state: string, age: string) =>
  inSchool(sql`INSERT INTO mails (kind, recipient, subject, html, plain, state, created_at)
    SELECT 'test', 'a@example.com', '', '', '', ${state}, now() - ${age}::interval
    FROM generate_series(1, ${count}::integer)`);
const failedImport = (age: string) =>
  inSchool(sql`INSERT INTO imports (kind, status, filename, created_at)
    VALUES ('members', 'failed', 'a.csv', now() - ${age}::interval)`);

test('an owner sees what failed in the last week, and what the files take', async () => {
  const before = await upkeep();
  expect(before).toMatchObject({ mails_failed: 0, imports_failed: 0, used_bytes: 0 });
  expect(before.limit_bytes).toBeGreaterThan(0);
  await mails(2, 'failed', '1 hour');
  await mails(1, 'bounced', '6 days');
  await mails(1, 'failed', '8 days');
  await mails(4, 'sent', '1 hour');
  await failedImport('2 days');
  await failedImport('9 days');
  expect(await upkeep()).toMatchObject({ mails_failed: 3, imports_failed: 1 });
});

test('a count ends at its limit', async () => {
  await mails(limits.maxFailures + 20, 'failed', '1 hour');
  expect((await upkeep()).mails_failed).toBe(limits.maxFailures);
});

test('nothing of another school is counted', async () => {
  await mails(2, 'failed', '1 hour');
  const other = await world.school();
  expect(await upkeep(other.owner)).toMatchObject({ mails_failed: 0, imports_failed: 0 });
});

test('students get 403', async () => {
  const student = await school.join();
  expect((await student.get('/api/v1/upkeep')).status).toBe(403);
});
