import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { enqueueRetention } from '../src/kit/privacy/retention-job.ts';
import { openJobs } from '../src/platform/job-runner.ts';
import { migrate } from '../src/platform/migrate.ts';
import { openWorld } from './harness.ts';
import { ownDatabase } from './own-database.ts';
import { runSql } from './sql.ts';

const url = await ownDatabase();
const world = await openWorld({}, url);

test('after a clock that was a year ahead, a start sets reminders and daily jobs anew', async () => {
  const school = await world.school();
  const student = await school.join();
  const weekdays = [0, 1, 2, 3, 4, 5, 6];
  const input = { title: 'Luz da tarde', weekdays, time: '08:00', time_zone: 'America/Recife' };
  const { next_at } = (await student.post('/api/v1/reminders', input)).body.data;
  await school.transaction(async (tx) => {
    await enqueueRetention(tx);
    await sql`UPDATE reminders SET next_at = next_at + interval '1 year'`.execute(tx.db);
  });
  await runSql(url, `UPDATE graphile_worker._private_jobs SET run_at = run_at + interval '1 year'`);

  const { logins } = await migrate(url);
  const { database, log } = world.platform;
  const jobs = openJobs(logins.jobs.url, database, log, { timeoutMs: 3_000 });
  onTestFinished(() => jobs.stop());
  await jobs.start();
  const shown = async () => (await student.get('/api/v1/reminders')).body[0].next_at;
  await expect.poll(shown, { timeout: 30_000 }).toBe(next_at);
  const farJobs = `SELECT task_identifier FROM graphile_worker.jobs WHERE run_at > now() + interval '2 days'`;
  await expect.poll(() => runSql(url, farJobs), { timeout: 30_000 }).toEqual([]);
});
