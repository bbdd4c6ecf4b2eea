import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mayMount } from '../torture/installation.ts';
import { freePort } from './server-process.ts';

/** Tests the process as an operator runs it: its first start, its end, and its next start. */

/** A test starts up to nine processes, one after another. */
const mountable = await mayMount();
const command = promisify(execFile);
vi.setConfig({ testTimeout: 120_000 });

const main = join(import.meta.dirname, '../src/main.ts');
let dataDir: string;
let port: number;
const children: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-process-'));
  port = await freePort();
});
afterEach(async () => {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

async function start(env: Record<string, string> = {}, user: { uid?: number; gid?: number } = {}) {
  const child = spawn(process.execPath, [main], {
    ...user,
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'error',
      ...env,
    },
  });
  children.push(child);
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (out += chunk.toString()));
  return { child, out: () => out };
}

/** Runs `npm run school` beside the server. Returns its exit code and output. */
async function school(...args: string[]) {
  return schoolWith({}, ...args);
}

async function schoolWith(env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [join(main, '../school.ts'), ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: String(port), ...env },
  });
  let out = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (out += chunk.toString()));
  const [code] = (await once(child, 'exit')) as [number];
  return [code, out];
}

const get = (path: string) =>
  fetch(`http://localhost:${port}${path}`).then(
    ({ status }) => status,
    () => 0,
  );
const ready = async () => {
  await expect.poll(() => get('/readyz'), { timeout: 100_000 }).toBe(200);
};
/** The public settings of the school at `host`. */
const siteAt = (host: string) =>
  new Promise<string>((resolve, reject) => {
    request({ port, path: '/api/v1/site', headers: { host } }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () => resolve(text));
    })
      .on('error', reject)
      .end();
  });
const linkIn = (out: string) => /http:\S+\/entrar\/comecar\?(?:\S+&)?token=(\S+)/.exec(out)?.[1];

test('the first start prints a link that sets e-mail and password of the owner once; kill -9 loses nothing', async () => {
  const first = await start({ DEMO: '0' });
  await ready();
  const token = linkIn(first.out());
  const consume = () =>
    fetch(`http://localhost:${port}/api/v1/session/owner`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, email: 'ana@example.com', password: 'senha-da-ana' }),
    });
  const answer = await consume();
  expect(answer.status).toBe(200);
  expect((await consume()).status).toBe(401);
  const cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!;
  const created = await fetch(`http://localhost:${port}/api/v1/products`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ title: 'Plano Estúdio' }),
  });
  expect(created.status).toBe(201);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');

  const second = await start({ DEMO: '0' });
  await ready();
  expect(linkIn(second.out())).toBeUndefined(); // the owner has signed in once
  const products = await fetch(`http://localhost:${port}/api/auth/admin/products/get`, {
    headers: { cookie },
  });
  expect(await products.json()).toMatchObject([{ title: 'Plano Estúdio' }]);
});

test('the server survives a database that is killed right after the start', async () => {
  const { child, out } = await start({ DEMO: '0', LOG_LEVEL: 'info', DATABASE_TIMEOUT_MS: '600' });
  const kill = () => {
    try {
      const lines = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(lines[0]), 'SIGKILL');
    } catch {
      // PostgreSQL is starting again at this moment.
    }
  };
  const listening = Promise.withResolvers<void>();
  child.stdout.on('data', () => {
    if (out().includes('Server listening')) listening.resolve();
  });
  await listening.promise;
  // The server restarts PostgreSQL. The test kills it again and again until a request has failed.
  kill();
  const killing = setInterval(kill, 5);
  const statusNow = () =>
    fetch(`http://localhost:${port}/api/v1/session`, { headers: { cookie: 'vitrine=none' } }).then(
      ({ status }) => status,
      () => 0,
    );
  await expect
    .poll(statusNow, { timeout: 10_000, interval: 10 })
    .toBe(503)
    .finally(() => clearInterval(killing));
  await expect.poll(statusNow, { timeout: 25_000 }).toBe(401);
  expect(child.exitCode).toBe(null);
});

