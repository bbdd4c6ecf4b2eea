import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  ask,
  childrenOf,
  freePort,
  isAlive,
  keepAliveAgent,
  ownerOf,
  served,
  signIn,
  startProcess,
  workersOf,
  type ServerProcess,
} from './server-process.ts';

/** Tests WORKERS=2 as an operator runs it. Whole servers start here. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 30_000 });

let dataDir: string;
const started: ServerProcess[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-workers-'));
});
afterEach(async () => {
  for (const server of started.splice(0)) {
    server.kill('SIGKILL');
    await server.ended;
  }
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function start(env: Record<string, string> = {}) {
  const server = startProcess({ DATA_DIR: dataDir, WORKERS: '2', ...env }, await freePort());
  started.push(server);
  await served(server);
  await expect.poll(() => workersOf(server).length).toBe(2);
  return server;
}

/** Makes two kept connections. New connections go to the workers in turns. */
const twoConnections = () => [keepAliveAgent(), keepAliveAgent()] as const;

/** Begins a request whose body lacks its end, `}`. */
function openRequest(port: number) {
  const sent = request({
    port,
    host: '127.0.0.1',
    agent: false,
    path: '/api/v1/password/forgot',
    method: 'POST',
    headers: { host: 'localhost', 'content-type': 'application/json', 'content-length': 2 },
  });
  sent.write('{');
  return sent;
}

async function title(port: number, agent: ReturnType<typeof keepAliveAgent>) {
  const { text } = await ask(port, '/api/v1/site', { agent });
  return (JSON.parse(text) as { data: { tenant: { name: string } } }).data.tenant.name;
}

test('a change saved by one worker is served by the other at once, and reaches its event streams', async () => {
  const { port } = await start();
  const cookie = await signIn(port);
  const [one, other] = twoConnections();
  for (const agent of [one, other]) expect(await title(port, agent)).toBe('Minha escola');

  const received = Promise.withResolvers<string>();
  const stream = request(
    {
      port,
      host: '127.0.0.1',
      path: '/api/v1/events',
      agent: false,
      headers: { cookie, host: 'localhost' },
    },
    (answer) => answer.on('data', (chunk: Buffer) => received.resolve(chunk.toString())),
  );
  stream.on('error', () => {});
  stream.end();
  expect(await received.promise).toContain('retry:');

  const path = '/api/auth/config/plataforma/update-seo';
  for (const [index, [saver, reader]] of [
    [one, other],
    [other, one],
  ].entries()) {
    const name = `Escola ${index}`;
    const version = JSON.parse(
      (await ask(port, '/api/auth/config/plataforma/basic/1', { cookie, agent: saver! })).text,
    ).data.version as number;
    const saved = await ask(port, path, {
      method: 'POST',
      cookie,
      agent: saver!,
      body: { tenant_id: 1, name, version },
    });
    expect([saved.status, saved.text]).toEqual([200, expect.any(String)]);
    await expect.poll(() => title(port, reader!)).toBe(name);
  }
  stream.destroy();
});

test('a worker that is killed under load is replaced, and the other answers', async () => {
  const server = await start();
  const { port } = server;
  const cookie = await signIn(port);
  const [victim, survivor] = workersOf(server) as [number, number];
  let running = true;
  const acknowledged: string[] = [];
  const refused: number[] = [];
  const writer = async (index: number) => {
    for (let n = 0; running; n += 1) {
      const name = `Produto ${index}-${n}`;
      const body = { title: name };
      const answer = await ask(port, '/api/v1/products', { method: 'POST', cookie, body }).catch(
        () => null, // its worker died
      );
      if (answer?.status === 201) acknowledged.push(name);
      else if (answer) refused.push(answer.status);
    }
  };
  const writers = [writer(1), writer(2), writer(3)];
  await expect.poll(() => acknowledged.length).toBeGreaterThan(10);
  process.kill(victim, 'SIGKILL');
  const before = acknowledged.length;
  await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 10);
  await expect.poll(() => workersOf(server).length).toBe(2);
  running = false;
  await Promise.all(writers);
  expect(workersOf(server)).toContain(survivor);
  expect(workersOf(server)).not.toContain(victim);
  expect(refused).toEqual([]);
  const { text } = await ask(port, '/api/auth/admin/products/get', { cookie });
  const titles = (JSON.parse(text) as { title: string }[]).map((product) => product.title);
  expect(acknowledged.filter((name) => !titles.includes(name))).toEqual([]);
});

