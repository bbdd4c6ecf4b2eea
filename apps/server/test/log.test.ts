import { allRoutes } from '@vitrine/contract';
import { paramNames, type AnyRoute } from '@vitrine/contract/core';
import { eventStream } from '@vitrine/contract/events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { isTenantParam } from '../src/kit/access/access.ts';
import { serializeError } from '../src/platform/log.ts';
import { rawZip } from './cartridges/raw-zip.ts';
import { ownDatabase } from './own-database.ts';
import {
  ask,
  freePort,
  ownerOf,
  served,
  signIn,
  startProcess,
  type ServerProcess,
} from './server-process.ts';
import { openSmtp } from './smtp.ts';
import { runSql } from './sql.ts';

/** Sends secrets in every field, and searches everything that the server has written for them. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const planted = 'plantado4711';
let dataDir: string;
let server: ServerProcess;
let cookie: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-log-'));
  // No mail server listens there: the jobs fail, and the server logs their failures.
  const env = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'trace',
    SMTP_URL: 'smtp://a:plantado4711@127.0.0.1:1',
  };
  server = startProcess(env, await freePort());
  await served(server);
  cookie = await signIn(server.port);
});
afterAll(async () => {
  server.kill('SIGKILL');
  await server.ended;
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** Starts a server of one test, with a data folder of its own. */
async function ownServer(env: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-log-'));
  const own = startProcess({ DATA_DIR: folder, ...env }, await freePort());
  onTestFinished(async () => {
    own.kill('SIGKILL');
    await own.ended;
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  await served(own);
  return own;
}

const loggedBy = (own: ServerProcess) =>
  own
    .output()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const lines = () =>
  server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Every field of a route's body, filled with the secret. */
function fieldsOf(route: AnyRoute) {
  const names = Object.keys((route.body as { shape?: object } | null)?.shape ?? {});
  return Object.fromEntries(
    [...names, 'password', 'token', 'email'].map((name) => [name, `${planted}-${name}`]),
  );
}

const headers = {
  authorization: `Bearer ${planted}`,
  referer: `http://localhost/entrar/link?token=${planted}`,
  'user-agent': planted,
  'x-request-id': planted,
  'x-forwarded-for': planted,
  'idempotency-key': planted,
  traceparent: planted,
};

test('no password, token, cookie, body or address with a token is written anywhere', async () => {
  const { port } = server;
  for (const { route } of allRoutes) {
    if (route === eventStream.open) continue;
    const at = (value: string) =>
      paramNames(route.path).reduce(
        (path, name) => path.replace(`{${name}}`, isTenantParam(name) ? '1' : value),
        route.path,
      );
    const question = `?token=${planted}&search=${planted}&s=${planted}`;
    const { method } = route;
    for (const jar of [`${cookie}; other=${planted}`, `vitrine=${planted}`, ''])
      for (const value of [planted, '1']) {
        const sent = { method, headers, cookie: jar };
        await ask(port, at(value) + question, sent);
        if (route.body) await ask(port, at(value), { ...sent, body: fieldsOf(route) });
      }
    if (!route.body) continue;
    for (const [type, body] of [
      ['application/json', `{"password":"${planted}",`],
      ['application/json', `${planted}`],
      [
        'multipart/form-data; boundary=x',
        `--x\r\nContent-Disposition: ${planted}\r\n\r\n${planted}`,
      ],
      ['text/plain', planted],
    ] as const)
      await ask(port, at('1'), {
        method,
        cookie,
        headers: { ...headers, 'content-type': type },
        text: body,
      });
    // Calls may end the session or change its password.
    if (['sessions', 'me', 'privacy', 'members'].some((word) => route.path.includes(word)))
      cookie = await signIn(port).catch(() => cookie);
  }
  for (const path of [
    `/entrar/link?token=${planted}`,
    `/entrar/comecar?token=${planted}`,
    `/files/1/${planted}.png?e=9999999999&s=${planted}`,
    `/${planted}?token=${planted}`,
    `/%E0%A4%A?token=${planted}`,
    `/_frame/1?token=${planted}`,
  ])
    await ask(port, path, { headers, cookie });
  await ask(port, '/', { host: `${planted}.localhost` });
  // Sends a right password, and requests a mail that cannot be sent.
  await ask(port, '/api/v1/session', { method: 'POST', body: ownerOf });
  await ask(port, '/api/v1/password/forgot', { method: 'POST', body: { email: ownerOf.email } });
  await expect.poll(() => lines().filter(({ msg }) => msg === 'job failed')).not.toEqual([]);

  const written = server.output() + (await readFile(join(dataDir, 'postgres.log'), 'utf8'));
  const session = cookie.split('=')[1]!;
  const leaks = [planted, ownerOf.password, ownerOf.email, session].flatMap((secret) =>
    written.split('\n').filter((line) => line.includes(secret)),
  );
  expect(leaks.map((line) => line.slice(0, 200))).toEqual([]);
  expect(written).toContain('answered');
});

test('a line names its request, its school, and the trace that it belongs to', async () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  const parent = '00f067aa0ba902b7';
  const send = (traceparent: string) =>
    ask(server.port, '/api/v1/site', { headers: { traceparent } });
  await send(`00-${trace}-${parent}-01`);
  const traceLines = () => lines().filter((line) => line['trace_id'] === trace);
  await expect.poll(traceLines).toHaveLength(1);
  expect(traceLines()[0]).toMatchObject({
    reqId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    tenant: 1,
    call: 'site.show',
    status: 200,
    parent_id: parent,
    msg: 'answered',
  });
  for (const wrong of [
    `00-${'0'.repeat(32)}-${parent}-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `ff-${trace}-${parent}-01`,
    `00-${trace.toUpperCase()}-${parent}-01`,
    `00-${trace}-${parent}-01-more`,
  ])
    await send(wrong);
  await ask(server.port, '/api/v1/site', {
    headers: { traceparent: `00-${'a'.repeat(32)}-${parent}-00` },
  });
  await expect.poll(() => lines().some((line) => line['trace_id'] === 'a'.repeat(32))).toBe(true);
  expect(traceLines()).toHaveLength(1);
});

test('a refused file is answered, and its text is not logged', async () => {
  const form = new FormData();
  const archive = rawZip([{ name: `../${planted}`, data: 'x' }]);
  form.set('file', new Blob([new Uint8Array(archive)]), 'curso.zip');
  const answer = await fetch(`http://localhost:${server.port}/api/v1/imports`, {
    method: 'POST',
    headers: { cookie },
    body: form,
  });
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ code: 'unsafe_path' });
  for (const cause of [planted, { planted }, null, undefined])
    expect(JSON.stringify(serializeError(cause))).not.toContain(planted);
});

