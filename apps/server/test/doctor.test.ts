import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { openWorld } from './harness.ts';
import { emptyDatabase, operatorDatabase, ownDatabase } from './own-database.ts';
import { openS3 } from './s3.ts';
import { freePort, served, startProcess } from './server-process.ts';
import { openSmtp } from './smtp.ts';
import { runSql } from './sql.ts';

/** Tests `npm run doctor` as an operator runs it. */
vi.setConfig({ testTimeout: 60_000 });
const home = await mkdtemp(join(tmpdir(), 'vitrine-doctor-'));
afterAll(() => rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

async function doctor(env: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/doctor.ts')], {
    env: { PATH: process.env['PATH'], ...env },
  });
  let out = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (out += chunk.toString()));
  const [code] = (await once(child, 'exit')) as [number];
  return { code, out, lines: out.trim().split('\n') };
}

test('a sound installation passes every check while it runs', async () => {
  const dataDir = join(home, 'sound');
  const server = startProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }, await freePort());
  await served(server);
  const { url } = await openSmtp();
  const { code, lines } = await doctor({ DATA_DIR: dataDir, SMTP_URL: url });
  server.kill('SIGTERM');
  await server.ended;
  expect(lines.filter((line) => !/^[✓–] \S.*: .*\.$/.test(line))).toEqual([]);
  expect(code).toBe(0);
  for (const topic of [
    'disk',
    'database',
    'clock',
    'database settings',
    'migrations',
    'roles',
    'row-level security',
    'mail',
    'files',
  ])
    expect(lines).toContainEqual(expect.stringMatching(`^✓ ${topic}: `));
});

test('a folder without an installation stays empty', async () => {
  const dataDir = join(home, 'nothing');
  const { code, out } = await doctor({ DATA_DIR: dataDir });
  expect([code, out]).toEqual([1, expect.stringMatching(/^✗ database: There is none in /m)]);
  expect(await readdir(home)).not.toContain('nothing');
});

test('a restore that was cut off is told as by a start', async () => {
  const place = join(home, 'half');
  await mkdir(place);
  await writeFile(join(place, 'restore.unfinished'), '');
  const { code, out } = await doctor({ DATA_DIR: place });
  expect([code, out]).toEqual([
    1,
    expect.stringMatching(/^✗ database: A restore into \S+ was cut off\. Empty that folder/m),
  ]);
  expect(await readdir(place)).toEqual(['restore.unfinished']);
});

test('an empty database is reported as empty', async () => {
  const { code, out } = await doctor({ DATA_DIR: home, DATABASE_URL: await emptyDatabase() });
  expect([code, out]).toEqual([1, expect.stringMatching(/^✗ migrations: Not applied: 0001_/m)]);
});

test('a role that lacks a right is told which, by the doctor and by a start', async () => {
  const cases = [
    {
      attributes: '',
      owner: true,
      sentence: /may not make the application's login: run ALTER ROLE/,
    },
    {
      attributes: 'CREATEROLE',
      owner: false,
      sentence: /may not create tables: run ALTER DATABASE/,
    },
  ];
  for (const { attributes, owner, sentence } of cases) {
    const { url, name, administratorUrl } = await operatorDatabase(attributes);
    if (!owner) await runSql(administratorUrl, `ALTER DATABASE ${name} OWNER TO CURRENT_USER`);
    const { code, lines } = await doctor({ DATA_DIR: home, DATABASE_URL: url });
    expect([code, lines.filter((line) => line.startsWith('✗ roles'))]).toEqual([
      1,
      [expect.stringMatching(sentence)],
    ]);
    const server = startProcess({ DATA_DIR: home, DATABASE_URL: url }, await freePort());
    expect(await server.ended).toEqual([1, null]);
    expect(server.output().trim().split('\n')).toEqual([expect.stringMatching(sentence)]);
  }
});

test('a PostgreSQL that is too old is named, by the doctor and by a start', async () => {
  const { url, administratorUrl, role } = await operatorDatabase('CREATEROLE');
  const client = new pg.Client({ connectionString: administratorUrl });
  await client.connect();
  // There is none here: a function says what an older one says.
  await client.query(`
    CREATE SCHEMA older;
    GRANT USAGE ON SCHEMA older TO ${role};
    CREATE FUNCTION older.current_setting(name text) RETURNS text LANGUAGE sql AS $$
      SELECT CASE name WHEN 'server_version' THEN '14.13 (Debian 14.13-1)'
        ELSE pg_catalog.current_setting(name) END $$`);
  await client.end();
  const older = new URL(url);
  older.searchParams.set('options', '-c search_path=older,pg_catalog,public');
  const sentence = 'PostgreSQL 14.13 is too old: move to 15 or newer.';
  const { code, lines } = await doctor({ DATA_DIR: home, DATABASE_URL: older.href });
  expect([code, lines]).toEqual([1, expect.arrayContaining([`✗ database: ${sentence}`])]);
  const server = startProcess({ DATA_DIR: home, DATABASE_URL: older.href }, await freePort());
  expect(await server.ended).toEqual([1, null]);
  expect(server.output().trim().split('\n')).toEqual([sentence]);
});

