import { messages as importTexts } from '@vitrine/contract/imports';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { readTables } from '../src/kit/backup/owner-client.ts';
import { leftOutColumns, leftOutTables } from '../src/kit/school-archive/format.ts';
import { archivedTables } from '../src/kit/school-archive/tables.ts';
import { hashToken, newToken } from '../src/platform/secrets.ts';
import { entriesOf } from './hostile-archives.ts';
import {
  ask,
  exportedSchool,
  info,
  infoPath,
  password,
  run,
  type Installation,
} from './school-archive.ts';

/** Tests `npm run school -- export` and `import`, from one installation to another. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { home, from, to, school, neighbour, archive, exported, empty, removeAll } =
  await exportedSchool();
afterAll(removeAll);

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
  const awaited = await ask<{ id: number }>(
    to,
    `SELECT id::int FROM lives WHERE tenant_id = ${id} AND title IN ('Lembrada', 'Adiada') ORDER BY id`,
  );
  expect(awaited).toHaveLength(2);
  const liveJobs = await ask(
    to,
    `SELECT j.key, (payload ->> 'liveId')::int AS live, run_at AT TIME ZONE 'UTC' = '2099-05-10 19:45' AS on_time
     FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_tasks t ON t.id = j.task_id AND t.identifier = 'remind-of-live'
     WHERE (payload ->> 'tenantId')::int = ${id} AND run_at > '2099-01-01' ORDER BY live`,
  );
  expect(liveJobs).toEqual(
    awaited.map(({ id: live }) => ({ key: `${id}:live-reminders:${live}`, live, on_time: true })),
  );
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
