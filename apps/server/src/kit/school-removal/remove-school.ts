import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { BACKUP_LOCK } from '../../platform/backup-lock.ts';
import type { ObjectStore } from '../../platform/object-store.ts';
import { openOwnerClient } from '../backup/owner-client.ts';
import { deleteObjects } from '../files/remove-files.ts';
import { removeRows, removeRowsOf } from './remove-rows.ts';

/** A school that may be removed, and what goes with it. */
export interface RemovableSchool {
  id: number;
  slug: string;
  domain: string | null;
  name: string;
  members: number;
  courses: number;
  lessons: number;
  communities: number;
  posts: number;
  quizzes: number;
  files: number;
  /** Bytes of the files. */
  bytes: number;
  /** The bare host of the platform shows this school. */
  first: boolean;
  /** The name of the school that is the first one afterwards. Null if no other school exists. */
  next: string | null;
}

const countOf = (table: string) =>
  `(SELECT count(*)::int FROM ${table} c WHERE c.tenant_id = t.id) AS ${table}`;
const counted = ['members', 'courses', 'lessons', 'communities', 'posts', 'quizzes', 'files'];

/** As SQL, with its condition: the other schools `o`. One that is half removed is none. */
const othersThan = (id: string) => `tenants o WHERE o.id <> ${id} AND o.removing_since IS NULL`;

/** Counts what a removal deletes. Null if no school has the slug. `url` signs in as the owner. */
export async function findRemovable(url: string, slug: string): Promise<RemovableSchool | null> {
  const { client } = await openOwnerClient(url);
  try {
    const { rows: ids } = await client.query<{ id: string }>(
      `SELECT set_config('app.tenant', id::text, false) AS id FROM tenants WHERE slug = $1`,
      [slug],
    );
    if (!ids[0]) return null;
    const { rows } = await client.query<RemovableSchool>(
      `SELECT t.id::int, t.slug, t.domain, t.name, ${counted.map(countOf).join(', ')},
         (SELECT coalesce(sum(counted_bytes), 0)::float8 FROM files c WHERE c.tenant_id = t.id) AS bytes,
         NOT EXISTS (SELECT FROM ${othersThan('t.id')} AND o.id < t.id) AS first,
         (SELECT o.name FROM ${othersThan('t.id')} ORDER BY o.id LIMIT 1) AS next
       FROM tenants t WHERE t.id = app_tenant()`,
    );
    return rows[0]!;
  } finally {
    await client.end();
  }
}

interface Removal {
  /** Signs in as the owner of the tables. */
  url: string;
  objects: ObjectStore;
  /** Told why the removal waits. */
  onWait: (reason: string) => void;
}

/**
 * Removes a school with its files, jobs and rows, while servers run. The school answers 404 at once,
 * on every server. Its row in `tenants` goes last, so a removal that was killed is found and repeated.
 *
 * @returns the number of deleted rows and files; null if no other school is left, so that it stays
 */
export async function removeSchool(id: number, { url, objects, onWait }: Removal) {
  const { client, throwIfLost } = await openOwnerClient(url);
  try {
    await waitForOtherRemoval(client, onWait);
    if (!(await isOtherSchoolLeft(client, id))) return null;
    await close(client, id);
    await waitForUploads(client, objects, onWait);
    const files = await removeFiles(client, objects, { id, throwIfLost, onWait });
    const rows = await removeRows(client, id);
    await client.query('BEGIN');
    await removeJobs(client, id);
    await client.query('DELETE FROM tenants WHERE id = $1', [id]);
    await announce(client, id);
    await client.query('COMMIT');
    return { rows, files };
  } finally {
    await client.end();
  }
}

/** The number of the advisory lock that a removal holds until its connection ends. */
const REMOVAL_LOCK = 7134512;

