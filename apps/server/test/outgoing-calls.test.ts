import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { glob, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../src/platform/config.ts';
import { enqueue, task } from '../src/platform/jobs.ts';
import { openPush } from '../src/platform/push.ts';
import { openS3Store } from '../src/platform/s3-store.ts';
import { openWorld } from './harness.ts';
import { hostileModes, httpWords, openHostileServer, smtpWords } from './hostile-server.ts';
import { ownDatabase } from './own-database.ts';

/** Tests that no server out there can hold this one: each call has a deadline and a bound. */
vi.setConfig({ testTimeout: 60_000 });

const OUTGOING_TIMEOUT_MS = '400';
/**
 * Maximum bytes of an endless answer before the connection ends, with all buffers of the kernel.
 */
const MAX_TAKEN_BYTES = 32 * 1_048_576;

const home = await mkdtemp(join(tmpdir(), 'vitrine-outgoing-'));
afterAll(() => rm(home, { recursive: true, force: true }));

const s3Settings = (endpoint: string, timeoutMs = Number(OUTGOING_TIMEOUT_MS)) => ({
  endpoint: `http://${endpoint}`,
  region: 'us-east-1',
  bucket: 'school',
  accessKey: 'key',
  secretKey: 'secret',
  timeoutMs,
});

describe.each(hostileModes)('a server that accepts and is %s', (mode) => {
  test('gets no mail, and the mail waits for its next try', async () => {
    const server = await openHostileServer(mode, smtpWords);
    const databaseUrl = await ownDatabase();
    const env = { SMTP_URL: `smtp://${server.address}`, OUTGOING_TIMEOUT_MS, POOL_SIZE: '2' };
    const world = await openWorld(env, databaseUrl);
    const school = await world.school();
    const { email } = await school.join();
    await school.visitor.post('/api/v1/password/forgot', { email });
    await world.platform.jobs.runAll();
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    onTestFinished(() => client.end());
    const { rows } = await client.query('SELECT state, error, plain FROM mails');
    expect(rows).toEqual([
      {
        state: 'waiting',
        error: expect.stringMatching(mode === 'endless' ? /exceeds maximum/ : /took too long/),
        plain: expect.stringContaining('token='),
      },
    ]);
    await expect.poll(server.open, { timeout: 30_000 }).toBe(0);
    expect(server.bytes()).toBeLessThan(MAX_TAKEN_BYTES);
  });

  test('gets no push', async () => {
    const server = await openHostileServer(mode, httpWords);
    const origin = `http://${server.address}`;
    const push = await openPush(
      readConfig({ DATA_DIR: home, PUSH_TEST_ORIGIN: origin, OUTGOING_TIMEOUT_MS }),
    );
    const subscription = {
      endpoint: `${origin}/push`,
      p256dh: push.publicKey,
      auth: Buffer.alloc(16).toString('base64url'),
    };
    const message = { title: 'Contraluz', text: 'Olá', url: '/', tag: 'one' };
    // A push service that says 200 has taken it, whatever else it says.
    expect(await push.send(subscription, message)).toBe(mode === 'endless' ? 'sent' : 'failed');
    await expect.poll(server.open, { timeout: 30_000 }).toBe(0);
    expect(server.bytes()).toBeLessThan(MAX_TAKEN_BYTES);
  });

  test('as an object store answers 503', async () => {
    const server = await openHostileServer(mode, httpWords);
    // An answer without an end is cut off long before its deadline.
    const timeoutMs = mode === 'endless' ? 50_000 : undefined;
    const store = openS3Store(s3Settings(server.address, timeoutMs));
    const path = join(home, `file-${mode}`);
    await writeFile(path, 'photograph');
    const isBusy = { status: 503, code: 'busy' };
    await expect(store.put('7/a.png', { path, size: 10 }, 'image/png')).rejects.toMatchObject(
      isBusy,
    );
    await expect(store.get('7/a.png')).rejects.toMatchObject(isBusy);
    await expect(store.get('7/a.png', { start: 0, end: 99 })).rejects.toMatchObject(isBusy);
    await expect(store.delete('7/a.png')).rejects.toMatchObject(isBusy);
    // The answer to HEAD has no body.
    if (mode !== 'endless') await expect(store.head('7/a.png')).rejects.toMatchObject(isBusy);
    await expect.poll(server.open, { timeout: 30_000 }).toBe(0);
    expect(server.bytes()).toBeLessThan(4 * MAX_TAKEN_BYTES);
  });

  test('does not hold the doctor', async () => {
    const smtp = await openHostileServer(mode, smtpWords);
    const store = await openHostileServer(mode, httpWords);
    const child = spawn(process.execPath, [join(import.meta.dirname, '../src/doctor.ts')], {
      env: {
        PATH: process.env['PATH'],
        DATA_DIR: home,
        SMTP_URL: `smtp://${smtp.address}`,
        S3_ENDPOINT: `http://${store.address}`,
        S3_BUCKET: 'school',
        S3_ACCESS_KEY: 'key',
        S3_SECRET_KEY: 'secret',
        OUTGOING_TIMEOUT_MS,
      },
    });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(out).toMatch(/^✗ mail: /m);
    expect(out).toMatch(/^✗ files: /m);
  });
});

test('a silent mail server blocks no other job', async () => {
  const server = await openHostileServer('silent', smtpWords);
  const world = await openWorld({ SMTP_URL: `smtp://${server.address}` }, await ownDatabase());
  const school = await world.school();
  for (let count = 0; count < 5; count += 1) {
    const { email } = await school.join();
    await school.visitor.post('/api/v1/password/forgot', { email });
  }
  const done = Promise.withResolvers<void>();
  task('test.beside', async () => done.resolve());
  await world.platform.jobs.start();
  await expect.poll(server.open, { timeout: 30_000 }).toBe(2);
  await school.transaction((tx) => enqueue(tx, 'test.beside', {}));
  await done.promise;
  const triedMails = await school.transaction(({ db }) =>
    db.selectFrom('mails').select('id').where('error', 'is not', null).execute(),
  );
  expect(triedMails).toEqual([]); // both still wait for the greeting
});

test('an upload to a hanging object store gets 503, and other calls are answered', async () => {
  const server = await openHostileServer('drips', httpWords);
  const world = await openWorld({
    S3_ENDPOINT: `http://${server.address}`,
    S3_BUCKET: 'school',
    S3_ACCESS_KEY: 'key',
    S3_SECRET_KEY: 'secret',
    OUTGOING_TIMEOUT_MS,
  });
  const { owner } = await world.school();
  const text = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nLuz\n';
  const announced = { filename: 'a.vtt', size: text.length, use: 'lesson_captions' };
  const { url } = (await owner.post('/api/v1/uploads', announced)).body.data;
  const { pathname } = new URL(url, 'http://school.localhost');
  const [sent, read] = await Promise.all([
    owner.send('PUT', pathname, text),
    owner.get('/api/v1/session'),
  ]);
  expect([sent.status, sent.headers['retry-after']]).toEqual([503, '2']);
  expect(read.status).toBe(200);
});

/** Opens an object store whose objects are answered by `answer`. */
async function openStore(answer: RequestListener, timeoutMs = 20_000) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return openS3Store(s3Settings(`127.0.0.1:${(server.address() as AddressInfo).port}`, timeoutMs));
}

