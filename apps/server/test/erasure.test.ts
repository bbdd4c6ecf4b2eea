import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fillEmptyTables } from '../src/isolation/fill-tables.ts';
import { joinEmbeddedDatabase } from '../src/platform/embedded-database.ts';
import {
  ask,
  freePort,
  served,
  signIn,
  startProcess,
  type ServerProcess,
} from './server-process.ts';

/**
 * Tests the erasure of a member whose name stands in every column that accepts it. The catalogue
 * names the columns, so tables and columns that are added later are filled and searched too.
 */
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const marker = 'zulmarca';
const name = `Zuleica ${marker}`;
const email = `zuleica@${marker}.example.com`;
const password = 'segredo-bom-2026';

let home: string;
let dataDir: string;
let server: ServerProcess;
let cookie: string;
let dba: pg.Client;
let stop = async () => {};
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'vitrine-erasure-'));
  dataDir = join(home, 'data');
  server = startProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'trace' }, await freePort());
  await served(server);
  cookie = await signIn(server.port);
  const database = await joinEmbeddedDatabase(dataDir);
  stop = database.stop;
  dba = new pg.Client({ connectionString: database.url });
  await dba.connect();
});
afterAll(async () => {
  await dba.end();
  await stop();
  server.kill('SIGKILL');
  await server.ended;
  await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

const rows = async <Row>(text: string, values: unknown[] = []) =>
  (await dba.query(text, values)).rows as Row[];
const call = async (method: string, path: string, body?: unknown, person = cookie) => {
  // A DELETE must set the length of its body itself.
  const bytes = Buffer.byteLength(body ? JSON.stringify(body) : '');
  const headers: Record<string, string> = body ? { 'content-length': String(bytes) } : {};
  const answer = await ask(server.port, path, { method, body, cookie: person, headers });
  expect([path, answer.status < 300], answer.text).toEqual([path, true]);
  return answer;
};

const allTables = `
  SELECT format('%I.%I', n.nspname, c.relname) AS table
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'm') AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'`;

/** Returns every table of every schema with the text in any column. */
async function tablesWith(text: string) {
  const leaks: string[] = [];
  for (const { table } of await rows<{ table: string }>(allTables)) {
    const hits = await rows(
      `SELECT FROM ${table} t WHERE strpos(lower(to_jsonb(t)::text), lower($1)) > 0 LIMIT 1`,
      [text],
    );
    if (hits.length) leaks.push(table);
  }
  return leaks.toSorted();
}

interface TableColumns {
  table: string;
  /** The columns of its foreign keys to members, without `tenant_id`. */
  keys: string[];
  texts: Text[];
}

interface Text {
  column: string;
  type: string;
  /** True if its default is a list. */
  isList: boolean;
}

/** The tables whose rows belong to a member, and their columns that hold text. */
const namedTables = () =>
  rows<TableColumns>(`
    SELECT c.oid::regclass::text AS table,
      (SELECT array_agg(DISTINCT a.attname::text) FROM pg_constraint k
        JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey)
        WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid = 'members'::regclass
          AND a.attname <> 'tenant_id') AS keys,
      (SELECT coalesce(json_agg(json_build_object('column', a.attname, 'type', a.atttypid::regtype::text,
          'isList', coalesce(pg_get_expr(d.adbin, d.adrelid) LIKE '%[]%', false))), '[]')
        FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
          AND a.attgenerated = '' AND a.atttypid IN ('text'::regtype, 'jsonb'::regtype, 'text[]'::regtype)
      ) AS texts
    FROM pg_class c WHERE EXISTS (
      SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f'
        AND k.confrelid = 'members'::regclass)
    ORDER BY 1`);

const json = `{"name": "${name}, ${email}"}`;
const nameInText = ({ type, isList }: Text) =>
  ({
    jsonb: `'${isList ? `[${json}]` : json}'`,
    'text[]': `ARRAY['${name}', '${email}']`,
  })[type] ?? `'Aqui é ${name}, escrevam a ${email}'`;

/** Columns whose text the server chooses. They never hold a text or name of a person. */
const chosenByServer = new Set([
  'files.name',
  'files.etag',
  'imports.path',
  'imports.choices',
  'posts.embed',
]);

/**
 * Gives the member one row of each of these tables, and writes their name and e-mail into each text
 * column that accepts them. Returns those columns.
 */
async function putEverywhere(memberId: number) {
  const named: string[] = [];
  await dba.query('SET session_replication_role = replica');
  for (const { table, keys, texts } of await namedTables()) {
    const [row] = await rows<{ ctid: string }>(
      `SELECT ctid::text FROM ${table} ORDER BY (${keys.map((key) => `${key} = ${memberId}`).join(' OR ')}) DESC NULLS LAST LIMIT 1`,
    );
    if (!row) continue;
    let rowId = row.ctid;
    const set = async (column: string, value: string) => {
      const changed = await dba
        .query(
          `UPDATE ${table} SET "${column}" = ${value} WHERE ctid = '${rowId}' RETURNING ctid::text`,
        )
        .catch(() => null); // a CHECK allows other texts only, or another row has the same key
      rowId = changed?.rows[0]?.ctid ?? rowId;
      return changed !== null;
    };
    for (const key of keys) await set(key, String(memberId));
    for (const text of texts) {
      const { column } = text;
      if (!chosenByServer.has(`${table}.${column}`) && (await set(column, nameInText(text))))
        named.push(`${table}.${column}`);
    }
  }
  await dba.query('RESET session_replication_role');
  await dba.query(
    `INSERT INTO post_reports (tenant_id, community_id, post_id, member_id, reason)
     SELECT p.tenant_id, p.community_id, p.id, m.id, $1
     FROM posts p JOIN members m ON m.tenant_id = p.tenant_id AND m.id <> p.member_id
     WHERE p.member_id = $2 LIMIT 1`,
    [`${name} me ofendeu`, memberId],
  );
  return named;
}

async function run(program: 'backup' | 'school', ...args: string[]) {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, `../src/${program}.ts`), ...args],
    { env: { PATH: process.env['PATH'], DATA_DIR: dataDir }, stdio: 'ignore' },
  );
  const [code] = (await once(child, 'exit')) as [number];
  expect([program, code]).toEqual([program, 0]);
}