test('two starts in one folder: the second says so and ends', async () => {
  const first = await start({ DEMO: '0' });
  await ready();
  const second = await start({ DEMO: '0', PORT: String(await freePort()) });
  // At 'exit' its output may still be on its way.
  const [code] = (await once(second.child, 'close')) as [number];
  expect([code, second.out().trim().split('\n')]).toEqual([
    1,
    [expect.stringContaining(`(process ${first.child.pid}) is running on`)],
  ]);
  expect(await get('/healthz')).toBe(200);
});

describe('a start that cannot go on tells why in one line', () => {
  /** The exit code and the lines of a start. */
  async function refusalOf(...options: Parameters<typeof start>) {
    const { child, out } = await start(...options);
    const [code] = (await once(child, 'close')) as [number];
    return [code, out().trim().split('\n')];
  }

  test('where the port is taken', async () => {
    const other = createServer().listen(port);
    await once(other, 'listening');
    const sentence = `PORT ${port} is taken: stop what listens there, or choose another one. (EADDRINUSE)`;
    expect(await refusalOf({ DEMO: '0', OWNER_PASSWORD: 'segredo-bom' })).toEqual([1, [sentence]]);
    other.close();
  });

  test('where the owner could never sign in with the password', async () => {
    const OWNER_PASSWORD = 'a'.repeat(201);
    const sentence = 'OWNER_PASSWORD must have 8 to 200 characters.';
    expect(await refusalOf({ DEMO: '0', OWNER_PASSWORD })).toEqual([1, [sentence]]);
  });

  test('where the host is no address of this machine', async () => {
    const [code, lines] = await refusalOf({
      DEMO: '0',
      OWNER_PASSWORD: 'segredo-bom',
      HOST: '192.0.2.1',
    });
    const sentence = 'HOST 192.0.2.1 is no address of this machine. (EADDRNOTAVAIL)';
    expect([code, lines]).toEqual([1, [sentence]]);
  });

  test('where the host is an address of one link only', async () => {
    const sentence = 'HOST fe80::1 is no address of this machine. (EINVAL)';
    expect(await refusalOf({ DEMO: '0', OWNER_PASSWORD: 'segredo-bom', HOST: 'fe80::1' })).toEqual([
      1,
      [sentence],
    ]);
  });

  test('where the folder cannot be made', async () => {
    const file = join(dataDir, 'file');
    await writeFile(file, '');
    expect(await refusalOf({ DATA_DIR: join(file, 'data') })).toEqual([
      1,
      [
        `DATA_DIR ${join(file, 'data')} cannot be used (ENOTDIR: not a directory, mkdir ` +
          `'${join(file, 'data')}'): make it, or give it to this user.`,
      ],
    ]);
  });

  test.runIf(mountable)('where the disk is read-only', async () => {
    const disk = join(dataDir, 'disk');
    await mkdir(disk);
    await command('mount', ['-t', 'tmpfs', '-o', 'ro,mode=700', 'tmpfs', disk]);
    try {
      const [code, lines] = await refusalOf({ DATA_DIR: disk });
      expect([code, lines]).toEqual([
        1,
        [
          expect.stringMatching(
            /^DATA_DIR \S+ cannot be used \(EROFS: .*\): mount its disk for writing\.$/,
          ),
        ],
      ]);
    } finally {
      await command('umount', [disk]);
    }
  });

  test.runIf(mountable)('where the disk is full', async () => {
    const disk = join(dataDir, 'disk');
    await mkdir(disk);
    await command('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=700', 'tmpfs', disk]);
    try {
      await writeFile(join(disk, 'full'), Buffer.alloc(1_048_576));
      expect(await refusalOf({ DATA_DIR: disk })).toEqual([
        1,
        [`DATA_DIR ${disk} cannot be used (database or disk is full): make room on its disk.`],
      ]);
    } finally {
      await command('umount', [disk]);
    }
  });

  test.runIf(process.getuid?.() === 0)('where the folder is of another user', async () => {
    await chmod(dataDir, 0o755);
    const [code, lines] = await refusalOf({}, { uid: 65_534, gid: 65_534 });
    expect([code, lines]).toEqual([
      1,
      [
        expect.stringMatching(
          /^DATA_DIR \S+ cannot be used \(EACCES: permission denied.*\): make it, or give it to/,
        ),
      ],
    ]);
  });

  test.runIf(process.getuid?.() === 0)(
    'where a part of the folder is of another user',
    async () => {
      await mkdir(join(dataDir, 'files'), { mode: 0o755 });
      await chown(dataDir, 65_534, 65_534);
      const [code, lines] = await refusalOf({}, { uid: 65_534, gid: 65_534 });
      expect([code, lines]).toEqual([
        1,
        [
          `DATA_DIR ${dataDir} cannot be used: files in it belongs to another user. Give all of it to this ` +
            `one: chown -R 65534 ${dataDir}`,
        ],
      ]);
    },
  );

  test('where the lock is no lock', async () => {
    const lock = join(dataDir, 'vitrine.lock');
    await writeFile(lock, 'no database of SQLite, but a text that somebody wrote');
    expect(await refusalOf()).toEqual([
      1,
      [
        `${lock} cannot be used (file is not a database): delete it while no Vitrine runs on this folder.`,
      ],
    ]);
  });

  test('where all users share the folder', async () => {
    const shared = join(dataDir, 'shared');
    await mkdir(shared);
    await chmod(shared, 0o1777);
    expect(await refusalOf({ DATA_DIR: shared })).toEqual([
      1,
      [`DATA_DIR must be a folder of its own: ${shared} is shared by all users.`],
    ]);
  });

  test('where PostgreSQL does not start, with its own reason', async () => {
    await mkdir(join(dataDir, 'postgres'));
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '9.6\n');
    await writeFile(join(dataDir, 'postgres.password'), 'segredo');
    const [code, lines] = await refusalOf();
    expect([code, lines]).toEqual([
      1,
      [
        expect.stringMatching(
          /^PostgreSQL does not start: .*could not access the server configuration file .*\. Its log is \/.*postgres\.log\.$/,
        ),
      ],
    ]);
  });
});