describe('an object', () => {
  test('that arrives too slowly ends with an error', async () => {
    const store = await openStore((_request, response) => {
      response.writeHead(200, { 'content-length': 1_000 });
      const dripping = setInterval(() => response.write('a'), 20);
      response.on('close', () => clearInterval(dripping));
    }, Number(OUTGOING_TIMEOUT_MS));
    const { stream } = (await store.get('7/a.png'))!;
    await expect(buffer(stream)).rejects.toMatchObject({ status: 503 });
  });

  test('that is more than the range that was asked for is refused', async () => {
    const store = await openStore((_request, response) => {
      response.writeHead(200, { 'content-length': 11 }).end('photographs');
    });
    const range = { start: 0, end: 9 };
    await expect(store.get('7/a.png', range)).rejects.toMatchObject({ status: 503 });
    expect((await store.get('7/a.png', { start: 0, end: 10 }))!.size).toBe(11);
  });

  test('that many people read slowly can be read by others', async () => {
    const bytes = Buffer.alloc(8 * 1_048_576);
    const store = await openStore((_request, response) => {
      response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
    });
    const slow = await Promise.all(Array.from({ length: 80 }, () => store.get('7/a.mp4')));
    expect((await store.head('7/a.mp4'))!.size).toBe(bytes.length);
    for (const object of slow) object!.stream.destroy();
  });
});

/** The imports that open a connection to another program. Servers and types do not. */
const outgoing = new RegExp(
  [
    String.raw`\bfetch\(`,
    String.raw`import \{[^}]*\b(?:request|connect|createConnection|lookup|resolve\w*)\b[^}]*\} from 'node:(?:https?|net|tls|dns)(?:/promises)?'`,
    String.raw`import\('nodemailer'\)`,
    String.raw`new (?:S3Client|WatchedPool|pg\.Client|pg\.Pool)\(`,
  ].join('|'),
);

test('decision 0087 lists every call to another server', async () => {
  const cwd = join(import.meta.dirname, '../src');
  const found: string[] = [];
  for await (const file of glob('**/*.ts', { cwd }))
    if (!file.endsWith('.test.ts') && outgoing.test(readFileSync(join(cwd, file), 'utf8')))
      found.push(file);
  expect(found.toSorted()).toEqual([
    'isolation/prove.ts', // asks its own server on this machine
    'kit/backup/owner-client.ts',
    'kit/doctor/check-machine.ts',
    'kit/doctor/check-services.ts',
    'platform/database.ts',
    'platform/job-connections.ts',
    'platform/logins.ts',
    'platform/mail-transport.ts',
    'platform/migration-locks.ts',
    'platform/notification-listener.ts',
    'platform/push.ts',
    'platform/s3-store.ts',
    'platform/watched-pool.ts',
  ]);
});
