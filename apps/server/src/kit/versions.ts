import { messages } from '@vitrine/contract/messages';
import { sql } from 'kysely';
import type { Scope } from '../platform/database.ts';
import { found, refuse } from '../platform/refusals.ts';

/** The tables whose rows count their changes in `version`. */
export type VersionedTable = 'courses' | 'lessons' | 'carousels' | 'banners' | 'custom_html';

interface ThingToChange {
  table: VersionedTable;
  id: number;
  /** As the writer last saw it; undefined where they did not say. */
  version: number | undefined;
  /** The thing as it stands, for whoever changed an old one. */
  current: () => Promise<unknown>;
}

/**
 * Takes a row for its change: 404 where there is none, 409 `stale_version` with the current thing
 * in `data` where somebody saved in between. Who changes it too waits until this transaction ends;
 * the change itself sets `version: nextVersion`.
 */
export async function takeVersion({ db, tenantId }: Scope, thing: ThingToChange) {
  // Not FOR UPDATE: rows that only point here (a new lesson, a member's progress) need not wait.
  const { rows } = await sql<{ version: number }>`
    SELECT version FROM ${sql.table(thing.table)}
    WHERE tenant_id = ${tenantId} AND id = ${thing.id}
    FOR NO KEY UPDATE`.execute(db);
  const { version } = found(rows[0]);
  if (thing.version !== undefined && thing.version !== version)
    throw refuse('stale_version', messages.staleVersion, 409, { data: await thing.current() });
}

export const nextVersion = sql<number>`version + 1`;
