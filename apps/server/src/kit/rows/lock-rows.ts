import { sql } from 'kysely';
import type { TenantTransaction } from '../../platform/database.ts';
import type { DB } from '../../platform/database.types.ts';

/**
 * Locks the rows of these ids until the transaction ends: `lockRows(tx, 'posts', { channel_id: 7 })`.
 * A removal does so before it reads what goes with them. A save of them ends first, and is seen.
 */
export async function lockRows(
  { db }: TenantTransaction,
  table: keyof DB,
  key: Record<string, number | number[]>,
) {
  const [[column, ids]] = Object.entries(key) as [[string, number | number[]]];
  // Counted, so that no row travels.
  await sql`SELECT count(*) FROM (
    SELECT FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ANY (${[ids].flat()}::bigint[])
    FOR UPDATE) AS locked`.execute(db);
}
