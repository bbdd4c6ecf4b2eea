import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '../src/platform/embedded-database.ts';
import { openBalancer } from './balancer.ts';
import * as media from './media.ts';
import { openS3 } from './s3.ts';
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

/** Tests servers behind a balancer. They share PostgreSQL and an object store, but no folder. */
const count = Number(process.env['SERVERS'] ?? 2);
/** Number of restarts of each server under load. */
const restarts = Number(process.env['RESTARTS'] ?? 1);
vi.setConfig({ testTimeout: 120_000 * restarts, hookTimeout: 120_000 });

const s3 = await openS3();
const smtp = await openSmtp();
let home: string;
let database: EmbeddedDatabase;
let balancer: Awaited<ReturnType<typeof openBalancer>>;
let cookie: string;
/** The id of the school. */
let tenant: number;
const servers: ServerProcess[] = [];

function start(index: number, port: number) {
  servers[index] = startProcess(
    {
      DATA_DIR: join(home, `server-${index}`),
      DATABASE_URL: database.url,
      POOL_SIZE: '6',
      TRUST_PROXY: '1',
      FILES_SECRET: 'one secret for all of the servers',
      SMTP_URL: smtp.url,
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: s3.bucket,
      S3_ACCESS_KEY: s3.accessKey,
      S3_SECRET_KEY: s3.secretKey,
    },
    port,
  );
  return served(servers[index]!);
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'vitrine-several-'));
  database = await startEmbeddedDatabase({ dataDir: join(home, 'database') });
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  // All start at once: one migrates, and the others wait for it.
  await Promise.all(ports.map((port, index) => start(index, port)));
  balancer = await openBalancer(ports);
  cookie = await signIn(ports[0]!);
  tenant = dataOf(await ask(ports[0]!, '/api/v1/site')).tenant.id;
});
afterAll(async () => {
  await balancer.close();
  for (const server of servers) server.kill('SIGKILL');
  await Promise.all(servers.map((server) => server.ended));
  await database.stop();
  await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

const portOf = (server: number) => servers[server]!.port;
const dataOf = ({ text }: { text: string }) => JSON.parse(text).data;
const post = (port: number, path: string, body: unknown, person = cookie) =>
  ask(port, path, { method: 'POST', body, cookie: person });

test('a session of one server is valid on the other, and ends on both', async () => {
  const cookie = await signIn(portOf(1));
  const member = async (server: number) =>
    (await ask(portOf(server), '/api/v1/session', { cookie })).text.includes(ownerOf.email);
  expect([await member(0), await member(1)]).toEqual([true, true]);
  await ask(portOf(0), '/api/v1/session', { method: 'DELETE', cookie });
  expect([await member(0), await member(1)]).toEqual([false, false]);
});

test('a change saved on one server is served by the other', async () => {
  const name = async (server: number) =>
    dataOf(await ask(portOf(server), '/api/v1/site')).tenant.name as string;
  await Promise.all([name(0), name(1)]); // both servers cache the school
  for (const [saver, title] of ['Escola Aurora', 'Escola Boreal'].entries()) {
    const path = '/api/auth/config/plataforma';
    const { version } = dataOf(await ask(portOf(saver), `${path}/basic/${tenant}`, { cookie }));
    const saved = await post(portOf(saver), `${path}/update-seo`, {
      tenant_id: tenant,
      name: title,
      version,
    });
    expect(saved.status, saved.text).toBe(200);
    await expect.poll(() => name(1 - saver)).toBe(title);
  }
});

test('an event of one server reaches streams of the other', async () => {
  const community = await post(portOf(0), `/api/auth/v2/community/config/${tenant}`, {
    title: 'Clube',
  });
  const path = `/api/v1/communities/${dataOf(community).id}/channels`;
  const channel = dataOf(await post(portOf(0), path, { title: 'Avisos' }));
  const rosa = { email: 'rosa@example.com', password: 'vitrine-2026-ok' };
  await post(portOf(0), '/api/v1/members', { name: 'Rosa', ...rosa });
  const signed = await post(portOf(1), '/api/v1/session', rosa, '');
  const cookie = signed.headers['set-cookie']![0]!.split(';')[0]!;

  let received = '';
  const stream = request(
    {
      port: portOf(1),
      host: '127.0.0.1',
      path: '/api/v1/events',
      agent: false,
      headers: { cookie, host: 'localhost' },
    },
    (answer) => answer.on('data', (chunk: Buffer) => (received += chunk.toString())),
  );
  stream.on('error', () => {});
  stream.end();
  await expect.poll(() => received).toContain('retry:');
  const created = await post(portOf(0), `/api/v1/channels/${channel.id}/posts`, {
    content: '<p>Olá</p>',
  });
  expect(created.status, created.text).toBe(201);
  await expect.poll(() => received).toContain('event: post\n');
  stream.destroy();
});

test('password attempts are counted across servers', async () => {
  const wrong = { email: 'ninguem@example.com', password: 'errada-2026' };
  const statuses: number[] = [];
  for (let tries = 0; tries < 14; tries += 1)
    statuses.push((await post(portOf(tries % count), '/api/v1/session', wrong, '')).status);
  expect(statuses.filter((status) => status !== 429)).toHaveLength(10);
  expect(statuses.slice(-4)).toEqual([429, 429, 429, 429]);
});

test('an upload announced on one server is finished on the other', async () => {
  const text = 'WEBVTT\n\n00:01.000 --> 00:02.000\nLuz\n';
  const announced = await post(portOf(0), '/api/v1/uploads', {
    filename: 'legenda.vtt',
    size: text.length,
    use: 'lesson_captions',
  });
  const captions = dataOf(announced) as { path: string; url: string };
  const sent = await ask(portOf(1), new URL(captions.url).pathname, {
    method: 'PUT',
    cookie,
    text,
  });
  expect(sent.status, sent.text).toBe(200);

  const content = media.video();
  const video = dataOf(
    await post(portOf(0), '/api/v1/uploads', {
      filename: 'aula.mp4',
      size: content.length,
      use: 'lesson_video',
    }),
  ) as { path: string; url: string; type: string };
  const put = await fetch(video.url, {
    method: 'PUT',
    body: content as Uint8Array<ArrayBuffer>,
    headers: { 'content-type': video.type },
  });
  expect(put.status).toBe(200);
  for (const { path } of [captions, video]) {
    const status = await ask(portOf(1), `/api/v1/uploads?path=${encodeURIComponent(path)}`, {
      cookie,
    });
    expect(dataOf(status)).toMatchObject({ state: 'ready' });
    // A URL that one server signed opens on the other.
    const { pathname, search } = new URL(dataOf(status).url, 'http://localhost');
    expect((await ask(portOf(0), pathname + search)).status).toBe(200);
  }
});

test('each job runs once, whichever server takes it', async () => {
  const people = Array.from({ length: 24 }, (_, n) => `convite-${n}@example.com`);
  await Promise.all(
    people.map(async (email, n) => {
      const created = await post(portOf(n % count), '/api/v1/members', {
        name: 'Convidada',
        email,
      });
      expect(created.status, created.text).toBe(201);
    }),
  );
  const invited = () => smtp.recipients.filter((email) => email.startsWith('convite-')).toSorted();
  await expect.poll(() => invited().length).toBeGreaterThanOrEqual(people.length);
  await sleep(500); // a second copy would follow the first one
  expect(invited()).toEqual(people.toSorted());
});

test('a rolling restart under load fails no request', async () => {
  let running = true;
  const wrong: string[] = [];
  const acknowledged: string[] = [];
  const statusOf = async (description: string, work: Promise<{ status: number; text: string }>) => {
    const answer = await work.catch((error: Error) => ({ status: 0, text: error.message }));
    if (answer.status !== 200 && answer.status !== 201)
      wrong.push(`${description}: ${answer.status} ${answer.text.slice(0, 200)}`);
    return answer.status;
  };
  const writer = async (number: number) => {
    for (let n = 0; running; n += 1) {
      const title = `Produto ${number}-${n}`;
      const status = await statusOf('write', post(balancer.port, '/api/v1/products', { title }));
      if (status === 201) acknowledged.push(title);
    }
  };
  const reader = async (path: string) => {
    while (running) await statusOf(path, ask(balancer.port, path, { cookie }));
  };
  const people = [writer(1), writer(2), reader('/api/v1/session'), reader('/api/v1/site')];
  const goesOn = async () => {
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 10);
  };
  await goesOn();
  for (let turn = 0; turn < restarts * count; turn += 1) {
    const number = turn % count;
    const server = servers[number]!;
    server.kill('SIGTERM');
    expect(await server.ended).toEqual([0, null]);
    await goesOn();
    await start(number, server.port);
    await goesOn();
  }
  running = false;
  await Promise.all(people);
  expect(wrong).toEqual([]);
  const { text } = await ask(portOf(1), '/api/auth/admin/products/get', { cookie });
  const titles = (JSON.parse(text) as { title: string }[]).map(({ title }) => title);
  expect(acknowledged.filter((title) => !titles.includes(title))).toEqual([]);
});
