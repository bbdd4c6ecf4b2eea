import { sql } from 'kysely';
import type { TenantTransaction } from '../platform/database.ts';

/**
 * Allows the next statements five minutes, instead of 15 seconds. The removal of a community, a course,
 * a quiz, a live or a level may delete a million rows. The removal of 200,000 comments took 10 to 15
 * seconds. A lesson that moves to another module takes the progress of all its students along.
 */
export const allowLongStatement = ({ db }: TenantTransaction) =>
  sql`SET LOCAL statement_timeout = '5min'`.execute(db);
