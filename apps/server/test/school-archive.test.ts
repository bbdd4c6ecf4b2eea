import { messages as importTexts } from '@vitrine/contract/imports';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { storeDemoMedia } from '../src/demo/demo-media.ts';
import { fillDemoSchool } from '../src/demo/demo-school.ts';
import { fillEmptyTables } from '../src/isolation/fill-tables.ts';
import { readTables } from '../src/kit/backup/owner-client.ts';
import { ArchiveProblem, leftOutColumns, leftOutTables } from '../src/kit/school-archive/format.ts';
import { importSchool } from '../src/kit/school-archive/import-school.ts';
import { archivedTables } from '../src/kit/school-archive/tables.ts';
import { openObjectStore } from '../src/platform/open-object-store.ts';
import { hashPassword, hashToken, newToken } from '../src/platform/secrets.ts';
import { openDatabaseProxy, type DatabaseProxy } from './database-proxy.ts';
import { openWorld, type Person, type TestSchool } from './harness.ts';
import { entriesOf, hostileChanges, linesOf, writeZip } from './hostile-archives.ts';
import { send } from './imports.ts';
import * as media from './media.ts';
import { ownDatabase } from './own-database.ts';
import { openS3 } from './s3.ts';
import { runSql } from './sql.ts';

/** Tests `npm run school -- export` and `import`, from one installation to another. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const home = await mkdtemp(join(tmpdir(), 'vitrine-archive-'));
afterAll(() => rm(home, { recursive: true, force: true }));
const installation = async (name: string) => {
  const url = await ownDatabase();
  const dataDir = join(home, name);
  return { url, dataDir, world: await openWorld({ DATA_DIR: dataDir, SMTP_URL: '' }, url) };
};
type Installation = Awaited<ReturnType<typeof installation>>;
const from = await installation('from');
const to = await installation('to');
let school: TestSchool;
let neighbour: TestSchool;
/** Tables for which no row could be created. */
let empty: string[];
let exported: Awaited<ReturnType<typeof run>>;
const archive = join(home, 'aurora.zip');
/** The rows as an import writes them: an import of people or a course that ran has failed. */
const asImported = (rows: Record<string, string[]>) => ({
  ...rows,
  imports: rows['imports']!.map((row) => {
    const { status, report, ...more } = JSON.parse(row);
    if (!['queued', 'running'].includes(status)) return row;
    const line = { item: more.filename, message: importTexts.movedAway };
    return JSON.stringify({ ...more, status: 'failed', path: null, report: [...report, line] });
  })
    .map(asKeyedJson)
    .toSorted(),
  files: rows['files']!.map((row) =>
    row.includes('"import_file"')
      ? row.replace(/"unused_since":[^,}]+/, '"unused_since":"then"')
      : row,
  ).toSorted(),
});

/** The same row, whatever the order of its columns and the spaces in its texts of JSON. */
const asKeyedJson = (row: string) =>
  JSON.stringify(
    Object.entries(JSON.parse(row) as object).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

const password = 'senha-da-rosa-2026';

const infoPath = '/api/auth/config/plataforma/update-seo';
const info = { name: 'Aurora', description: 'Fotografia' };
const saveInfo = (who: Person) => who.post(infoPath, info);

function begin(installation: Installation, args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/school.ts'), ...args], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: installation.dataDir,
      DATABASE_URL: installation.url,
      PLATFORM_HOSTS: 'escolas.example.com',
      ...env,
    },
  });
  let out = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (out += chunk.toString()));
  const ended = once(child, 'exit').then(([code]) => ({ code: code as number | null, out }));
  return { child, ended };
}

const run = (installation: Installation, args: string[], env?: Record<string, string>) =>
  begin(installation, args, env).ended;

const ask = <Row extends object = Record<string, string>>({ url }: Installation, text: string) =>
  runSql<Row>(url, text);

/** Returns all rows of a school by table, as JSON without `tenant_id`. */
async function contents(installation: Installation, id: number, more: readonly string[] = []) {
  const client = new pg.Client({ connectionString: installation.url });
  await client.connect();
  const found: Record<string, string[]> = {};
  for (const { table, columns } of await archivedTables(client)) {
    const left = [...columns, ...more.filter((one) => one === table)];
    const { rows } = await client.query<{ row: string }>(
      `SELECT row_to_json(r)::text AS row FROM
       (SELECT ${left.map(pg.escapeIdentifier).join(', ')} FROM ${table} WHERE tenant_id = ${id}) r`,
    );
    found[table] = rows
      .map(({ row }) =>
        row
          .replaceAll(`/files/${id}/`, '/files/N/')
          .replace(`"redirect_url":"/comunidade/${id}/`, '"redirect_url":"/comunidade/N/'),
      )
      .toSorted();
  }
  await client.end();
  return found;
}

