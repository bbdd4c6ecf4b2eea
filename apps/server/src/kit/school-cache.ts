import { sql } from 'kysely';
import type { TenantTransaction } from '../platform/database.ts';
import type { Platform } from '../platform/platform.ts';

/**
 * Drops this server's cached school once the transaction is committed. Without it, the person who
 * saved may read the old value: NOTIFY reaches this server only a moment after the commit.
 */
export const forgetSchoolAfterCommit = ({ schools }: Platform, tx: TenantTransaction) =>
  tx.afterCommit(() => schools.forget(tx.tenantId));

/** The same for a table without a notifying trigger. The other servers drop their cached school too. */
export async function forgetSchoolEverywhere(platform: Platform, tx: TenantTransaction) {
  forgetSchoolAfterCommit(platform, tx);
  await sql`SELECT pg_notify('school_changed', ${String(tx.tenantId)})`.execute(tx.db);
}
