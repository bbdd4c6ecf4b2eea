import { messages } from '@vitrine/contract/messages';
import { sql } from 'kysely';
import type { TenantTransaction } from '../platform/database.ts';
import type { DB } from '../platform/database.types.ts';
import { orNotFound, refuse } from '../platform/app-error.ts';

/** Every table whose rows count their changes in `version`. */
type VersionedTable = {
  [Table in keyof DB]: DB[Table] extends { id: unknown; version: unknown } ? Table : never;
}[keyof DB];

interface ThingToChange {
  table: VersionedTable | 'platform_settings';
  id: number;
  /** As the writer last saw it; undefined where they did not say. */
  version: number | undefined;
  /** The thing as it stands, for whoever changed an old one. */
  current: () => Promise<object>;
}

/**
 * Takes a row for its change: 404 where there is none, 409 `stale_version` where somebody saved in
 * between. Who changes it too waits until this transaction ends;
 * the change itself sets `version: nextVersion`.
 */
export async function lockVersion(
  tx: TenantTransaction,
  thing: ThingToChange & { table: VersionedTable },
) {
  const { db, tenantId } = tx;
  // Not FOR UPDATE: rows that only point here (a new lesson, a member's progress) need not wait.
  const { rows } = await sql<{ version: number }>`
    SELECT version FROM ${sql.table(thing.table)}
    WHERE tenant_id = ${tenantId} AND id = ${thing.id}
    FOR NO KEY UPDATE`.execute(db);
  const { version } = orNotFound(rows[0]);
  if (thing.version !== undefined && thing.version !== version) throw await staleVersion(tx, thing);
}

/** 409 with the thing as it stands, who saved it and when (behaviour 12). */
export async function staleVersion(
  tx: TenantTransaction,
  { table, id, current }: Omit<ThingToChange, 'version'>,
) {
  const data = { ...(await current()), ...(await lastChange(tx, table, id)) };
  return refuse('stale_version', messages.staleVersion, 409, { data });
}

/** By the audit row that was written in the same transaction as the thing. */
async function lastChange(
  { db, tenantId }: TenantTransaction,
  table: ThingToChange['table'],
  id: number,
) {
  const key = sql.ref(table === 'platform_settings' ? 'tenant_id' : 'id');
  const { rows } = await sql<{ changed_by: string | null; changed_at: Date }>`
    SELECT m.name AS changed_by, a.at AS changed_at
    FROM audit_entries a
    LEFT JOIN members m ON m.tenant_id = a.tenant_id AND m.id = a.member_id
    WHERE a.tenant_id = ${tenantId} AND a.xmin = (
      SELECT t.xmin FROM ${sql.table(table)} t WHERE t.tenant_id = ${tenantId} AND ${key} = ${id})
    ORDER BY a.id DESC
    LIMIT 1`.execute(db);
  return rows[0] ?? { changed_by: null, changed_at: null };
}

export const nextVersion = sql<number>`version + 1`;