beforeAll(async () => {
  const { platform } = from.world;
  await to.world.school('Primeira'); // so that ids differ
  await to.world.school('Segunda');
  neighbour = await to.world.school('Vizinha');
  await neighbour.product();
  await from.world.school('Outra');
  school = await from.world.school('Aurora');
  const demoMedia = await storeDemoMedia(platform, school.id);
  await platform.database.transaction(school.id, (tx) =>
    fillDemoSchool(tx, demoMedia, school.owner.id),
  );
  const form = new FormData();
  form.set('use', 'banner');
  form.set('file', new Blob([new Uint8Array(await media.png())]), 'foto.png');
  await school.owner.send('POST', '/api/v1/uploads/image', form);
  await send('/api/v1/members/import', 'name,email\nLia,lia@example.com', school.owner, {
    name: 'na-fila.csv',
  });
  await saveInfo(school.owner);
  const rosa = await school.join(['student'], [await school.product('Plano; "com" \\ tudo\n')]);
  const passwordHash = await hashPassword({ tenantId: school.id, account: 'rosa' }, password);
  const erased = await school.join();
  const admin = await school.join(['admin']);
  await admin.post('/api/v1/products', { title: 'Depois' });
  const [{ courses }] = (await ask(
    from,
    `SELECT min(id)::int AS courses FROM courses WHERE tenant_id = ${school.id}`,
  )) as unknown as [{ courses: number }];
  await ask(
    from,
    `SELECT set_config('app.tenant', '${school.id}', false);
     UPDATE members SET password_hash = '${passwordHash}' WHERE id = ${rosa.id};
     UPDATE members SET erase_at = now() + interval '7 days' WHERE id = ${erased.id};
     INSERT INTO member_erasures (member_id, token_hash, held) VALUES (${erased.id}, 'x', '{"name":"R"}');
     INSERT INTO reminders (member_id, title, weekdays, time, time_zone, base_url, next_at)
       VALUES (${rosa.id}, 'Estudar', '{1,3}', '20:00', 'America/Sao_Paulo', 'https://old.example', now() + interval '1 day');
     WITH added AS (
       INSERT INTO lives (title, url, starts_at)
       SELECT title, 'https://example.com/live', '2099-05-10T20:00:00Z'
       FROM unnest('{Lembrada,Avisada}'::text[]) AS title RETURNING id, title)
     INSERT INTO live_reminders (live_id, member_id, base_url, told_at)
       SELECT id, ${rosa.id}, 'https://old.example', CASE title WHEN 'Avisada' THEN now() END FROM added;
     UPDATE platform_settings SET redirect_url = (
       SELECT concat_ws('/', '/comunidade', '${school.id}', min(id)) FROM communities WHERE tenant_id = ${school.id})
       WHERE tenant_id = ${school.id};
     INSERT INTO notifications (member_id, event, subject, by_email) VALUES (${rosa.id}, 'points', 'points:wait', true);
     WITH added AS (
       INSERT INTO imports (kind, status, filename, choices)
       SELECT 'members', 'done', 'convites.csv', choices::jsonb
       FROM unnest(ARRAY['{"invite":"gradual","per_day":7}', '{"invite":"now"}']) AS choices RETURNING id)
     INSERT INTO import_rows (import_id, line, outcome, member_id)
       SELECT id, 1, 'created', ${rosa.id} FROM added;
     INSERT INTO imports (kind, status, filename, undone_at, undo_line) VALUES ('members', 'done', 'desfeita.csv', now(), 7);
     INSERT INTO notification_preferences (member_id, base_url, unsubscribe_token) VALUES (${rosa.id}, 'https://old.example', 'segredo-de-sair');
     INSERT INTO imports (kind, status, filename, path) VALUES ('members', 'running', 'a.csv', '/files/${school.id}/AAAAAAAAAAAAAAAAAAAAAA.csv');
     INSERT INTO favorites (member_id, course_id) VALUES (${rosa.id}, ${courses});
     UPDATE files SET state = 'converting' WHERE filename = 'foto.png';
     UPDATE posts SET removed_at = '2099-03-01T12:00:00Z' WHERE id = (SELECT min(id) FROM posts WHERE tenant_id = ${school.id});
     INSERT INTO mails (recipient, subject, html, plain) VALUES ('x@example.com', 'segredo-no-mail', '', '')`,
  );
  const client = new pg.Client({ connectionString: from.url });
  await client.connect();
  const names = (await archivedTables(client)).map(({ table }) => table);
  empty = await fillEmptyTables(client, school.id, names);
  await client.end();
  exported = await run(from, ['export', school.slug, '--to', archive]);
});

