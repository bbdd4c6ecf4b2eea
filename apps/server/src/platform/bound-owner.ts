import type pg from 'pg';
import { LOCK_TIMEOUT_MS } from './migration-locks.ts';

// Forced row-level security binds an owner of the tables who is neither superuser nor BYPASSRLS. Without
// a school, a statement of such an owner finds no row, and succeeds.

/** Tells whether row-level security binds the role of this connection, although it owns the tables. */
export async function isBoundOwner(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ bound: boolean }>(
    'SELECT NOT (rolsuper OR rolbypassrls) AS bound FROM pg_roles WHERE rolname = current_user',
  );
  return rows[0]!.bound;
}

/**
 * Forces row-level security on the owner, or lifts that. All other roles stay bound. It locks one
 * table at a time, so that nobody waits for a second one.
 */
export async function forceOnOwner(
  client: pg.Client,
  force: boolean,
  retry: (run: () => Promise<void>) => Promise<void>,
) {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
       AND c.relrowsecurity AND c.relforcerowsecurity <> $1
     ORDER BY c.oid`,
    [force],
  );
  await client.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
  for (const { name } of rows)
    await retry(async () => {
      await client.query(`ALTER TABLE ${name} ${force ? '' : 'NO '}FORCE ROW LEVEL SECURITY`);
    });
}
