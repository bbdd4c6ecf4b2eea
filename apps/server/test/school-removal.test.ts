import { sql } from 'kysely';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { storeDemoMedia } from '../src/demo/demo-media.ts';
import { fillDemoSchool } from '../src/demo/demo-school.ts';
import { fillEmptyTables } from '../src/isolation/fill-tables.ts';
import { sumOf, tableNames } from '../src/isolation/schools.ts';
import { BACKUP_LOCK } from '../src/platform/backup-lock.ts';
import { enqueue, task } from '../src/platform/jobs.ts';
import { openWorld, type TestSchool } from './harness.ts';
import * as media from './media.ts';
import { operatorDatabase, ownDatabase } from './own-database.ts';
import { openS3 } from './s3.ts';

/** Tests `npm run school -- remove` beside a running server. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-removal-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));
const url = await ownDatabase();
const world = await openWorld({ DATA_DIR: dataDir, SMTP_URL: '' }, url);
const client = new pg.Client({ connectionString: url });
beforeAll(() => client.connect());
afterAll(() => client.end());

function begin(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/school.ts'), ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, DATABASE_URL: url, ...env },
  });
  let out = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (out += chunk.toString()));
  const ended = once(child, 'exit').then(([code]) => ({ code: code as number | null, out }));
  return { child, ended, out: () => out };
}

function run(args: string[], { typed = '', env = {} }: { typed?: string; env?: object } = {}) {
  const { child, ended } = begin(args, env as Record<string, string>);
  child.stdin.end(typed);
  return ended;
}

const count = async (from: string) =>
  Number((await client.query(`SELECT count(*) AS rows FROM ${from}`)).rows[0].rows);

async function uploadTo(school: TestSchool) {
  const form = new FormData();
  form.set('use', 'banner');
  form.set('file', new Blob([new Uint8Array(await media.png())]), 'foto.png');
  expect((await school.owner.send('POST', '/api/v1/uploads/image', form)).status).toBe(201);
}

/** Gives a school a row in every table. Returns the tables where it could not. */
async function fill(school: TestSchool) {
  await uploadTo(school);
  const member = school.owner.id;
  const hash = "sha256('aurora')";
  for (const row of [
    `email_changes (member_id, old_email, new_email, old_token_hash, new_token_hash, expires_at)
       VALUES (${member}, 'a@example.com', 'b@example.com', ${hash}, sha256('b'), now())`,
    `idempotency_keys (member_id, key) VALUES (${member}, ${hash})`,
    `known_browsers (member_id, browser_hash, expires_at) VALUES (${member}, ${hash}, now())`,
  ])
    await school.transaction(({ db }) => sql.raw(`INSERT INTO ${row}`).execute(db));
  return fillEmptyTables(client, school.id, await tableNames(client));
}

const statusAt = async ({ host }: TestSchool, app = world.app) =>
  (await app.inject({ url: '/api/v1/site', headers: { host } })).statusCode;