test('every table of schools is in an archive, or left out for a reason', async () => {
  const client = new pg.Client({ connectionString: from.url });
  await client.connect();
  const all = (await readTables(client)).filter(({ of_school }) => of_school);
  const names = all.map(({ name }) => name.replace('public.', ''));
  const archived = (await archivedTables(client)).map(({ table }) => table);
  expect([...archived, ...Object.keys(leftOutTables)].toSorted()).toEqual(names.toSorted());
  for (const [table, columns] of Object.entries(leftOutColumns))
    expect(all.find(({ name }) => name === `public.${table}`)?.columns).toEqual(
      expect.arrayContaining(Object.keys(columns)),
    );
  // Fails if a column that holds a secret or the old host is not left out.
  const secret = all.flatMap(({ name, columns }) =>
    columns
      .filter((column) => /token|secret|base_url|code_hash/.test(column))
      .map((column) => [name.replace('public.', ''), column] as const),
  );
  for (const [table, column] of secret)
    expect(
      table in leftOutTables || column in (leftOutColumns[table] ?? {}),
      `${table}.${column}`,
    ).toBe(true);
  // Archived rows must not refer to a table that is left out.
  const { rows } = await client.query(
    `SELECT conname FROM pg_constraint WHERE contype = 'f'
     AND conrelid::regclass::text = ANY ($1) AND confrelid::regclass::text = ANY ($2)`,
    [archived, Object.keys(leftOutTables)],
  );
  expect(rows).toEqual([]);
  await client.end();
});

