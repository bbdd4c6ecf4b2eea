import { sql } from 'kysely';
import type { TenantTransaction } from '../platform/database.ts';

/**
 * Gives a removal five minutes, instead of the 15 seconds of other statements. A community may have
 * a million rows. The removal of one with 200,000 comments took 10 to 15 seconds.
 */
export const allowLongStatement = ({ db }: TenantTransaction) =>
  sql`SET LOCAL statement_timeout = '5min'`.execute(db);
