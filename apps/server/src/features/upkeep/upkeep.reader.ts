import { limits } from '@vitrine/contract/upkeep';
import { sql } from 'kysely';
import type { TenantTransaction } from '../../platform/database.ts';

interface Failures {
  mails_failed: number;
  imports_failed: number;
}

/**
 * Counts recent failures. It reads the latest rows only, so a million older failures cost nothing.
 */
export async function countFailures({ db }: TenantTransaction): Promise<Failures> {
  const { failureDays, maxFailures } = limits;
  const isNew = sql`created_at > now() - make_interval(days => ${failureDays}::integer)`;
  const latestMails = (state: 'failed' | 'bounced') => sql`(
    SELECT created_at FROM mails WHERE state = ${state}
    ORDER BY id DESC LIMIT ${maxFailures})`;
  const { rows } = await sql<Failures>`SELECT
    (SELECT least(count(*), ${maxFailures})::int
     FROM (${latestMails('failed')} UNION ALL ${latestMails('bounced')}) AS mail
     WHERE ${isNew}) AS mails_failed,
    (SELECT count(*)::int FROM (
      SELECT status, created_at FROM imports
      ORDER BY id DESC LIMIT ${maxFailures}) AS import
     WHERE status = 'failed' AND ${isNew}) AS imports_failed`.execute(db);
  return rows[0]!;
}