test('an imported school has every row and file, and its people sign in as before', async () => {
  expect(exported).toEqual({
    code: 0,
    out: expect.stringMatching(/^Aurora is in .* [1-9]\d* files /),
  });
  const before = await contents(to, neighbour.id);
  expect(await run(to, ['import', archive])).toEqual({
    code: 0,
    out: `Aurora: https://${school.slug}.escolas.example.com\n`,
  });
  const [{ id }] = (await ask(
    to,
    `SELECT id::int FROM tenants WHERE slug = '${school.slug}'`,
  )) as unknown as [{ id: number }];
  expect(id).not.toBe(school.id);

  const source = await contents(from, school.id);
  const copy = await contents(to, id);
  expect(empty).toEqual([]);
  expect(asImported(copy)).toEqual(asImported(source));
  // Nothing holds the file of the import that waited, so a sweep deletes it.
  const importFiles = await ask<{ unused: boolean }>(
    to,
    `SELECT unused_since IS NOT NULL AS unused FROM files WHERE tenant_id = ${id} AND use = 'import_file'`,
  );
  expect(importFiles).toEqual([{ unused: true }]);
  expect(await contents(to, neighbour.id)).toEqual(before);

  const filesOf = async ({ dataDir }: Installation, tenantId: number) => {
    const folder = join(dataDir, 'files', String(tenantId));
    const names = (await readdir(folder)).toSorted();
    const sums = names.map(async (name) =>
      createHash('sha256')
        .update(await readFile(join(folder, name)))
        .digest('hex'),
    );
    return [names, await Promise.all(sums)];
  };
  expect(await filesOf(to, id)).toEqual(await filesOf(from, school.id));

  const host = `${school.slug}.localhost`;
  const { app } = to.world;
  const [{ email }] = (await ask(
    from,
    `SELECT email FROM members WHERE tenant_id = ${school.id} AND password_hash IS NOT NULL`,
  )) as unknown as [{ email: string }];
  const signedIn = await app.inject({
    method: 'POST',
    url: '/api/v1/session',
    headers: { host },
    payload: { email, password },
  });
  expect(signedIn.statusCode).toBe(200);
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0]!;
  const old = await app.inject({
    url: '/api/v1/session',
    headers: { host, cookie: school.owner.cookie },
  });
  expect(old.statusCode).toBe(401); // sessions are not archived
  const page = await app.inject({ url: '/api/v1/site', headers: { host, cookie } });
  expect(page.json().data.tenant).toMatchObject({ id, name: 'Aurora' });

  // New rows get new ids.
  const owner = await ask<{ sequence: string; largest: string }>(
    to,
    `SELECT (SELECT last_value FROM products_id_seq)::text AS sequence,
       (SELECT max(id) FROM products WHERE tenant_id = ${id})::text AS largest`,
  );
  expect(Number(owner[0]!.sequence)).toBeGreaterThan(Number(owner[0]!.largest));
  const reminders = await ask(to, `SELECT base_url FROM reminders WHERE tenant_id = ${id}`);
  expect(reminders).toEqual([{ base_url: `https://${school.slug}.escolas.example.com` }]);
  const [settings] = await ask(
    to,
    `SELECT redirect_url FROM platform_settings WHERE tenant_id = ${id}`,
  );
  expect(settings!['redirect_url']).toMatch(new RegExp(`^/comunidade/${id}/[1-9]`));
  const preferences = await ask(
    to,
    `SELECT base_url, unsubscribe_token ~ '^[A-Za-z0-9_-]{43}$' AS has_token
     FROM notification_preferences WHERE tenant_id = ${id}`,
  );
  expect(preferences).toEqual([
    { base_url: `https://${school.slug}.escolas.example.com`, has_token: true },
  ]);
  const invitations = await ask(
    to,
    `SELECT payload ->> 'base' AS base, payload ->> 'per_day' AS per_day, i.choices ->> 'invite' AS invite,
       j.key = concat_ws(':', '${id}', 'invite-imported', i.id) AS has_key
     FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_tasks t ON t.id = j.task_id AND t.identifier = 'invite-imported'
     JOIN imports i ON i.id = (payload ->> 'id')::int AND i.tenant_id = ${id}
     WHERE (payload ->> 'tenantId')::int = ${id}`,
  );
  expect(invitations).toEqual([
    {
      base: `https://${school.slug}.escolas.example.com`,
      per_day: '7',
      invite: 'gradual',
      has_key: true,
    },
  ]);
  expect(
    await ask(
      to,
      `SELECT i.filename, j.key = concat_ws(':', '${id}', 'undo-import', i.id) AS has_key
       FROM graphile_worker._private_jobs j
       JOIN graphile_worker._private_tasks t ON t.id = j.task_id AND t.identifier = 'undo-import'
       JOIN imports i ON i.id = (payload ->> 'id')::int AND i.tenant_id = ${id}`,
    ),
  ).toEqual([{ filename: 'desfeita.csv', has_key: true }]);
  const jobs = await ask(
    to,
    `SELECT DISTINCT t.identifier AS job FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE (payload ->> 'tenantId')::int = ${id} ORDER BY 1`,
  );
  expect(jobs.map(({ job }) => job)).toEqual(
    expect.arrayContaining([
      'apply-retention',
      'erase-member',
      'mail-notifications',
      'mail-reminder',
      'sweep-files',
    ]),
  );
  const [remembered] = await ask<{ id: number }>(
    to,
    `SELECT id::int FROM lives WHERE tenant_id = ${id} AND title = 'Lembrada'`,
  );
  const liveJobs = await ask(
    to,
    `SELECT j.key, (payload ->> 'liveId')::int AS live, run_at AT TIME ZONE 'UTC' = '2099-05-10 19:45' AS on_time
     FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_tasks t ON t.id = j.task_id AND t.identifier = 'remind-of-live'
     WHERE (payload ->> 'tenantId')::int = ${id} AND run_at > '2099-01-01'`,
  );
  expect(liveJobs).toEqual([
    { key: `${id}:live-reminders:${remembered!.id}`, live: remembered!.id, on_time: true },
  ]);
});