test('a school goes with every row, file and job, and its neighbour keeps all', async () => {
  const school = await world.school('Aurora');
  const demoMedia = await storeDemoMedia(world.platform, school.id);
  await school.transaction((tx) => fillDemoSchool(tx, demoMedia, school.owner.id));
  expect(await fill(school)).toEqual([]);
  const neighbour = await world.school('Vizinha');
  await fill(neighbour);
  const tables = await tableNames(client);
  const before = await sumOf(client, tables, neighbour.id);
  const filesOf = (id: number) => readdir(join(dataDir, 'files', String(id)));
  const neighbourFiles = await filesOf(neighbour.id);
  const jobsOf = ({ id }: TestSchool) =>
    count(`graphile_worker._private_jobs WHERE (payload ->> 'tenantId')::int = ${id}`);
  const neighbourJobs = await jobsOf(neighbour);
  expect(await jobsOf(school)).toBeGreaterThan(0);

  const wrong = await run(['remove', school.slug], { typed: 'aurora\n' });
  expect(wrong.code).toBe(1);
  expect(wrong.out).toMatch(
    /^Aurora answers at s-\S+\nMembers: [1-9]\d*, courses: [1-9]\d*, lessons: [1-9]\d*, quizzes: [1-9]\d*, communities: [1-9]\d*, posts: [1-9]\d*, files: [1-9]/,
  );
  expect(wrong.out).toContain('localhost shows Vizinha afterwards.');
  expect(wrong.out).toContain('That is not “Aurora”: nothing was removed.');
  expect(await statusAt(school)).toBe(200);

  // One statement would delete all that a member has, if the member went first.
  await client.query(`
    CREATE FUNCTION refuse_parents() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF EXISTS (SELECT FROM notifications WHERE tenant_id = OLD.tenant_id) THEN
        RAISE 'a member goes before what refers to it';
      END IF;
      RETURN OLD;
    END $$;
    CREATE TRIGGER refuse_parents BEFORE DELETE ON members
      FOR EACH ROW EXECUTE FUNCTION refuse_parents()`);
  const { code, out } = await run(['remove', school.slug], { typed: ' Aurora \n' });
  expect(out).toMatch(
    new RegExp(
      `Z Aurora \\(${school.slug}, ${school.id}\\) is removed: \\d+ rows, \\d+ files\\.\n$`,
    ),
  );
  expect(code).toBe(0);
  await client.query("SELECT set_config('app.tenant', $1, false)", [String(school.id)]);
  for (const table of tables)
    expect([table, await count(`${table} WHERE tenant_id = ${school.id}`)]).toEqual([table, 0]);
  expect(await count(`tenants WHERE id = ${school.id}`)).toBe(0);
  expect(await jobsOf(school)).toBe(0);
  await expect(filesOf(school.id)).rejects.toThrow('ENOENT');

  expect(await sumOf(client, tables, neighbour.id)).toEqual(before);
  expect(await filesOf(neighbour.id)).toEqual(neighbourFiles);
  expect(await jobsOf(neighbour)).toBe(neighbourJobs);
  // The running server knew both.
  await expect.poll(() => statusAt(school)).toBe(404);
  expect((await school.owner.get('/api/v1/session')).status).toBe(404);
  expect(await statusAt(neighbour)).toBe(200);

  // The address is free.
  const again = ['--name', 'Outra', '--slug', school.slug, '--owner-email', 'ana@example.com'];
  expect((await run(['create', ...again])).code).toBe(0);
  await expect.poll(() => statusAt(school)).toBe(200);
});

test('a killed removal is repeated; no file goes while a backup copies files', async () => {
  const school = await world.school('Cortada');
  await world.school(); // the only one of an installation stays
  await uploadTo(school);
  await client.query(`SELECT pg_advisory_lock(${BACKUP_LOCK})`);
  const killed = begin(['remove', school.slug, '--yes']);
  await expect
    .poll(killed.out, { timeout: 60_000 })
    .toContain('A backup or an export is copying files: waiting.');
  expect((await readdir(join(dataDir, 'files', String(school.id)))).length).toBeGreaterThan(0);
  // Nobody reaches half a school.
  await expect.poll(() => statusAt(school)).toBe(404);
  killed.child.kill('SIGKILL');
  await killed.ended;
  await client.query(`SELECT pg_advisory_unlock(${BACKUP_LOCK})`);
  expect(await count(`tenants WHERE id = ${school.id}`)).toBe(1);

  expect(await run(['remove', school.slug, '--yes'])).toMatchObject({ code: 0 });
  expect(await count(`tenants WHERE id = ${school.id}`)).toBe(0);
  await expect(readdir(join(dataDir, 'files', String(school.id)))).rejects.toThrow('ENOENT');
  expect(await run(['remove', school.slug, '--yes'])).toEqual({
    code: 1,
    out: `There is no school with the slug “${school.slug}”.\n`,
  });
});

test('a job that ran while its school was removed is not tried again, and adds no other', async () => {
  const school = await world.school('Ocupada');
  await world.school(); // the only one of an installation stays
  task('test.fails', () => Promise.reject(new Error('no such school')));
  const names = ['test.fails', 'apply-retention'];
  await school.transaction(async (tx) => {
    for (const name of names) await enqueue(tx, name, {}, { key: name });
  });
  const jobs = `graphile_worker._private_jobs WHERE (payload ->> 'tenantId')::int = ${school.id}`;
  const update = (set: string) =>
    client.query(jobs.replace(' WHERE', ` SET ${set} WHERE`).replace(/^/, 'UPDATE '));
  await update("locked_at = now(), locked_by = 'other'");
  expect(await run(['remove', school.slug, '--yes'])).toMatchObject({ code: 0 });
  expect(await count(jobs)).toBe(names.length);
  await update('locked_at = NULL, locked_by = NULL, run_at = now()');
  await world.platform.jobs.runAll();
  expect(await count(jobs)).toBe(0);
});

