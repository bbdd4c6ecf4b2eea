import { limits, messages } from '@vitrine/contract/imports';
import { sql } from 'kysely';
import { forgetUnusedMembers } from '../../kit/privacy/forget-member.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { enqueueInTurn } from './imports.store.ts';
import type { NewMember } from './people.store.ts';

/** The payload of the job that runs a slice of an undo. */
export interface UndoPayload {
  /** The import's id. */
  id: number;
}

/** Puts an undo at the end of the line of imports. */
export const enqueueUndo = (tx: TenantTransaction, { id }: UndoPayload) =>
  enqueueInTurn(tx, 'undo-import', { id }, `undo-import:${id}`);

/** Whether an admin has undone the import, so that its job must stop. */
export const isUndone = async ({ db }: TenantTransaction, id: number) =>
  (await db.selectFrom('imports').select('undone_at').where('id', '=', id).executeTakeFirst())
    ?.undone_at !== null;

/** Marks an import as undone, and enqueues the first slice. False where it cannot be undone. */
export async function beginUndo(tx: TenantTransaction, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('imports')
    .set({
      undone_at: sql<Date>`now()`,
      undo_line: 0,
      undo_removed: 0,
      undo_kept: 0,
      undo_products: 0,
    })
    .where('id', '=', id)
    .where('kind', '=', 'members')
    .where('status', 'in', ['done', 'failed'])
    .where('undone_at', 'is', null)
    .where('created_at', '>', sql<Date>`now() - make_interval(days => ${limits.resultDays})`)
    .executeTakeFirstOrThrow();
  if (!numUpdatedRows) return false;
  await enqueueUndo(tx, { id });
  return true;
}

/** Locks an undo, and returns its last line. Null where it has ended. */
export async function lockUndo({ db }: TenantTransaction, id: number): Promise<number | null> {
  const row = await db
    .selectFrom('imports')
    .select('undo_line')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row?.undo_line ?? null;
}

/** Adds a batch to an undo. Null ends it. */
export const updateUndo = (
  { db }: TenantTransaction,
  id: number,
  batch: { line: number; counts: UndoCounts } | null,
) =>
  db
    .updateTable('imports')
    .set({
      undo_line: batch?.line ?? null,
      ...(batch && {
        undo_removed: sql<number>`undo_removed + ${batch.counts.removed}`,
        undo_kept: sql<number>`undo_kept + ${batch.counts.kept}`,
        undo_products: sql<number>`undo_products + ${batch.counts.products}`,
      }),
    })
    .where('id', '=', id)
    .execute();

/** Ends an undo whose job gave up. The rows that are left can be undone by another one. */
export const giveUpUndo = ({ db }: TenantTransaction, id: number) =>
  db
    .updateTable('imports')
    .set({
      undone_at: null,
      undo_line: null,
      undo_removed: null,
      undo_kept: null,
      undo_products: null,
      report: sql<string>`report
        || jsonb_build_object('item', filename, 'message', ${messages.undoGaveUp}::text)`,
    })
    .where('id', '=', id)
    .where('undo_line', 'is not', null)
    .execute();

// The rows of a batch ----------------------------------------------------------------------

/** The number of accounts and products that an undo has handled. */
export interface UndoCounts {
  /** Accounts that are gone. */
  removed: number;
  /** Accounts that the import made, and that stay. */
  kept: number;
  /** Products that are gone. */
  products: number;
}

/**
 * Undoes the next rows of an import: removes its products, and the accounts that it made and nobody
 * has used. Members who have signed in, or have another product since, keep their account. The job of
 * an erasure removes those who wait for it. What another import names too stays, until that one is
 * undone as well.
 *
 * @returns null behind the last row
 */
export async function takeBack(
  tx: TenantTransaction,
  importId: number,
  { after, count }: { after: number; count: number },
): Promise<{ line: number; counts: UndoCounts } | null> {
  const { db } = tx;
  const next = await sql<{ line: number | null }>`
    SELECT max(line) AS line FROM (SELECT line FROM import_rows
      WHERE import_id = ${importId} AND line > ${after} ORDER BY line LIMIT ${count}) AS next`.execute(
    db,
  );
  const { line } = next.rows[0]!;
  if (line === null) return null;
  const batch = sql`r.import_id = ${importId} AND r.line > ${after} AND r.line <= ${line}`;
  const undone = sql`(SELECT id FROM imports WHERE undone_at IS NOT NULL)`;
  // The account depends on the products of all rows of a person, also of later ones.
  // A reward that gives the same product has been earned since: its product stays. So does a product
  // that somebody took away and gave again: it has another time than the row. Old rows have none.
  const { numAffectedRows: products = 0n } = await sql`
    DELETE FROM member_products mp
    USING (SELECT member_id, unnest(product_ids) AS product_id, given_at
           FROM import_rows WHERE import_id IN ${undone}
           AND member_id IN (SELECT r.member_id FROM import_rows r WHERE ${batch})) AS given
    WHERE mp.member_id = given.member_id AND mp.product_id = given.product_id
      AND (given.given_at IS NULL OR mp.granted_at = given.given_at)
      AND NOT EXISTS (SELECT FROM import_rows other WHERE other.import_id NOT IN ${undone}
        AND other.member_id = mp.member_id AND mp.product_id = ANY (other.product_ids || other.found_ids))
      AND NOT EXISTS (SELECT FROM reward_earnings e JOIN rewards r ON r.id = e.reward_id
        WHERE e.member_id = mp.member_id AND r.deliverable_product = mp.product_id)`.execute(db);
  // The account counts with the first row of its person.
  const created = sql`SELECT r.member_id FROM import_rows r
    WHERE ${batch}
      AND EXISTS (SELECT FROM import_rows made WHERE made.import_id IN ${undone}
        AND made.member_id = r.member_id AND made.outcome = 'created')
      AND NOT EXISTS (SELECT FROM import_rows earlier WHERE earlier.import_id = ${importId}
        AND earlier.member_id = r.member_id AND earlier.line < r.line)`;
  // A product that is given meanwhile comes first: the next statement sees it.
  const { rows: accounts } = await sql`
    SELECT FROM members WHERE id IN (${created}) ORDER BY id FOR UPDATE`.execute(db);
  const { rows: unused } = await sql<NewMember>`
    SELECT m.id, m.name, m.email FROM members m
    WHERE m.id IN (${created}) AND m.last_seen_at IS NULL AND m.erase_at IS NULL
      AND m.roles = '{student}'
      AND NOT EXISTS (SELECT FROM member_products mp WHERE mp.member_id = m.id)
      AND NOT EXISTS (SELECT FROM import_rows other WHERE other.import_id NOT IN ${undone}
        AND other.member_id = m.id)`.execute(db);
  await forgetUnusedMembers(tx, unused);
  await sql`DELETE FROM members WHERE id = ANY (${unused.map(({ id }) => id)}::bigint[])`.execute(
    db,
  );
  const removed = unused.length;
  const kept = accounts.length - removed;
  return { line, counts: { products: Number(products), removed, kept } };
}