test('a school can be added beside a running server, which serves it at once', async () => {
  await start({ DEMO: '0' });
  await ready();
  const args = [
    'create',
    '--name',
    'Jenipapo',
    '--slug',
    'jenipapo',
    '--owner-email',
    'j@example.com',
  ];
  expect(await school(...args)).toEqual([0, expect.stringMatching(/^Jenipapo: .*\n.*token=/)]);
  expect(await siteAt(`jenipapo.localhost:${port}`)).toContain('"Jenipapo"');
});

test('a school gets and loses a domain beside a running server', async () => {
  await start({ DEMO: '0' });
  await ready();
  const own = 'cursos.example.com';
  const owner = ['--owner-email', 'j@example.com', '--owner-password', 'segredo-bom'];
  await school('create', '--name', 'Jenipapo', '--slug', 'jenipapo', ...owner);
  expect(await siteAt(own)).toContain('unknown_host');
  expect(await school('domain', 'jenipapo', '--host', 'Cursos.Example.com')).toEqual([
    0,
    `Jenipapo: ${own}\n`,
  ]);
  await expect.poll(() => siteAt(own)).toContain('"Jenipapo"');
  expect(await school('domain', 'escola', '--host', own)).toEqual([
    1,
    expect.stringContaining('Another school has the domain'),
  ]);
  for (const host of ['x.localhost', 'a.com:80', 'a'])
    expect(await school('domain', 'jenipapo', '--host', host)).toEqual([
      1,
      expect.stringContaining('no domain of a school'),
    ]);
  expect(await school('domain', 'outra', '--host', 'a.com')).toEqual([
    1,
    expect.stringContaining('no school'),
  ]);
  expect((await school('domain', 'jenipapo'))[0]).toBe(0);
  await expect.poll(() => siteAt(own)).toContain('unknown_host');
});