test('a killed worker leaves no connection without an end', async () => {
  const server = await start({ LOG_LEVEL: 'info' });
  await expect.poll(() => server.output().match(/Server listening/g)?.length).toBe(2);
  const [victim] = workersOf(server);
  process.kill(victim!, 'SIGSTOP'); // it takes no connection that it is handed
  const ends = [1, 2].map(() =>
    ask(server.port, '/healthz').then(
      ({ status }) => status,
      ({ code }: { code?: string }) => code,
    ),
  );
  expect(await Promise.race(ends)).toBe(200);
  process.kill(victim!, 'SIGKILL');
  // The client's own timeout has no code.
  expect(new Set(await Promise.all(ends))).toEqual(new Set([200, 'ECONNRESET']));
});

test('SIGTERM ends all workers in order', async () => {
  const server = await start();
  const below = childrenOf(server.pid).map(({ pid }) => pid);
  expect(below).toHaveLength(3); // two workers and PostgreSQL
  server.kill('SIGTERM');
  expect(await server.ended).toEqual([0, null]);
  expect(below.filter(isAlive)).toEqual([]);
  expect(server.output()).toBe('');
});

test('SIGTERM under steady load leaves a slow database the time to stop in order', async () => {
  const server = await start();
  const { port } = server;
  let running = true;
  /** Sends a request whose body takes a second. */
  const slowRequest = () => {
    const sent = openRequest(port);
    sent.once('response', (answer) => answer.resume());
    setTimeout(() => sent.end('}'), 1_000);
    return once(sent, 'close');
  };
  const person = async (index: number) => {
    await sleep(index * 100);
    while (running) await slowRequest().catch(() => sleep(20)); // refused while it leaves
  };
  // Each worker has an open request at any moment.
  const people = Array.from({ length: 12 }, (_, index) => person(index));
  await sleep(1_200);
  const [postgres] = childrenOf(server.pid).filter(({ command }) => command.includes('postgres'));
  const [checkpointer] = childrenOf(postgres!.pid).filter(({ command }) =>
    command.includes('checkpointer'),
  );
  const workers = workersOf(server);
  server.kill('SIGTERM');
  process.kill(checkpointer!.pid, 'SIGSTOP'); // the last checkpoint waits
  await expect.poll(() => workers.filter(isAlive), { timeout: 10_000 }).toEqual([]);
  await sleep(3_000);
  process.kill(checkpointer!.pid, 'SIGCONT');
  expect(await server.ended).toEqual([0, null]);
  expect(server.output()).toBe('');
  running = false;
  await Promise.all(people);
});

test('SIGTERM cuts a request that does not end, and stops the database in order', async () => {
  for (const workers of ['1', '2']) {
    const server = startProcess({ DATA_DIR: dataDir, WORKERS: workers }, await freePort());
    started.push(server);
    await served(server);
    const endless = openRequest(server.port);
    const cut = once(endless, 'error');
    await ask(server.port, '/readyz');
    server.kill('SIGTERM');
    expect(await server.ended).toEqual([0, null]);
    await cut;
    expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toMatch(
      /database system is shut down\s*$/,
    );
  }
});

test('kill -9 of the primary ends all workers, and the next start recovers', async () => {
  const first = await start();
  const cookie = await signIn(first.port);
  const body = { title: 'Plano Estúdio' };
  const created = await ask(first.port, '/api/v1/products', { method: 'POST', cookie, body });
  expect(created.status).toBe(201);
  const workers = workersOf(first);
  first.kill('SIGKILL');
  await first.ended;
  await expect.poll(() => workers.filter(isAlive)).toEqual([]);

  const second = await start();
  const { text } = await ask(second.port, '/api/auth/admin/products/get', { cookie });
  expect(JSON.parse(text)).toMatchObject([body]);
});

