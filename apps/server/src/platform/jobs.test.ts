import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld } from '../../test/harness.ts';
import { ownDatabase } from '../../test/own-database.ts';
import { enqueue, openJobs, task } from './jobs.ts';
import { migrate } from './migrate.ts';

/** Several processes work on one queue; one of them is killed in the middle of a job. */
const url = await ownDatabase();
const world = await openWorld({}, url);
const { logins } = await migrate(url);
const owner = new pg.Client({ connectionString: url });
// The connection of another running server. Without it, every locked job would count as an orphan.
const other = new pg.Client({ connectionString: url, application_name: 'vitrine jobs' });
const openServer = () =>
  openJobs(logins.jobs.url, world.platform.database, world.platform.log, {
    timeoutMs: 1_000,
    checkMs: 20,
  });
const servers = [openServer(), openServer()];
beforeAll(() => Promise.all([owner.connect(), other.connect()]));
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await Promise.all([owner.end(), other.end()]);
});

test('a job of a killed process runs again, and one that still runs does so once', async () => {
  const school = await world.school();
  const add = (name: string) => school.transaction((tx) => enqueue(tx, name, {}));
  const began = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  let times = 0;
  task('test.long', async () => {
    times += 1;
    began.resolve();
    await finish.promise;
  });
  const again = [1, 2].map(() => Promise.withResolvers<void>());
  let runs = 0;
  task('test.orphan', async () => again[runs++]!.resolve());
  const addOrphan = async () => {
    await school.transaction(async (tx) => {
      await enqueue(tx, 'test.orphan', {}, { runAt: new Date(Date.now() + 3_600_000) });
    });
    await owner.query(`UPDATE graphile_worker._private_jobs SET locked_by = 'pool-dead',
      locked_at = now(), run_at = now(), attempts = 1
      WHERE task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'test.orphan')`);
  };

  await addOrphan();
  await add('test.long');
  await Promise.all(servers.map((server) => server.start()));
  await began.promise;
  await again[0]!.promise;
  // Both checks that find this runner dead come after the long job began.
  await addOrphan();
  await again[1]!.promise;
  finish.resolve();
  expect(times).toBe(1);
});

test('an idle runner learns that a queue is free again', async () => {
  const school = await world.school();
  const payloads: string[] = [];
  const listener = new pg.Client({ connectionString: url });
  await listener.connect();
  listener.on('notification', ({ payload }) => payloads.push(payload!));
  await listener.query('LISTEN "jobs:insert"');
  task('test.queued', async () => {});
  await school.transaction((tx) => enqueue(tx, 'test.queued', {}, { queue: 'test' }));
  await world.platform.jobs.runAll();
  // The notification of a new job has a random number besides, so it does not match.
  await expect.poll(() => payloads, { timeout: 20_000 }).toContain('{"count":1}');
  await listener.end();
});

test('a runner whose connection answers nothing holds its locks on another one', async () => {
  const holders = async () => {
    const { rows } = await owner.query<{ pid: number }>(
      `SELECT DISTINCT pid FROM pg_locks JOIN pg_database d ON d.oid = database
       WHERE datname = current_database() AND locktype = 'advisory' AND classid = 7134511`,
    );
    return rows.map(({ pid }) => pid);
  };
  const others = await holders();
  const ownHolders = async () => (await holders()).filter((pid) => !others.includes(pid));
  const server = openServer();
  await server.start();
  await expect.poll(ownHolders, { timeout: 30_000 }).toHaveLength(1);
  const [silent] = await ownHolders();
  process.kill(silent!, 'SIGSTOP');
  await expect.poll(ownHolders, { timeout: 30_000 }).toHaveLength(2);
  process.kill(silent!, 'SIGCONT');
  await server.stop();
});