/** Two removals at once would each count on the other's school, and leave none. */
async function waitForOtherRemoval(client: pg.Client, onWait: Removal['onWait']) {
  const { rows } = await client.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_lock(${REMOVAL_LOCK}) AS locked`,
  );
  if (rows[0]!.locked) return;
  onWait('Another school is being removed');
  await client.query(`SELECT pg_advisory_lock(${REMOVAL_LOCK})`);
}

async function isOtherSchoolLeft(client: pg.Client, id: number) {
  const { rowCount } = await client.query(`SELECT FROM ${othersThan('$1')} LIMIT 1`, [id]);
  return rowCount === 1;
}

/** A school without settings is found by no host. Its streams end with the sessions. */
async function close(client: pg.Client, id: number) {
  await client.query("SELECT set_config('app.tenant', $1, false)", [String(id)]);
  await client.query('BEGIN');
  await client.query(
    'UPDATE tenants SET removing_since = coalesce(removing_since, now()) WHERE id = $1',
    [id],
  );
  await client.query('DELETE FROM platform_settings WHERE tenant_id = $1', [id]);
  await removeJobs(client, id);
  await announce(client, id);
  await client.query('COMMIT');
  await removeRowsOf(client, 'sessions', id);
}

/** A running job ends by itself, and its queue with it. A failed one of no school is not tried again. */
const removeJobs = (client: pg.Client, id: number) =>
  client.query(
    `DELETE FROM graphile_worker._private_jobs
     WHERE locked_at IS NULL AND (payload ->> 'tenantId')::bigint = $1`,
    [id],
  );

/** Every server drops the school and the hosts that it knows. */
const announce = (client: pg.Client, id: number) =>
  client.query(`SELECT pg_notify('school_changed', $1), pg_notify('school_changed', 'hosts')`, [
    String(id),
  ]);

/** A browser may still send a file to the object store: no row would name it afterwards. */
async function waitForUploads(client: pg.Client, objects: ObjectStore, onWait: Removal['onWait']) {
  if (!objects.origin) return; // uploads go through a server, which deletes what has no row
  const { rows } = await client.query<{ ms: number | null }>(
    `SELECT extract(epoch FROM max(expires_at) - now())::float8 * 1000 AS ms FROM files
     WHERE tenant_id = app_tenant() AND state <> 'ready' AND expires_at > now()`,
  );
  const { ms } = rows[0]!;
  if (ms === null) return;
  onWait(`Browsers may send files for ${Math.ceil(ms / 1_000)} more seconds`);
  await sleep(ms);
}

const FILE_BATCH_SIZE = 100;

async function removeFiles(
  client: pg.Client,
  objects: ObjectStore,
  { id, throwIfLost, onWait }: { id: number; throwIfLost(): void; onWait: Removal['onWait'] },
) {
  let total = 0;
  for (;;) {
    // Refused files are in no later backup, and nobody claims or completes them.
    const { rows: files } = await client.query<{ id: string; name: string; widths: number[] }>(
      `UPDATE files SET state = 'refused' WHERE (tenant_id, id) IN (
         SELECT tenant_id, id FROM files WHERE tenant_id = $1 ORDER BY id LIMIT ${FILE_BATCH_SIZE})
       RETURNING id, name, widths`,
      [id],
    );
    if (!files.length) break;
    await waitForBackup(client, onWait);
    await Promise.all(files.map((file) => deleteObjects(objects, { ...file, tenant_id: id })));
    throwIfLost();
    await client.query('DELETE FROM files WHERE tenant_id = $1 AND id = ANY ($2::bigint[])', [
      id,
      files.map((file) => file.id),
    ]);
    total += files.length;
  }
  await objects.deleteRest(id);
  return total;
}

/** A backup or an export that runs may have taken its snapshot before the files were refused. */
async function waitForBackup(client: pg.Client, onWait: Removal['onWait']) {
  const { rows } = await client.query<{ free: boolean }>(
    `SELECT pg_try_advisory_lock_shared(${BACKUP_LOCK}) AS free`,
  );
  if (!rows[0]!.free) {
    onWait('A backup or an export is copying files');
    await client.query(`SELECT pg_advisory_lock_shared(${BACKUP_LOCK})`);
  }
  await client.query(`SELECT pg_advisory_unlock_shared(${BACKUP_LOCK})`);
}
