import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { busy } from '../src/platform/app-error.ts';
import { retryWhileBusy } from '../src/platform/retry-while-busy.ts';
import { openDatabaseProxy, type DatabaseProxy, type Refusal } from './database-proxy.ts';
import { emptyDatabase } from './own-database.ts';
import {
  ask,
  freePort,
  served,
  signIn,
  startProcess,
  type ServerProcess,
} from './server-process.ts';
import { runSql } from './sql.ts';

/** Tests a start that comes before its database, as after the whole machine has restarted. */
vi.setConfig({ testTimeout: 120_000 });

const home = await mkdtemp(join(tmpdir(), 'vitrine-late-'));
afterAll(() => rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
let proxy: DatabaseProxy;
let server: ServerProcess | undefined;
let databaseUrl: string;
beforeEach(async () => {
  databaseUrl = await emptyDatabase();
  proxy = await openDatabaseProxy(databaseUrl);
});
const query = (text: string) => runSql(databaseUrl, text);
afterEach(async () => {
  server?.kill('SIGKILL');
  await server?.ended;
  await proxy.close();
});

async function start(env: Record<string, string> = {}) {
  server = startProcess(
    {
      DATA_DIR: await mkdtemp(join(home, 'data-')),
      DATABASE_URL: proxy.url,
      LOG_LEVEL: 'warn',
      ...env,
    },
    await freePort(),
  );
  return server;
}

const startingUp: Refusal = { code: '57P03', message: 'the database system is starting up' };
const isFull: Refusal = { code: '53300', message: 'sorry, too many clients already' };
const isLocked: Refusal = { code: '55P03', message: 'canceling statement due to lock timeout' };
const tries = ({ output }: ServerProcess) =>
  output().split('the database does not answer; trying again').length - 1;

test('a start waits while its database starts, has no free connection, or is silent', async () => {
  proxy.mode = startingUp;
  const started = await start();
  await expect.poll(() => tries(started), { timeout: 60_000 }).toBe(1);
  proxy.mode = isFull;
  await expect.poll(() => tries(started), { timeout: 60_000 }).toBe(2);
  proxy.mode = 'silent';
  await expect.poll(() => tries(started), { timeout: 60_000 }).toBe(3);
  proxy.mode = 'pass';
  await served(started);
});

test('a start waits for a lock, and says that somebody holds it', async () => {
  proxy.mode = isLocked;
  const started = await start();
  await expect
    .poll(started.output, { timeout: 60_000 })
    .toContain('another connection to the database holds a lock; trying again');
  expect(tries(started)).toBe(0);
  proxy.mode = 'pass';
  await served(started);
});

test('a start of several workers waits too', async () => {
  proxy.mode = startingUp;
  const started = await start({ WORKERS: '2' });
  await expect.poll(() => tries(started), { timeout: 60_000 }).toBe(1);
  proxy.mode = 'pass';
  await served(started);
});

const isShuttingDown: Refusal = {
  code: '57P01',
  message: 'terminating connection due to administrator command',
};

test('a start waits for a database that shuts down during the migrations', async () => {
  const cut = proxy.cutAt('0007_', { delivered: true, lastWords: isShuttingDown });
  const started = await start();
  await cut;
  await served(started);
  expect(tries(started)).toBe(1);
});

test('a connection that breaks during the migrations is reopened', async () => {
  const cut = proxy.cutAt('0009_', { delivered: true });
  const started = await start();
  await cut;
  await served(started);
  expect(tries(started)).toBe(1);
});

test('connections that break while the platform opens are reopened', async () => {
  const cut = proxy.cutAt('LISTEN "events"', { delivered: false });
  const started = await start();
  await cut;
  await served(started);
  expect(tries(started)).toBe(1);
});

test('a demo school whose making broke off is filled by the next attempt', async () => {
  const cut = proxy.cutAt('insert into "quizzes"', { delivered: true });
  const started = await start({ DEMO: '1' });
  await cut;
  await served(started);
  expect(tries(started)).toBe(1);
  const [counts] = await query(
    'SELECT (SELECT count(*)::int FROM courses) AS courses, (SELECT count(*)::int FROM tenants) AS schools',
  );
  expect(counts).toEqual({ courses: 6, schools: 1 });
});

test('a start fills no school in which its owner has done something', async () => {
  const DATA_DIR = await mkdtemp(join(home, 'data-'));
  const first = await start({ DATA_DIR });
  await served(first);
  await query("UPDATE tenants SET slug = 'contraluz'");
  const cookie = await signIn(first.port);
  const body = { title: 'Plano Estúdio' };
  expect(await ask(first.port, '/api/v1/products', { method: 'POST', body, cookie })).toMatchObject(
    {
      status: 201,
    },
  );
  first.kill('SIGTERM');
  await first.ended;
  await served(await start({ DATA_DIR, DEMO: '1' }));
  expect(await query('SELECT title FROM products')).toEqual([body]);
});

test('a database that refuses the password ends the start at once', async () => {
  proxy.mode = { code: '28P01', message: 'password authentication failed for user "vitrine"' };
  const started = await start();
  expect((await started.ended)[0]).toBe(1);
  expect(started.output().trim().split('\n')).toEqual([
    'password authentication failed for user "vitrine" (28P01)',
  ]);
  expect(tries(started)).toBe(0);
});

test('a database without the TLS that DATABASE_URL asks for ends the start with a sentence', async () => {
  const url = new URL(proxy.url);
  url.searchParams.set('sslmode', 'verify-full');
  const started = await start({ DATABASE_URL: url.href });
  expect((await started.ended)[0]).toBe(1);
  expect(started.output().trim().split('\n')).toEqual([
    expect.stringMatching(
      /^TLS to the database fails: The server does not support SSL connections\. Correct DATABASE_URL: /,
    ),
  ]);
});

test('a start ends with the error after its maximum wait', async () => {
  const refused = busy();
  const work = vi.fn<() => Promise<never>>(() => Promise.reject(refused));
  await expect(retryWhileBusy(work, undefined, -1)).rejects.toBe(refused);
  expect(work).toHaveBeenCalledTimes(1);
});