test('an imported school has the jobs that its rows wait for, each at its time', async () => {
  const [imported] = await ask<{ id: number; erased: number; reminder: number; post: number }>(
    to,
    `SELECT t.id::int, (SELECT m.id FROM members m WHERE m.tenant_id = t.id AND m.erase_at IS NOT NULL)::int AS erased,
       (SELECT r.id FROM reminders r WHERE r.tenant_id = t.id AND r.title = 'Estudar')::int AS reminder,
       (SELECT max(p.id) FROM posts p WHERE p.tenant_id = t.id AND p.removed_at IS NOT NULL)::int AS post
     FROM tenants t WHERE t.slug = '${school.slug}'`,
  );
  const { id, erased, reminder, post } = imported!;
  const jobs = await ask<{ key: string; on_time: boolean }>(
    to,
    `SELECT j.key, abs(extract(epoch FROM j.run_at - CASE t.identifier
         WHEN 'erase-member' THEN (SELECT m.erase_at FROM members m WHERE m.id = ${erased})
         WHEN 'mail-reminder' THEN (SELECT r.next_at FROM reminders r WHERE r.id = ${reminder})
         WHEN 'purge-posts' THEN timestamptz '2099-04-01T12:00:00Z'
         ELSE j.created_at END)) < 1 AS on_time
     FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE (payload ->> 'tenantId')::int = ${id}`,
  );
  expect(jobs).toEqual(
    expect.arrayContaining(
      [
        'count-scores',
        'convert-video',
        `erase-member:${erased}`,
        `reminder:${reminder}`,
        `purge-posts:${post}`,
      ].map((key) => ({ key: `${id}:${key}`, on_time: true })),
    ),
  );
});

test('an imported school knows who saved a version', async () => {
  const [member] = await ask<{ id: number; tenant_id: number; name: string }>(
    to,
    `SELECT m.id::int, m.tenant_id::int, m.name FROM members m JOIN tenants t ON t.id = m.tenant_id
     WHERE t.slug = '${school.slug}' AND m.id = ${school.owner.id}`,
  );
  const { id: member_id, tenant_id, name } = member!;
  const token = newToken();
  await to.world.platform.database.transaction(tenant_id, ({ db }) =>
    db
      .insertInto('sessions')
      .values({ member_id, token_hash: hashToken(token), expires_at: new Date('2099-01-01') })
      .execute(),
  );
  const { statusCode, body } = await to.world.app.inject({
    method: 'POST',
    url: infoPath,
    headers: { host: `${school.slug}.localhost`, cookie: `vitrine=${token}` },
    payload: { ...info, version: 1 },
  });
  expect(statusCode).toBe(409);
  expect(JSON.parse(body).data).toMatchObject({ changed_by: name, changed_by_id: member_id });
});

test('the same file again is imported with another slug, and refused with the same one', async () => {
  expect(await run(from, ['import', archive])).toEqual({
    code: 1,
    out: expect.stringContaining('already: name another with --slug.'),
  });
  const slug = `copia-${school.slug}`;
  expect(await run(from, ['import', archive, '--slug', slug])).toMatchObject({ code: 0 });
  const [{ id }] = (await ask(
    from,
    `SELECT id::int FROM tenants WHERE slug = '${slug}'`,
  )) as unknown as [{ id: number }];
  const source = await contents(from, school.id);
  expect(asImported(await contents(from, id))).toEqual(asImported(source));
});

test('an archive that states no bytes is counted by its files against the quotas', async () => {
  const entries = await entriesOf(archive);
  linesOf(entries, 'files', (line) => line.replace(/"counted_bytes":\d+/, '"counted_bytes":0'));
  for (const table of ['school_storage', 'member_storage'])
    linesOf(entries, table, (line) => line.replace(/"bytes":-?\d+/, '"bytes":-1000000000000'));
  const path = join(home, 'weightless.zip');
  await writeZip(path, entries);
  expect(await run(to, ['import', path, '--slug', 'sem-peso'])).toMatchObject({ code: 0 });
  const [{ id }] = (await ask(
    to,
    `SELECT id::int FROM tenants WHERE slug = 'sem-peso'`,
  )) as unknown as [{ id: number }];
  const folder = join(to.dataDir, 'files', String(id));
  const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size);
  const stored = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  const sums = await ask<{ school: number; files: number; members: number; own: number }>(
    to,
    `SELECT (SELECT bytes FROM school_storage WHERE tenant_id = ${id})::int AS school,
       (SELECT sum(counted_bytes) FROM files WHERE tenant_id = ${id})::int AS files,
       (SELECT sum(bytes) FROM member_storage WHERE tenant_id = ${id})::int AS members,
       (SELECT sum(counted_bytes) FROM files WHERE tenant_id = ${id} AND member_id IS NOT NULL)::int AS own`,
  );
  expect(stored).toBeGreaterThan(0);
  expect(sums[0]!.school).toBeGreaterThanOrEqual(stored);
  expect(sums[0]!.school).toBe(sums[0]!.files);
  expect(sums[0]!.members).toBe(sums[0]!.own);
});

