import { sql } from 'kysely';
import { orNotFound } from '../platform/app-error.ts';
import type { TenantTransaction } from '../platform/database.ts';

/** The tables of comments, each with its table of likes and the column that an empty place loses. */
const commentTables = {
  lesson_comments: { likes: 'lesson_comment_likes', emptied: sql`seconds = NULL` },
  post_comments: { likes: 'post_comment_likes', emptied: sql`mentions = '{}'` },
} as const;

type CommentTable = keyof typeof commentTables;

/**
 * Removes a comment. One with replies leaves an empty place, so that the replies stay readable.
 * Removing its last reply removes the place.
 */
export async function removeFromThread(
  tx: TenantTransaction,
  table: CommentTable,
  { id, parent_id }: { id: number; parent_id: number | null },
) {
  await lockThread(tx, table, parent_id ?? id);
  if (parent_id === null && (await hasReplies(tx, table, id))) return emptyPlace(tx, table, id);
  const { rows } = await sql`
    DELETE FROM ${sql.table(table)} WHERE id = ${id} RETURNING id`.execute(tx.db);
  orNotFound(rows[0]);
  if (parent_id !== null && !(await hasReplies(tx, table, parent_id)))
    await sql`DELETE FROM ${sql.table(table)}
      WHERE id = ${parent_id} AND removed_at IS NOT NULL`.execute(tx.db);
}

async function emptyPlace({ db }: TenantTransaction, table: CommentTable, id: number) {
  const { likes, emptied } = commentTables[table];
  await sql`DELETE FROM ${sql.table(likes)} WHERE comment_id = ${id}`.execute(db);
  const { rows } = await sql`
    UPDATE ${sql.table(table)} SET content = '', member_id = NULL, removed_at = now(), ${emptied}
    WHERE id = ${id} AND removed_at IS NULL RETURNING id`.execute(db);
  orNotFound(rows[0]);
}

/**
 * Locks the thread: replies and removals wait. Otherwise a reply could lose the place that it
 * answers.
 */
async function lockThread({ db }: TenantTransaction, table: CommentTable, head: number) {
  await sql`SELECT id FROM ${sql.table(table)} WHERE id = ${head} FOR UPDATE`.execute(db);
}

async function hasReplies({ db }: TenantTransaction, table: CommentTable, head: number) {
  const { rows } = await sql`
    SELECT id FROM ${sql.table(table)} WHERE parent_id = ${head} LIMIT 1`.execute(db);
  return rows.length > 0;
}