test('a database that cannot hold every text is named, by the doctor and by a start', async () => {
  const options = "TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C'";
  const { url, name } = await operatorDatabase('CREATEROLE', options);
  const sentence =
    `The database “${name}” is in SQL_ASCII, which cannot hold every text: make one with TEMPLATE ` +
    "template0 ENCODING 'UTF8', and name it in DATABASE_URL.";
  const { code, lines } = await doctor({ DATA_DIR: home, DATABASE_URL: url });
  expect([code, lines]).toEqual([1, expect.arrayContaining([`✗ database settings: ${sentence}`])]);
  const server = startProcess({ DATA_DIR: home, DATABASE_URL: url }, await freePort());
  expect(await server.ended).toEqual([1, null]);
  expect(server.output().trim().split('\n')).toEqual([sentence]);
});

test('a mail server with a wrong scheme, and one without TLS, are told with what to mend', async () => {
  const { url } = await openSmtp();
  const mailOf = async (smtpUrl: string) =>
    (await doctor({ DATA_DIR: home, SMTP_URL: smtpUrl })).lines.filter((line) =>
      line.slice(2).startsWith('mail: '),
    );
  expect(await mailOf(url.replace('smtp:', 'smtps:'))).toEqual([
    expect.stringMatching(/^✗ .* begins without TLS at this port: write smtp:\/\/ in SMTP_URL/),
  ]);
  // On this machine, nobody reads what is sent.
  expect(await mailOf(url)).toEqual([expect.stringMatching(/^✓ /)]);
  expect(await mailOf(url.replace('127.0.0.1', '0.0.0.0'))).toEqual([
    expect.stringMatching(/^✓ /),
    expect.stringMatching(/^– .* offers no TLS, .*: turn STARTTLS on there\.$/),
  ]);
});

test('each problem is one sentence without any secret', async () => {
  const database = await ownDatabase();
  const world = await openWorld({}, database);
  const school = await world.school();
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query('ALTER TABLE products NO FORCE ROW LEVEL SECURITY');
  const s3 = await openS3();
  const secrets = ['segredo-smtp', 'segredo-s3', 'curto', 'errada'];
  const env = {
    DATA_DIR: home,
    DATABASE_URL: database,
    PLATFORM_HOSTS: 'escolas.invalid',
    DEV_MAIL: '1',
    METRICS_TOKEN: 'curto',
    SMTP_URL: 'smtp://ana:segredo-smtp@127.0.0.1:1',
    S3_BUCKET: s3.bucket,
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY: s3.accessKey,
    S3_SECRET_KEY: 'segredo-s3',
  };
  const { code, out } = await doctor(env);
  expect(code).toBe(1);
  for (const line of [
    /^✗ settings: .*take DEV_MAIL away\.$/m,
    /^✗ settings: METRICS_TOKEN is short/m,
    /^✗ settings: MAIL_FROM is at localhost: mail servers refuse that\. Name an address of your domain\.$/m,
    /^– settings: VAPID_PUBLIC_KEY is not set: several servers need the same pair of keys\.$/m,
    /^✗ row-level security: products: not under forced row-level security/m,
    /^✗ mail: The mail server 127\.0\.0\.1:1 does not listen at this port: start it, or correct SMTP_URL\.$/m,
    /^✗ files: The object store does not know the keys: correct S3_ACCESS_KEY and S3_SECRET_KEY\.$/m,
    new RegExp(`^✗ DNS: No address is known for .*${school.slug}\\.escolas\\.invalid`, 'm'),
    /^– DNS: escolas\.invalid itself has no address: with one, it shows the first school\.$/m,
  ])
    expect(out).toMatch(line);

  await client.query('ALTER TABLE products FORCE ROW LEVEL SECURITY');
  await client.query("DELETE FROM schema_migrations WHERE name LIKE '0090%'");
  const scratch = join(home, 'scratch');
  await mkdir(scratch);
  const second = await doctor({ ...env, S3_SECRET_KEY: s3.secretKey, TMPDIR: scratch });
  expect(await readdir(scratch)).toEqual([]);
  expect(second.out).toMatch(/^✗ migrations: Not applied: 0090_/m);
  expect(second.out).toMatch(/^✓ files: The bucket school can be written and read\.$/m);
  expect(second.out).toMatch(/^[✓✗] files: .*CORS/m);
  await client.query("INSERT INTO schema_migrations VALUES ('9999_later.sql', '')");
  await client.query("UPDATE schema_migrations SET hash = 'x' WHERE name LIKE '0001%'");
  const third = await doctor(env);
  expect(third.out).toMatch(/^✗ migrations: 0001_platform.sql was changed/m);
  await client.end();

  const wrong = new URL(database);
  wrong.password = 'errada';
  wrong.username = 'ninguem';
  const fourth = await doctor({ ...env, DATABASE_URL: wrong.href });
  expect(fourth.out).toMatch(/^✗ database: It does not answer: /m);
  const fifth = await doctor({ ...env, WORKERS: 'dois' });
  expect([fifth.code, fifth.out]).toEqual([1, expect.stringMatching(/^✗ settings: WORKERS must/)]);
  const sixth = await doctor({ ...env, SMTP_URL: 'ana:segredo-smtp@127.0.0.1' });
  expect(sixth.out).toBe('✗ settings: SMTP_URL must be written as smtp://user:password@host:587\n');
  for (const { out: text } of [{ out }, second, third, fourth, fifth, sixth])
    for (const secret of [...secrets, new URL(database).password])
      expect(text.includes(secret)).toBe(false);
});
