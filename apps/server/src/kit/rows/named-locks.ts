import { sql } from 'kysely';
import type { TenantTransaction } from '../../platform/database.ts';
import type { DB } from '../../platform/database.types.ts';

/** The locks of a school that are no rows. A number is an id. */
type LockName =
  /** Changes of roles, and erasures: the last owner stays. */
  | 'owners'
  /** Additions of lives. */
  | 'lives'
  /** Changes of snippets. */
  | 'custom_html'
  /** The deletion of old watchers. */
  | 'watchers'
  /** The index of misspellings: writers of texts share it, and the job that prunes it is alone. */
  | 'search-words'
  /** Completions of lessons, modules and courses by a member. */
  | `ends:${number}`
  /** Batches of a quiz that hand in its expired attempts. */
  | `expired-attempts:${number}`
  /** An ordered list, by the id of its parent, or 0. */
  | `${keyof DB}:${number}`;

/** As SQL: the number of a lock. Servers of all versions must name a lock alike. */
const numberOf = (tenantId: number, name: LockName) =>
  sql`hashtextextended(${`${tenantId}:${name}`}, 0)`;

/** Waits for a lock, and holds it until the transaction ends. */
export async function lockUntilCommit({ db, tenantId }: TenantTransaction, name: LockName) {
  await sql`SELECT pg_advisory_xact_lock(${numberOf(tenantId, name)})`.execute(db);
}

/** Waits until nobody holds the lock alone, and shares it until the transaction ends. */
export async function shareUntilCommit({ db, tenantId }: TenantTransaction, name: LockName) {
  await sql`SELECT pg_advisory_xact_lock_shared(${numberOf(tenantId, name)})`.execute(db);
}

/** Locks without waiting. Returns false if another transaction holds the lock. */
export async function tryLockUntilCommit({ db, tenantId }: TenantTransaction, name: LockName) {
  const { rows } = await sql<{ locked: boolean }>`
    SELECT pg_try_advisory_xact_lock(${numberOf(tenantId, name)}) AS locked`.execute(db);
  return rows[0]!.locked;
}