test('/metrics sums up the workers, and counts the jobs of all once', async () => {
  const server = await start({ METRICS_TOKEN: 'segredo-da-metrica' });
  const { port } = server;
  const mail = (agent: ReturnType<typeof keepAliveAgent>) =>
    ask(port, '/api/v1/password/forgot', { method: 'POST', body: { email: ownerOf.email }, agent });
  for (const agent of twoConnections()) expect((await mail(agent)).status).toBe(202);
  const { text } = await ask(port, '/metrics', {
    headers: { authorization: 'Bearer segredo-da-metrica' },
  });
  expect(text).toMatch(/^vitrine_workers 2$/m);
  expect(text).toMatch(/^vitrine_database_up 1$/m);
  expect(text).toMatch(
    /^vitrine_http_request_duration_seconds_count\{call="sessions.forgot",status="2xx"\} 2$/m,
  );
  expect(text).toMatch(/^vitrine_jobs\{task="apply-retention",state="later"\} 1$/m);
});

test('/metrics tells at once that the database does not answer, and all else', async () => {
  const server = await start({ METRICS_TOKEN: 'segredo-da-metrica' });
  const scrape = () =>
    ask(server.port, '/metrics', { headers: { authorization: 'Bearer segredo-da-metrica' } });
  expect((await scrape()).text).toMatch(/^vitrine_database_up 1$/m);
  const [pid] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  const postgres = [Number(pid), ...childrenOf(Number(pid)).map((child) => child.pid)];
  for (const one of postgres) process.kill(one, 'SIGSTOP');
  const { text } = await scrape().finally(() => {
    for (const one of postgres) process.kill(one, 'SIGCONT');
  });
  expect(text).toMatch(/^vitrine_database_up 0$/m);
  expect(text).toMatch(/^vitrine_workers 2$/m);
  expect(text).toMatch(/^process_resident_memory_bytes /m);
});

test('an invalid setting or a used port ends the start with a sentence', async () => {
  for (const count of ['0', '65', 'dois']) {
    const wrong = startProcess({ DATA_DIR: dataDir, WORKERS: count }, await freePort());
    started.push(wrong);
    expect(await wrong.ended).toEqual([1, null]);
    expect(wrong.output()).toContain('WORKERS must be a');
  }
  const server = await start();
  const place = await mkdtemp(join(tmpdir(), 'vitrine-workers-'));
  const second = startProcess({ DATA_DIR: place, WORKERS: '2' }, server.port);
  expect(await second.ended).toEqual([1, null]);
  expect(second.output()).toContain('EADDRINUSE');
  await rm(place, { recursive: true, force: true });
});

test('the upload of a killed worker is removed', async () => {
  const server = await start();
  const { port } = server;
  const cookie = await signIn(port);
  const boundary = 'x';
  const upload = request({
    port,
    host: '127.0.0.1',
    agent: false,
    path: '/api/v1/uploads/image',
    method: 'POST',
    headers: {
      host: 'localhost',
      cookie,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  });
  upload.on('error', () => {});
  upload.write(
    `--${boundary}\r\nContent-Disposition: form-data; name="use"\r\n\r\nbanner\r\n--${boundary}\r\n` +
      'Content-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n' +
      'half an image',
  );
  const folders = () => readdir(join(dataDir, 'tmp')).catch(() => [] as string[]);
  await expect.poll(folders).toHaveLength(1);
  const [folder] = await folders();
  expect(await readFile(`/proc/${folder}/cmdline`, 'utf8')).toContain('main.ts');
  process.kill(Number(folder), 'SIGKILL');
  await expect.poll(folders).toEqual([]);
  upload.destroy();
});