const everything = async (path: string) =>
  [...(await entriesOf(path))]
    .map(([name, content]) => name + content.toString('latin1'))
    .join('\n');

test('an archive holds no token, and never replaces a file', async () => {
  const text = await everything(archive);
  for (const secret of ['segredo-de-sair', 'segredo-no-mail', 'https://old.example'])
    expect(text.includes(secret)).toBe(false);
  expect(text).toContain('argon2id');
  expect(await run(from, ['export', school.slug, '--to', archive])).toEqual({
    code: 1,
    out: `${archive} exists: name a new file.\n`,
  });
  expect(await run(from, ['export', 'ninguem', '--to', join(home, 'x.zip')])).toEqual({
    code: 1,
    out: 'There is no school with the slug “ninguem”.\n',
  });
  expect((await readdir(home)).filter((name) => name.startsWith('.vitrine'))).toEqual([]);
});

// An import that is killed --------------------------------------------------------------------------

const unfinishedImports = (dataDir: string) => readdir(join(dataDir, 'imports')).catch(() => []);

test.each(['disk', 'S3 store'])(
  'files of a killed import leave the %s with the next one',
  async (store) => {
    const s3 = store === 'disk' ? null : await openS3();
    const env = s3 && {
      S3_BUCKET: s3.bucket,
      S3_ENDPOINT: s3.endpoint,
      S3_ACCESS_KEY: s3.accessKey,
      S3_SECRET_KEY: s3.secretKey,
    };
    const slug = `morta-${store === 'disk' ? 1 : 2}`;
    const { objects } = s3
      ? { objects: await openObjectStore({ ...to.world.platform.config, s3 }) }
      : to.world.platform.files;
    // The import has stored its files, and waits for the table.
    const client = new pg.Client({ connectionString: to.url });
    await client.connect();
    await client.query('BEGIN; LOCK TABLE products IN SHARE MODE');
    const killed = begin(to, ['import', archive, '--slug', slug], env ?? {});
    await vi.waitFor(
      async () => {
        const { rowCount } = await client.query(
          "SELECT FROM pg_locks WHERE NOT granted AND locktype = 'relation'",
        );
        expect(rowCount).toBe(1);
      },
      { timeout: 60_000, interval: 100 },
    );
    const [id] = await unfinishedImports(to.dataDir);
    const keys = (await readFile(join(to.dataDir, 'imports', id!, 'keys'), 'utf8')).split('\n');
    const storedKeys = async () => {
      const found = await Promise.all(keys.map((key) => objects.head(key)));
      return found.filter(Boolean).length;
    };
    expect(await storedKeys()).toBeGreaterThan(5);
    // Another import leaves the files of one that runs.
    expect(await run(to, ['import', archive, '--slug', neighbour.slug], env ?? {})).toMatchObject({
      code: 1,
    });
    expect(await storedKeys()).toBe(keys.length);
    killed.child.kill('SIGKILL');
    await killed.ended;
    await client.query('ROLLBACK');
    await client.end();
    expect(await storedKeys()).toBe(keys.length);

    expect(await run(to, ['import', archive, '--slug', slug], env ?? {})).toMatchObject({
      code: 0,
    });
    expect(await storedKeys()).toBe(0);
    expect(await unfinishedImports(to.dataDir)).toEqual([]);
    if (!s3) await expect(readdir(join(to.dataDir, 'files', id!))).rejects.toThrow('ENOENT');
  },
);

// A connection that breaks --------------------------------------------------------------------------

/** Imports through a proxy. Returns whether the school stands, and the number of its files. */
async function importThrough(proxy: DatabaseProxy, slug: string) {
  const numbers = () => readdir(join(to.dataDir, 'files')).catch(() => []);
  const before = new Set(await numbers());
  const outcome = await importSchool({
    file: archive,
    slug,
    baseUrl: () => 'https://cortada.example',
    url: proxy.url,
    objects: to.world.platform.files.objects,
    folder: join(home, 'imports'),
  }).then(
    ({ id }) => id,
    (error: Error) => error,
  );
  await proxy.close();
  const [school] = await ask<{ id: number }>(
    to,
    `SELECT id::int AS id FROM tenants WHERE slug = '${slug}'`,
  );
  const folders = (await numbers()).filter((number) => !before.has(number));
  const files = await Promise.all(
    folders.map((number) => readdir(join(to.dataDir, 'files', number))),
  );
  return { outcome, school, files: files.flat().length };
}