test("the command prints a new owner's link, which sets e-mail and password once", async () => {
  await start({ DEMO: '0', OWNER_EMAIL: 'dona@example.com', OWNER_PASSWORD: 'segredo-bom' });
  await ready();
  const [code, out] = await school('link', 'escola');
  expect([code, out]).toEqual([0, expect.stringContaining('dona@example.com')]);
  const consume = () =>
    fetch(`http://localhost:${port}/api/v1/session/owner`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        token: linkIn(out as string),
        email: 'ana@example.com',
        password: 'senha-da-ana',
      }),
    });
  expect((await consume()).status).toBe(200);
  expect((await consume()).status).toBe(401);
  expect(await school('link', 'escola', '--owner-email', 'dona@example.com')).toEqual([
    1,
    expect.stringContaining('no owner with the e-mail'),
  ]);
  expect(await school('link', 'outra')).toEqual([1, expect.stringContaining('no school')]);
  expect(await school('link')).toEqual([1, expect.stringContaining('npm run school')]);
});

test('behind a proxy, the printed links lead to the school over the proxy', async () => {
  const env = { PLATFORM_HOSTS: 'escolas.example.com', TRUST_PROXY: '1', HOST: '127.0.0.1' };
  const { out } = await start({ ...env, DEMO: '0' });
  await ready();
  const links = [
    out(),
    (await schoolWith(env, 'link', 'escola'))[1],
    (await schoolWith({ ...env, PUBLIC_PORT: '8443' }, 'link', 'escola'))[1],
  ].map((text) => /https?:\/\/\S+(?=\/entrar\/comecar\?token=)/.exec(String(text))?.[0]);
  const origin = 'https://escola.escolas.example.com';
  expect(links).toEqual([origin, origin, `${origin}:8443`]);
  expect(await siteAt(new URL(origin).host)).toContain('"Minha escola"');
});

test.each(['link', 'domain', 'quota', 'export', 'remove'])(
  'npm run school -- %s in a folder without an installation says so, and creates none',
  async (command) => {
    expect(await school(command, '--slug', 'escola')).toEqual([
      1,
      `There is no Vitrine in ${dataDir}: name the DATA_DIR of the server.\n`,
    ]);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  },
);

test('SIGTERM ends it in order, and DEMO=0 with a fixed owner needs no link', async () => {
  const { child, out } = await start({
    DEMO: '0',
    OWNER_EMAIL: 'dona@example.com',
    OWNER_PASSWORD: 'segredo-bom',
  });
  await ready();
  expect(linkIn(out())).toBeUndefined();
  const signIn = await fetch(`http://localhost:${port}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'dona@example.com', password: 'segredo-bom' }),
  });
  expect(signIn.status).toBe(200);
  // A request is open and its body incomplete. The process finishes it before it exits.
  const socket = connect(port, 'localhost');
  const body = '{"email":"x@example.com"}';
  socket.write(
    `POST /api/v1/password/forgot HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  await get('/healthz');
  child.kill('SIGTERM');
  await expect.poll(() => get('/readyz'), { timeout: 7_000 }).toBe(503);
  socket.write(body);
  const [reply] = (await once(socket, 'data')) as [Buffer];
  expect(reply.toString()).toMatch(/^HTTP\/1\.1 202/);
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(0);
});

test('SIGTERM behind a proxy: /readyz answers 503 until the proxy has checked it', async () => {
  const { child } = await start({ DEMO: '0', TRUST_PROXY: '1' });
  await ready();
  const signalled = performance.now();
  child.kill('SIGTERM');
  await expect.poll(() => get('/readyz'), { timeout: 7_000, interval: 10 }).toBe(503);
  await expect.poll(() => get('/readyz'), { timeout: 7_000, interval: 10 }).toBe(0);
  expect(performance.now() - signalled).toBeGreaterThan(1_000); // the proxy asks twice in it
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(0);
});
