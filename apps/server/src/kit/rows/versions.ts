import { messages } from '@vitrine/contract/messages';
import { sql } from 'kysely';
import { orNotFound, refuse } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { DB } from '../../platform/database.types.ts';

/**
 * Every table whose rows count their changes in `version`. A trigger writes `change_id` with it.
 */
type VersionedTable = {
  [Table in keyof DB]: DB[Table] extends { id: unknown; version: unknown; change_id: unknown }
    ? Table
    : never;
}[keyof DB];

interface VersionedChange {
  table: VersionedTable | 'platform_settings';
  id: number;
  /** The version that the client read last; undefined if it sent none. */
  version: number | undefined;
  /** Reads the thing for the 409 of a client that changed an outdated one. */
  current: () => Promise<object>;
}

/**
 * Locks a row before its change. A missing row is 404, an outdated version 409 `stale_version`.
 * Another change waits until this transaction ends. The change itself sets `version: nextVersion`.
 */
export async function lockVersion(
  tx: TenantTransaction,
  change: VersionedChange & { table: VersionedTable },
) {
  const { db, tenantId } = tx;
  // FOR UPDATE would make inserts of rows that refer to this one wait (lessons, progress).
  const { rows } = await sql<{ version: number }>`
    SELECT version FROM ${sql.table(change.table)}
    WHERE tenant_id = ${tenantId} AND id = ${change.id}
    FOR NO KEY UPDATE`.execute(db);
  const { version } = orNotFound(rows[0]);
  if (change.version !== undefined && change.version !== version)
    throw await staleVersion(tx, change);
}

/** 409 with the current thing, who saved it and when. */
export async function staleVersion(
  tx: TenantTransaction,
  { table, id, current }: Omit<VersionedChange, 'version'>,
) {
  const data = { ...(await current()), ...(await lastChange(tx, table, id)) };
  return refuse('stale_version', messages.staleVersion, 409, { data });
}

/** Finds who saved the version: the audit row of the same change (migration 0195). */
async function lastChange(
  { db, tenantId }: TenantTransaction,
  table: VersionedChange['table'],
  id: number,
) {
  const key = sql.ref(table === 'platform_settings' ? 'tenant_id' : 'id');
  const { rows } = await sql<{
    changed_by: string | null;
    changed_by_id: number | null;
    changed_at: Date;
  }>`
    SELECT m.name AS changed_by, m.id AS changed_by_id, a.at AS changed_at
    FROM audit_entries a
    LEFT JOIN members m ON m.id = a.member_id
    WHERE a.tenant_id = ${tenantId} AND a.change_id = (
      SELECT t.change_id FROM ${sql.table(table)} t WHERE t.tenant_id = ${tenantId} AND ${key} = ${id})
    ORDER BY a.id DESC
    LIMIT 1`.execute(db);
  return rows[0] ?? { changed_by: null, changed_by_id: null, changed_at: null };
}

/** The value of `version` in an UPDATE. */
export const nextVersion = sql<number>`version + 1`;