test('a connection that breaks during COMMIT loses no file of an imported school', async () => {
  const proxy = await openDatabaseProxy(to.url);
  const cut = proxy.cutAt('COMMIT', { delivered: true });
  const { outcome, school: imported, files } = await importThrough(proxy, 'cortada');
  await cut;
  expect(imported).toEqual({ id: outcome });
  expect(files).toBe((await readdir(join(from.dataDir, 'files', String(school.id)))).length);
});

test('a connection that breaks before COMMIT leaves no school and no file', async () => {
  const proxy = await openDatabaseProxy(to.url);
  const cut = proxy.cutAt('COMMIT', { delivered: false });
  const { outcome, school: imported, files } = await importThrough(proxy, 'cortada-antes');
  await cut;
  expect(outcome).toBeInstanceOf(Error);
  expect([imported, files]).toEqual([undefined, 0]);
});

test('files stay while the outcome of the import is unknown', async () => {
  const proxy = await openDatabaseProxy(to.url);
  void proxy.cutAt('COMMIT', { delivered: true }).then(() => {
    proxy.mode = { code: '28P01', message: 'password authentication failed' };
  });
  const { outcome, school: imported, files } = await importThrough(proxy, 'cortada-de-vez');
  expect(outcome).toBeInstanceOf(ArchiveProblem);
  expect((outcome as Error).message).toContain('Look whether the school is there.');
  expect(imported).toBeDefined();
  expect(files).toBeGreaterThan(0);
  // The next import finds the school, and leaves its files.
  expect(await unfinishedImports(home)).toEqual([String(imported!.id)]);
  expect(await importThrough(await openDatabaseProxy(to.url), 'cortada-de-vez')).toMatchObject({
    outcome: expect.any(ArchiveProblem),
  });
  expect(await unfinishedImports(home)).toEqual([]);
  const left = await readdir(join(to.dataDir, 'files', String(imported!.id)));
  expect(left).toHaveLength(files);
});

// Damaged and hostile archives --------------------------------------------------------------------

test.each(hostileChanges)('%s is refused, and leaves nothing', async (_what, sentence, change) => {
  const entries = await entriesOf(archive);
  change(entries);
  const path = join(home, 'hostile.zip');
  await writeZip(path, entries);
  await refused(path, sentence);
});

test('the command reports it in one sentence', async () => {
  const { code, out } = await run(to, ['import', join(home, 'nothing.zip')]);
  expect([code, out]).toEqual([1, `There is no file ${join(home, 'nothing.zip')}.\n`]);
});

test('an archive that is truncated, no zip, or leads outside is refused', async () => {
  const path = join(home, 'cut.zip');
  await writeFile(path, await readFile(archive));
  await truncate(path, 5_000);
  await refused(path, /no zip file, or was cut off/);
  await refused(join(home, 'nothing.zip'), /There is no file/);
  const damaged = await readFile(archive);
  damaged.fill(
    0xff,
    damaged.indexOf('manifest.json') + 100,
    damaged.indexOf('manifest.json') + 120,
  );
  await writeFile(path, damaged);
  await refused(path, /The archive is broken: manifest\.json/);
  // A name outside the folder: yazl refuses to write it, so the test changes its bytes.
  const zip = await readFile(archive);
  const name = Buffer.from('manifest.json');
  const outside = Buffer.from('../../../a.sh');
  for (let offset = zip.indexOf(name); offset >= 0; offset = zip.indexOf(name, offset))
    outside.copy(zip, offset);
  await writeFile(path, zip);
  await refused(path, /The archive/);
});

async function refused(path: string, sentence: RegExp) {
  const slug = 'intrusa';
  const files = async () => {
    const folder = join(to.dataDir, 'files');
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  };
  const before = await files();
  const importing = importSchool({
    file: path,
    slug,
    baseUrl: () => 'https://intrusa.example',
    url: to.url,
    objects: to.world.platform.files.objects,
    folder: join(home, 'imports'),
  });
  await expect(importing).rejects.toThrow(ArchiveProblem);
  await expect(importing).rejects.toThrow(sentence);
  expect(await ask(to, `SELECT 1 FROM tenants WHERE slug = '${slug}'`)).toEqual([]);
  expect((await files()).toSorted()).toEqual(before.toSorted());
  expect(await unfinishedImports(home)).toEqual([]);
}
