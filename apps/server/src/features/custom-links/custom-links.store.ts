import {
  limits,
  messages,
  type CustomLink,
  type CustomLinkInput,
} from '@vitrine/contract/custom-links';
import { sql } from 'kysely';
import { lockList, reorder } from '../../kit/rows/ordering.ts';
import { constraint, orNotFound, refuse } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';

// The only file that writes `custom_links`. Row-level security limits every query to the school of
// the transaction. Links have no `version`: of two changes at once the later one is saved.

const columns = ['id', 'title', 'url', 'tenant_id'] as const;

const listIsFull = () => refuse('links_full', messages.limit, 409);

// The unique slot holds the limit, even against an INSERT that forgot the lock.
constraint('custom_links_tenant_id_slot_key', listIsFull);

/** All links of the school, in their order. */
export const listLinks = ({ db }: TenantTransaction): Promise<CustomLink[]> =>
  db.selectFrom('custom_links').select(columns).orderBy('position').orderBy('id').execute();

/** Inserts into the lowest free slot, at the end of the menu. A fourth link finds no free slot. */
export async function addLink(
  tx: TenantTransaction,
  { link_title, link_url }: CustomLinkInput,
): Promise<CustomLink> {
  await lockList(tx, 'custom_links');
  const { rows } = await sql<CustomLink>`
    INSERT INTO custom_links (slot, position, title, url)
    SELECT slot, (SELECT coalesce(max(position), 0) + 1 FROM custom_links), ${link_title}, ${link_url}
    FROM generate_series(1, ${limits.perSchool}) AS slot
    WHERE slot NOT IN (SELECT slot FROM custom_links)
    ORDER BY slot
    LIMIT 1
    RETURNING id, title, url, tenant_id`.execute(tx.db);
  if (!rows[0]) throw listIsFull();
  return rows[0];
}

/** Throws 404 for an unknown id. */
export async function changeLink(
  { db }: TenantTransaction,
  id: number,
  { link_title, link_url }: CustomLinkInput,
): Promise<CustomLink> {
  const changed = await db
    .updateTable('custom_links')
    .set({ title: link_title, url: link_url })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  return orNotFound(changed);
}

/** Throws 404 for an unknown id. */
export async function removeLink(tx: TenantTransaction, id: number) {
  await lockList(tx, 'custom_links');
  orNotFound(
    await tx.db.deleteFrom('custom_links').where('id', '=', id).returning('id').executeTakeFirst(),
  );
}

/** Throws 409 with the current list for a duplicate or incomplete order (contract, Everywhere). */
export const orderLinks = (tx: TenantTransaction, ids: number[]) =>
  reorder(tx, { table: 'custom_links', ids, current: () => listLinks(tx) });
