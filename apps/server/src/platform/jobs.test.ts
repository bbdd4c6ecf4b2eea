import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openWorld } from '../../test/harness.ts';
import { ownDatabase } from '../../test/own-database.ts';
import { openJobs, type Jobs } from './job-runner.ts';
import { awaitedTask, enqueue, task } from './jobs.ts';
import { migrate } from './migrate.ts';

/** Several processes work on one queue; one of them is killed in the middle of a job. */
const url = await ownDatabase();
const world = await openWorld({}, url);
const { logins } = await migrate(url);
const owner = new pg.Client({ connectionString: url });
// The connection of another running server. Without it, every locked job would count as an orphan.
const other = new pg.Client({ connectionString: url, application_name: 'vitrine jobs' });
const openServer = (checkMs?: number) =>
  openJobs(logins.jobs.url, world.platform.database, world.platform.log, {
    timeoutMs: 1_000,
    checkMs,
  });
beforeAll(() => Promise.all([owner.connect(), other.connect()]));
afterAll(async () => {
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

  const servers = [openServer(20), openServer(20)];
  await addOrphan();
  await add('test.long');
  await Promise.all(servers.map((server) => server.start()));
  await began.promise;
  await again[0]!.promise;
  // Both checks that find this runner dead come after the long job began.
  await addOrphan();
  await again[1]!.promise;
  finish.resolve();
  await Promise.all(servers.map((server) => server.stop()));
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
  const server = openServer();
  await server.start();
  await expect.poll(holders, { timeout: 30_000 }).toHaveLength(1);
  const [silent] = await holders();
  process.kill(silent!, 'SIGSTOP');
  await expect.poll(holders, { timeout: 30_000 }).toHaveLength(2);
  process.kill(silent!, 'SIGCONT');
  await server.stop();
});

/** Runs the callback while the runners cannot reach the database. Their locks stay. */
async function whileUnreachable(callback: () => Promise<unknown>) {
  const login = new URL(logins.jobs.url).searchParams.get('user');
  await owner.query(`ALTER ROLE ${login} NOLOGIN`);
  await owner.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity a WHERE usename = $1
     AND NOT EXISTS (SELECT FROM pg_locks l WHERE l.pid = a.pid AND classid = 7134511)`,
    [login],
  );
  await callback();
  await owner.query(`ALTER ROLE ${login} LOGIN`);
}

/** Two jobs fill their lane, and are done at the same time while the database is away. */
async function cutTwoJobs(server: Jobs, whenStopped: () => unknown) {
  const school = await world.school();
  const stoppedOnce = Promise.withResolvers<unknown>();
  const log = vi.spyOn(world.platform.log, 'error').mockImplementation((...args) => {
    if (args.at(-1) === 'job runner stopped') stoppedOnce.resolve(whenStopped());
  });
  const began = [1, 2].map(() => Promise.withResolvers<void>());
  const away = Promise.withResolvers<void>();
  let runs = 0;
  task('test.cut', async () => {
    began[runs++]?.resolve();
    await away.promise;
  });
  await server.start();
  for (let count = 0; count < 2; count += 1)
    await school.transaction((tx) => enqueue(tx, 'test.cut', {}));
  await Promise.all(began.map(({ promise }) => promise));
  await whileUnreachable(async () => {
    away.resolve();
    await stoppedOnce.promise;
  });
  log.mockRestore();
  return { school, runs: () => runs };
}

test('a lane whose jobs ended while the database was away goes on, and soon runs them again', async () => {
  const server = openServer();
  const { school, runs } = await cutTwoJobs(server, () => {});
  const after = Promise.withResolvers<void>();
  task('test.after', async () => after.resolve());
  await school.transaction((tx) => enqueue(tx, 'test.after', {}));
  await after.promise;
  await expect.poll(runs, { timeout: 20_000 }).toBe(4);
  await server.stop();
});

test('a job that a person waits for runs while all others are busy', async () => {
  const school = await world.school();
  const server = openServer();
  const free = Promise.withResolvers<void>();
  const began = [1, 2].map(() => Promise.withResolvers<void>());
  let runs = 0;
  task('test.busy', async () => {
    began[runs++]?.resolve();
    await free.promise;
  });
  const linked = Promise.withResolvers<void>();
  awaitedTask('test.link', async () => linked.resolve());
  await server.start();
  for (let count = 0; count < 3; count += 1)
    await school.transaction((tx) => enqueue(tx, 'test.busy', {}));
  await Promise.all(began.map(({ promise }) => promise));
  await school.transaction((tx) => enqueue(tx, 'test.link', {}));
  await linked.promise;
  free.resolve();
  await server.stop();
});

test('a shutdown ends without an error when a runner has ended by itself', async () => {
  const server = openServer();
  await cutTwoJobs(server, () => server.finish());
  await expect(server.stop()).resolves.toBeUndefined();
});

test('a job is due at once, also on a server whose clock is ahead', async () => {
  const school = await world.school();
  let runs = 0;
  task('test.now', async () => void (runs += 1));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  await school.transaction((tx) => enqueue(tx, 'test.now', {})).finally(() => vi.useRealTimers());
  await world.platform.jobs.runAll();
  expect(runs).toBe(1);
});

test('a job for later is not due yet, also from a server whose clock is behind', async () => {
  const school = await world.school();
  let runs = 0;
  task('test.later', async () => void (runs += 1));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
  await school
    .transaction((tx) => enqueue(tx, 'test.later', {}, { delayMs: 60_000 }))
    .finally(() => vi.useRealTimers());
  await world.platform.jobs.runAll();
  expect(runs).toBe(0);
});