test('a role that row-level security binds removes a school; the only school stays', async () => {
  const { url: databaseUrl } = await operatorDatabase('CREATEROLE');
  const home = await mkdtemp(join(tmpdir(), 'vitrine-removal-'));
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: home };
  const other = await openWorld({ DATA_DIR: home, SMTP_URL: '' }, databaseUrl);
  const school = await other.school('Primeira');
  await uploadTo(school);
  const only = { code: 1, out: expect.stringContaining('Primeira is the only school') };
  expect(await run(['remove', school.slug, '--yes'], { env })).toEqual(only);
  await other.school('Segunda');
  expect(await run(['remove', school.slug, '--yes'], { env })).toMatchObject({ code: 0 });
  await expect.poll(() => statusAt(school, other.app)).toBe(404);
  await rm(home, { recursive: true, force: true });
});

test('of the last two schools, removed at once, one stays', async () => {
  const databaseUrl = await ownDatabase();
  const home = await mkdtemp(join(tmpdir(), 'vitrine-removal-'));
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: home };
  const other = await openWorld({ DATA_DIR: home, SMTP_URL: '' }, databaseUrl);
  const names = ['Primeira', 'Segunda'];
  const removals = [];
  for (const name of names) {
    const { slug } = await other.school(name);
    removals.push({ name, ...begin(['remove', slug], env) });
  }
  // Each has seen the other school.
  for (const { out } of removals)
    await expect.poll(out, { timeout: 60_000 }).toContain('Type the name of the school');
  for (const { child, name } of removals) child.stdin.end(`${name}\n`);
  const ends = await Promise.all(removals.map(({ ended }) => ended));
  expect(ends).toContainEqual({ code: 0, out: expect.stringContaining('is removed') });
  expect(ends).toContainEqual({ code: 1, out: expect.stringContaining('is the only school') });
  await rm(home, { recursive: true, force: true });
});

test('a removal that was cut off leaves no school to count on, and the bare host shows the next', async () => {
  const databaseUrl = await ownDatabase();
  const home = await mkdtemp(join(tmpdir(), 'vitrine-removal-'));
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: home };
  const other = await openWorld({ DATA_DIR: home, SMTP_URL: '' }, databaseUrl);
  const first = await other.school('Primeira');
  const second = await other.school('Segunda');
  await uploadTo(first);
  const nameAtBareHost = async () => {
    const { body } = await other.app.inject({
      url: '/api/v1/site',
      headers: { host: 'localhost' },
    });
    return JSON.parse(body).data?.tenant.name;
  };
  expect(await nameAtBareHost()).toBe('Primeira');
  const backup = new pg.Client({ connectionString: databaseUrl });
  await backup.connect();
  await backup.query(`SELECT pg_advisory_lock(${BACKUP_LOCK})`);
  const killed = begin(['remove', first.slug, '--yes'], env);
  await expect.poll(killed.out, { timeout: 60_000 }).toContain('is copying files: waiting.');
  killed.child.kill('SIGKILL');
  await killed.ended;
  await backup.end();

  await expect.poll(nameAtBareHost).toBe('Segunda');
  expect(await run(['remove', second.slug, '--yes'], { env })).toEqual({
    code: 1,
    out: expect.stringContaining('Segunda is the only school'),
  });
  expect(await run(['remove', first.slug, '--yes'], { env })).toMatchObject({ code: 0 });
  await rm(home, { recursive: true, force: true });
});

test('the objects of a school go from an S3 store, also one that a browser sends late', async () => {
  const s3 = await openS3();
  const env = {
    S3_BUCKET: s3.bucket,
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY: s3.accessKey,
    S3_SECRET_KEY: s3.secretKey,
  };
  const other = await openWorld({ DATA_DIR: dataDir, SMTP_URL: '', ...env }, url);
  const school = await other.school('Nuvem');
  await other.school();
  await uploadTo(school);
  const { body } = await school.owner.post('/api/v1/uploads', {
    use: 'lesson_file',
    filename: 'a.pdf',
    size: 4,
  });
  const { objects } = other.platform.files;
  const { rows: files } = await client.query<{ name: string }>(
    `SELECT name FROM files WHERE tenant_id = ${school.id}`,
  );
  const removal = begin(['remove', school.slug, '--yes'], env);
  await expect
    .poll(removal.out, { timeout: 60_000 })
    .toMatch(/Browsers may send files for \d+ more seconds: waiting\./);
  const sent = await fetch(body.data.url, {
    method: 'PUT',
    body: '%PDF',
    headers: { 'content-type': body.data.type },
  });
  expect(sent.status).toBe(200);
  removal.child.kill('SIGKILL');
  await removal.ended;
  await client.query(`UPDATE files SET expires_at = now() WHERE tenant_id = ${school.id}`);
  expect(await run(['remove', school.slug, '--yes'], { env })).toMatchObject({ code: 0 });
  expect(files.length).toBeGreaterThan(1);
  for (const { name } of files) expect(await objects.head(`${school.id}/${name}`)).toBeNull();
});
