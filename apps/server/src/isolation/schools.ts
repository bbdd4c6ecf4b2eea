import type { Role } from '@vitrine/contract/roles';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { createSchool } from '../features/tenants/tenants.store.ts';
import { readTables } from '../kit/backup/owner-client.ts';
import { removeRows } from '../kit/school-removal/remove-rows.ts';
import type { Database } from '../platform/database.ts';
import { hashToken, newToken } from '../platform/secrets.ts';
import { fillEmptyTables } from './fill-tables.ts';

/** A school that exists for a few minutes, with a row in every table. */
export interface TrialSchool {
  id: number;
  slug: string;
  host: string;
  cookie: string;
  /** A text that only this school's texts contain. */
  marker: string;
  /** The distinct ids of its rows. */
  ids: number[];
  /** The path of one of its files. */
  path: string;
}

/** Starts a session of a role. Creates a member with the role if a call has erased the last one. */
export async function signInAs(
  client: pg.Client,
  school: Pick<TrialSchool, 'id' | 'marker'>,
  role: Role,
) {
  const token = newToken();
  await client.query("SELECT set_config('app.tenant', $1, false)", [String(school.id)]);
  const values = [school.id, `{${role}}`];
  const find = () =>
    client.query<{ id: string }>(
      'SELECT min(id) AS id FROM members WHERE tenant_id = $1 AND roles = $2 HAVING count(*) > 0',
      values,
    );
  let { rows } = await find();
  if (!rows[0]) {
    // The member who had the role may still exist with another one, so the e-mail must be new.
    const name = `${role}-${randomBytes(4).toString('hex')}`;
    await client.query(
      `INSERT INTO members (tenant_id, name, email, roles) VALUES ($1, $3, $4, $2)`,
      [...values, `Pessoa ${school.marker}`, `${name}-${school.marker}@vitrine.invalid`],
    );
    ({ rows } = await find());
  }
  await client.query(
    `INSERT INTO sessions (tenant_id, member_id, token_hash, expires_at)
     VALUES ($1, $2, $3, now() + interval '1 hour')`,
    [school.id, rows[0]!.id, hashToken(token)],
  );
  return `vitrine=${token}`;
}

const slugs = /^doctor-[0-9a-f]{12}$/;

/**
 * Makes a throw-away school below `platformHost`, with a row in every table and its marker in every
 * text. Its owner is signed in. `removeSchools` takes it away.
 */
export async function makeSchool(
  client: pg.Client,
  database: Database,
  platformHost: string,
): Promise<TrialSchool> {
  const marker = randomBytes(6).toString('hex');
  const slug = `doctor-${marker}`;
  const { id } = await createSchool(database, {
    name: `Escola ${marker}`,
    slug,
    owner: { name: `Dona ${marker}`, email: `${marker}@vitrine.invalid`, passwordHash: null },
  });
  const tables = await tableNames(client);
  await fillEmptyTables(
    client,
    id,
    tables.filter((table) => table !== 'sessions'),
  );
  await mark(client, tables, marker);
  const { rows: files } = await client.query<{ name: string }>(
    'SELECT name FROM files WHERE tenant_id = $1 LIMIT 1',
    [id],
  );
  const school: TrialSchool = {
    id,
    slug,
    host: `${slug}.${platformHost}`,
    cookie: '',
    marker,
    ids: [],
    path: `/files/${id}/${files[0]?.name ?? 'nothing'}`,
  };
  school.cookie = await signInAs(client, school, 'owner');
  school.ids = await idsOf(client, tables, id);
  return school;
}

/** The tables that have a `tenant_id`, without their schema. */
export const tableNames = async (client: pg.Client) =>
  (await readTables(client))
    .filter(({ of_school }) => of_school)
    .map(({ name }) => name.replace('public.', ''));

/** Writes the marker into every text column that accepts it. */
async function mark(client: pg.Client, tables: string[], marker: string) {
  const { rows } = await client.query<{ table: string; column: string }>(
    `SELECT a.attrelid::regclass::text AS table, a.attname AS column FROM pg_attribute a
     WHERE a.attrelid::regclass::text = ANY ($1) AND a.attnum > 0 AND NOT a.attisdropped
       AND a.attgenerated = '' AND a.atttypid IN ('text'::regtype, 'title'::regtype)`,
    [tables],
  );
  for (const { table, column } of rows)
    await client
      .query(
        `UPDATE ${table} SET ${pg.escapeIdentifier(column)} = left(${pg.escapeIdentifier(column)}, 40) || ' ${marker}'
         WHERE tenant_id = app_tenant() AND position('${marker}' IN ${pg.escapeIdentifier(column)}) = 0`,
      )
      .catch(() => {}); // a rule of the table allows certain texts only
}

async function idsOf(client: pg.Client, tables: string[], id: number) {
  const ids = new Set<number>();
  for (const table of tables) {
    const { rows } = await client
      .query<{ id: number }>(`SELECT id::int FROM ${table} WHERE tenant_id = $1 LIMIT 3`, [id])
      .catch(() => ({ rows: [] })); // not every table has ids
    for (const row of rows) ids.add(row.id);
  }
  return [...ids];
}

/** A checksum of every table of a school: equal as long as no row changes. */
export async function sumOf(client: pg.Client, tables: string[], id: number) {
  await client.query("SELECT set_config('app.tenant', $1, false)", [String(id)]);
  const selects = tables.map(
    (table) =>
      `SELECT '${table}' AS name, count(*) || md5(coalesce(string_agg(t::text, '' ORDER BY t::text), '')) AS sum
       FROM ${table} t WHERE tenant_id = ${id}`,
  );
  const { rows } = await client.query<{ name: string; sum: string }>(selects.join(' UNION ALL '));
  return new Map(rows.map(({ name, sum }) => [name, sum]));
}

/** Deletes these schools, and those that a killed run left more than an hour ago. */
export async function removeSchools(client: pg.Client, ids: number[]) {
  const { rows } = await client.query<{ id: number; slug: string }>(
    `SELECT id::int, slug FROM tenants
     WHERE slug LIKE 'doctor-%' AND (id = ANY ($1) OR created_at < now() - interval '1 hour')`,
    [ids],
  );
  for (const { id, slug } of rows) if (slugs.test(slug)) await removeSchool(client, id);
}

async function removeSchool(client: pg.Client, id: number) {
  await removeRows(client, id);
  await client.query('DELETE FROM tenants WHERE id = $1', [id]);
  await client.query(
    `DELETE FROM graphile_worker._private_jobs
     WHERE locked_by IS NULL AND (payload ->> 'tenantId')::bigint = $1`,
    [id],
  );
  await client.query("SELECT pg_notify('school_changed', 'hosts')");
}
