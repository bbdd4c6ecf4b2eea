import { sql } from 'kysely';
import type { TenantTransaction } from '../platform/database.ts';

/**
 * What goes with a community or a quiz may be a million rows: its removal may take five minutes,
 * instead of the 15 seconds of other statements. 200,000 comments took 10 to 15.
 */
export const allowLongStatement = ({ db }: TenantTransaction) =>
  sql`SET LOCAL statement_timeout = '5min'`.execute(db);
