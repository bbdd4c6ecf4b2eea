import { sql } from 'kysely';
import type { TenantTransaction } from './database.ts';

/** The number of PostgreSQL's advisory lock that a backup holds while it copies files. */
export const BACKUP_LOCK = 7134510;

/**
 * Tells whether files may be deleted whose rows are `refused`, and committed. Returns false while a
 * backup runs: its snapshot may be older than the refusal. A backup that begins later takes its
 * snapshot after the lock, and copies no refused file. So the deletion itself needs no lock.
 */
export async function mayDeleteRefused({ db }: TenantTransaction): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    SELECT pg_try_advisory_xact_lock_shared(${sql.lit(BACKUP_LOCK)}) AS free`.execute(db);
  return rows[0]!.free;
}
