import { sql } from 'kysely';
import type { TenantTransaction } from './database.ts';

/** The number of PostgreSQL's advisory lock that a backup holds while it copies files. */
export const BACKUP_LOCK = 7134510;

/**
 * Tells whether files may be deleted until this transaction ends. Returns false while a backup
 * runs: the backup's snapshot may name a file that no current row names.
 */
export async function mayDeleteFiles({ db }: TenantTransaction): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    SELECT pg_try_advisory_xact_lock_shared(${sql.lit(BACKUP_LOCK)}) AS free`.execute(db);
  return rows[0]!.free;
}
