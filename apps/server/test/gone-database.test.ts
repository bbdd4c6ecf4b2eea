import { messages } from '@vitrine/contract/messages';
import { sql } from 'kysely';
import { readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ensureFirstSchool } from '../src/demo/first-school.ts';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '../src/platform/embedded-database.ts';
import { enqueue, task } from '../src/platform/jobs.ts';
import { openWorld, statuses, type TestSchool, type World } from './harness.ts';

/** Tests the answers while the database freezes, ends, loses its socket or has no disk space. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-gone-'));
const database: EmbeddedDatabase = await startEmbeddedDatabase({ dataDir });
const world: World = await openWorld({ POOL_SIZE: '4', DATABASE_TIMEOUT_MS: '600' }, database.url);
let school: TestSchool;
beforeAll(async () => {
  school = await world.school();
});
afterEach(async () => {
  signalAll('SIGCONT');
  await served();
});
afterAll(async () => {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

const read = () => school.owner.get('/api/v1/session');
const write = () => school.owner.post('/api/v1/products', { title: 'Plano' });
async function served() {
  await expect.poll(async () => (await read()).status, { timeout: 30_000 }).toBe(200);
}

const postmaster = () =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

/** Returns PostgreSQL's processes. Their titles name their purpose. */
const children = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
        const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return Number(parent) === postmaster() ? [{ pid: Number(pid), title }] : [];
      } catch {
        return []; // it has ended meanwhile
      }
    });

function send(signal: NodeJS.Signals, pids: number[]) {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch (error) {
      // A child may end between the read of /proc and its signal.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
}

const signalAll = (signal: NodeJS.Signals) =>
  send(signal, [postmaster(), ...children().map(({ pid }) => pid)]);

/** Ends the server's connections, so that its pool must open new ones. */
const endConnections = () =>
  send(
    'SIGTERM',
    children()
      .filter(({ title }) => /^postgres: \w+ vitrine/.test(title))
      .map(({ pid }) => pid),
  );

test('while the database is frozen every request answers 503 with a retry time', async () => {
  await served();
  signalAll('SIGSTOP');
  // More requests than connections: some run a query, some wait for a connection.
  const answers = await Promise.all([...Array.from({ length: 12 }, read), write(), write()]);
  expect(statuses(answers)).toEqual({ 503: 14 });
  expect(answers.every(({ headers }) => headers['retry-after'])).toBe(true);
  expect((await write()).status).toBe(503);
  signalAll('SIGCONT');
  await served();
  expect((await write()).status).toBe(201);
});

test('a start continues when the database answers again', async () => {
  await served();
  signalAll('SIGSTOP');
  const warn = vi.spyOn(world.platform.log, 'warn');
  const start = ensureFirstSchool(world.platform);
  const hasFailedOnce = () =>
    warn.mock.calls.some((call) => String(call.at(-1)).includes('trying again'));
  await expect.poll(hasFailedOnce).toBe(true);
  signalAll('SIGCONT');
  await expect(start).resolves.toBeUndefined();
  warn.mockRestore();
});

test('a slow statement does not count as a frozen database', async () => {
  const { rows } = await school.transaction(({ db }) =>
    sql<{ done: boolean }>`SELECT true AS done FROM pg_sleep(2.5)`.execute(db),
  );
  expect(rows).toEqual([{ done: true }]);
});

const { host: sockets } = new pg.Client({ connectionString: database.url });

test.skipIf(!sockets.startsWith('/'))('a missing socket counts as a lost database', async () => {
  await served();
  await rename(sockets, `${sockets}.away`);
  const client = new pg.Client({ connectionString: database.url });
  await expect(client.connect()).rejects.toMatchObject({ code: 'ENOENT' });
  endConnections();
  const answers = [];
  for (let tries = 0; tries < 6; tries += 1) answers.push(await write());
  await rename(`${sockets}.away`, sockets);
  expect(statuses(answers)).toEqual({ 503: 6 });
  expect(answers.every(({ headers }) => headers['retry-after'])).toBe(true);
});

test.skipIf(!sockets.startsWith('/'))(
  'while the database is away, the listener retries once a second',
  async () => {
    await served();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const listening = async () =>
      (await client.query("SELECT FROM pg_stat_activity WHERE query LIKE 'LISTEN %'")).rowCount;
    await expect.poll(listening, { timeout: 30_000 }).toBe(1);
    await client.end();
    const tries: number[] = [];
    const connect = pg.Client.prototype.connect;
    const counted = vi.spyOn(pg.Client.prototype, 'connect').mockImplementation(function (
      this: pg.Client,
    ) {
      tries.push(performance.now());
      return (connect as () => unknown).call(this) as never;
    });
    await rename(sockets, `${sockets}.away`);
    endConnections();
    await expect.poll(() => tries.length, { timeout: 30_000 }).toBeGreaterThan(3);
    await rename(`${sockets}.away`, sockets);
    counted.mockRestore();
    // A timer is never early, however busy the machine is.
    for (const [index, time] of tries.entries())
      if (index > 0) expect(time - tries[index - 1]!).toBeGreaterThan(900);
  },
);

test('a listener with a silent connection connects again, and reads what it missed', async () => {
  await served();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const listening = async () => {
    const sql = "SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN %'";
    return (await client.query<{ pid: number }>(sql)).rows.map(({ pid }) => pid);
  };
  await expect.poll(listening, { timeout: 30_000 }).toHaveLength(1);
  const pids = await listening();
  const reconnected = Promise.withResolvers<void>();
  await world.platform.database.listen('test.missed', () => {}, reconnected.resolve);
  send('SIGSTOP', pids);
  await reconnected.promise;
  send('SIGCONT', pids);
  await client.end();
});

test('a full disk has its own message', async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
    CREATE TRIGGER no_room BEFORE INSERT ON products EXECUTE FUNCTION no_room()`);
  const { status, body, headers } = await write();
  await client.query('DROP TRIGGER no_room ON products');
  await client.end();
  expect([status, body.code, body.message]).toEqual([503, 'storage_full', messages.diskFull]);
  expect(headers['retry-after']).toBeTruthy();
});

test('jobs that start while the database is away run when it is back', async () => {
  const worked = Promise.withResolvers<void>();
  task('test.worked', async () => worked.resolve());
  await school.transaction((tx) => enqueue(tx, 'test.worked', {}));
  process.kill(postmaster(), 'SIGKILL');
  await world.platform.jobs.start();
  await worked.promise;
});
