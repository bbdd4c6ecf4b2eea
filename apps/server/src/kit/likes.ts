import { sql } from 'kysely';
import type { TenantTransaction } from '../platform/database.ts';

/** The tables of likes, each with the column that says what a member likes. */
const likedColumns = {
  lesson_likes: 'lesson_id',
  lesson_comment_likes: 'comment_id',
  post_likes: 'post_id',
  post_comment_likes: 'comment_id',
} as const;

type LikesTable = keyof typeof likedColumns;

/** Stores a like. False if the member's like is there already, also for concurrent requests. */
export async function addLike(
  { db }: TenantTransaction,
  table: LikesTable,
  likedId: number,
  memberId: number,
): Promise<boolean> {
  const column = sql.ref(likedColumns[table]);
  const { rows } = await sql`
    INSERT INTO ${sql.table(table)} (${column}, member_id) VALUES (${likedId}, ${memberId})
    ON CONFLICT DO NOTHING RETURNING ${column}`.execute(db);
  return rows.length > 0;
}

/** Takes a like back. Without one, nothing changes. */
export async function removeLike(
  { db }: TenantTransaction,
  table: LikesTable,
  likedId: number,
  memberId: number,
) {
  await sql`DELETE FROM ${sql.table(table)}
    WHERE ${sql.ref(likedColumns[table])} = ${likedId} AND member_id = ${memberId}`.execute(db);
}

/**
 * Counts the rows of what is liked in a lesson. A trigger counts the likes of posts and their
 * comments in the row that is liked: read that instead.
 */
export async function countLikes(
  { db }: TenantTransaction,
  table: 'lesson_likes' | 'lesson_comment_likes',
  likedId: number,
): Promise<number> {
  const { rows } = await sql<{ likes: number }>`SELECT count(*) AS likes FROM ${sql.table(table)}
    WHERE ${sql.ref(likedColumns[table])} = ${likedId}`.execute(db);
  return rows[0]!.likes;
}