test('the address of a mail that is deferred is in no line', async () => {
  const smtp = await openSmtp();
  const deferral = `450 4.2.0 <${ownerOf.email}>: Recipient address rejected: Greylisted`;
  smtp.refusals.set(ownerOf.email, deferral);
  const mailing = await ownServer({ SMTP_URL: smtp.url });
  await ask(mailing.port, '/api/v1/password/forgot', {
    method: 'POST',
    body: { email: ownerOf.email },
  });
  await expect.poll(() => mailing.output(), { timeout: 20_000 }).toContain('job failed');
  expect(mailing.output()).toContain('450 4.2.0 … Recipient address rejected: Greylisted');
  expect(mailing.output()).not.toContain(ownerOf.email);
});

test('an object store that is away is an error in the log, with what to mend', async () => {
  const env = { S3_ENDPOINT: 'http://127.0.0.1:1', S3_BUCKET: 'b', S3_ACCESS_KEY: 'k' };
  const storing = await ownServer(env);
  const owner = await signIn(storing.port);
  const text = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nLuz\n';
  const announced = await ask(storing.port, '/api/v1/uploads', {
    method: 'POST',
    cookie: owner,
    body: { filename: 'a.vtt', size: text.length, use: 'lesson_captions' },
  });
  const { pathname } = new URL(JSON.parse(announced.text).data.url);
  const headers = { 'content-type': 'text/vtt' };
  const sent = await ask(storing.port, pathname, { method: 'PUT', cookie: owner, text, headers });
  expect(sent.status).toBe(503);
  // Every request meets it. One line says it, and not each.
  await ask(storing.port, pathname, { method: 'PUT', cookie: owner, text, headers });
  expect(loggedBy(storing)).toMatchObject([
    { level: 50, code: 'busy', err: { message: expect.stringContaining('correct S3_ENDPOINT') } },
  ]);
});

test('a mail server that is away is one line of the log, with what to mend', async () => {
  const databaseUrl = await ownDatabase();
  const mailing = await ownServer({ DATABASE_URL: databaseUrl, SMTP_URL: 'smtp://127.0.0.1:1' });
  for (const _ of [1, 2])
    await ask(mailing.port, '/api/v1/password/forgot', {
      method: 'POST',
      body: { email: ownerOf.email },
    });
  const failed = async () => {
    const sql = "SELECT FROM graphile_worker.jobs WHERE last_error LIKE '%does not listen%'";
    return (await runSql(databaseUrl, sql)).length;
  };
  await expect.poll(failed, { timeout: 20_000 }).toBe(2);
  const err = { message: expect.stringContaining('correct SMTP_URL') };
  expect(loggedBy(mailing)).toMatchObject([
    { level: 50, msg: 'job failed', job: 'send-mail', err },
  ]);
});

test('a full disk is an error in the log', async () => {
  const databaseUrl = await ownDatabase();
  const filled = await ownServer({ DATABASE_URL: databaseUrl });
  const owner = await signIn(filled.port);
  await runSql(
    databaseUrl,
    `CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
    CREATE TRIGGER no_room BEFORE INSERT ON products EXECUTE FUNCTION no_room()`,
  );
  const { status } = await ask(filled.port, '/api/v1/products', {
    method: 'POST',
    cookie: owner,
    body: { title: 'Plano' },
  });
  expect(status).toBe(503);
  expect(loggedBy(filled)).toMatchObject([{ level: 50, code: 'storage_full' }]);
});

test('an error is logged without request data, and fits one write', () => {
  const serialized = (error: object) => JSON.stringify(serializeError(error));
  for (const error of [
    new SyntaxError(`Unexpected token 'p', "${planted}" is not valid JSON`),
    Object.assign(new Error(`invalid input syntax for type bigint: "${planted}"`), {
      code: '22P02',
    }),
    Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: `Key (email)=(${planted})`,
    }),
    Object.assign(new Error('later'), { query: planted, parameters: [planted], client: planted }),
  ])
    expect(serialized(error)).not.toContain(planted);
  const name =
    "Cannot find package '@aws-sdk/client-s3' imported from /app/node_modules/@vitrine/a.ts";
  expect(serializeError(new Error(name)).message).toBe(name);
  const long = new Error('x'.repeat(100_000));
  long.stack = `Error: x\n${'    at nowhere (file.ts:1:1)\n'.repeat(1_000)}`;
  expect(serialized(long).length).toBeLessThan(3_000);
});