/** Returns the names and the unpacked contents of all files in a folder. */
async function everythingIn(folder: string, leftOut: (path: string) => boolean = () => false) {
  const parts: Buffer[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || leftOut(path)) continue;
    const bytes = await readFile(path);
    parts.push(Buffer.from(path), unpacked(bytes));
  }
  return Buffer.concat(parts).toString('latin1').toLowerCase();
}

function unpacked(bytes: Buffer) {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return gunzipSync(bytes);
  return bytes;
}

test('nothing of an erased person is left in any table', async () => {
  const product = JSON.parse((await call('POST', '/api/v1/products', { title: 'Plano' })).text);
  const created = await call('POST', '/api/v1/members', {
    name,
    email,
    password,
    product_ids: [product.data.id],
  });
  const id = (JSON.parse(created.text) as { data: { id: number } }).data.id;
  const signedIn = await call('POST', '/api/v1/session', { email, password }, '');
  const cookie = signedIn.headers['set-cookie']![0]!.split(';')[0]!;
  await call('PATCH', '/api/v1/me', { bio: `Bio de ${marker}` }, cookie);
  await call('POST', '/api/v1/reminders', { title: marker, weekdays: [1], time: '08:00' }, cookie);

  // Tables that the application has not filled get a row of values that the catalogue allows.
  const [{ tenant }] = (await rows<{ tenant: number }>(
    'SELECT tenant_id::integer AS tenant FROM members LIMIT 1',
  )) as [{ tenant: number }];
  const ofSchools = await rows<{ table: string }>(`
    SELECT attrelid::regclass::text AS table FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid
    WHERE attname = 'tenant_id' AND relkind = 'r' AND relnamespace = 'public'::regnamespace`);
  await fillEmptyTables(
    dba,
    tenant,
    ofSchools.map(({ table }) => table),
  );
  const named = await putEverywhere(id);
  expect(named).toEqual(
    expect.arrayContaining([
      'live_messages.text',
      'push_subscriptions.endpoint',
      'posts.content',
      'reminders.title',
    ]),
  );
  expect(named.length).toBeGreaterThan(30);
  await dba.query('DELETE FROM member_erasures'); // no erasure has been requested yet

  await call('DELETE', '/api/v1/me', { password }, cookie);
  await dba.query(`UPDATE mails SET created_at = created_at - interval '8 days'`);
  await dba.query('UPDATE members SET erase_at = now() - interval $$1 minute$$ WHERE id = $1', [
    id,
  ]);
  await dba.query(
    `UPDATE graphile_worker._private_jobs SET run_at = now(), locked_at = NULL
    WHERE key = 'erase-member:' || $1 OR key LIKE '%erase-member%'`,
    [id],
  );
  await expect
    .poll(() => rows('SELECT FROM members WHERE id = $1', [id]), { timeout: 60_000 })
    .toEqual([]);

  const left: Record<string, string[]> = {};
  for (const table of await tablesWith(marker)) {
    const [hit] = await rows<{ it: Record<string, unknown> }>(
      `SELECT to_jsonb(t) AS it FROM ${table} t WHERE strpos(lower(to_jsonb(t)::text), $1) > 0`,
      [marker],
    );
    left[table] = Object.keys(hit!.it).filter((column) =>
      (JSON.stringify(hit!.it[column]) ?? '').toLowerCase().includes(marker),
    );
  }
  expect(left).toEqual({});

  // Searches files, caches and the logs of server and PostgreSQL, but not PostgreSQL's own pages.
  const postgres = join(dataDir, 'postgres/');
  const lying = await everythingIn(dataDir, (path) => path.startsWith(postgres));
  expect(lying).not.toContain(marker);
  expect(server.output()).toContain('answered');
  expect(server.output().toLowerCase()).not.toContain(marker);

  // Searches a backup that is made afterwards.
  await run('backup', join(home, 'backup'));
  const backup = await everythingIn(join(home, 'backup'));
  expect(backup).toContain('dona@example.com');
  expect(backup).not.toContain(marker);
  for (const path of [
    '/api/v1/members/export',
    '/api/v1/members',
    '/api/v1/data-requests?state=done',
  ])
    expect((await call('GET', path)).text.toLowerCase()).not.toContain(marker);
});
