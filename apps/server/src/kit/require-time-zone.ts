import { messages } from '@vitrine/contract/messages';
import { sql } from 'kysely';
import { invalid } from '../platform/app-error.ts';
import type { TenantTransaction } from '../platform/database.ts';
import { codeOf, sqlState } from '../platform/sql-state.ts';

/**
 * Throws 422 for a time zone that PostgreSQL does not know. The contract knows names of Node, such as
 * 'BET', that PostgreSQL refuses. One such row would fail a statement about many members.
 */
export async function requireTimeZone({ db }: TenantTransaction, name: string | undefined) {
  if (name === undefined) return;
  await sql`SELECT now() AT TIME ZONE ${name}`.execute(db).catch((error: unknown) => {
    throw codeOf(error) === sqlState.invalidParameterValue
      ? invalid({ time_zone: [messages.invalid] })
      : error;
  });
}
