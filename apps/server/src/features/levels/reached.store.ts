import type { ReachedLevel } from '@vitrine/contract/levels';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { orNotFound } from '../../platform/app-error.ts';
import type { TenantReader, TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';

// The rows are written with the action that reached the level (migration 0091).

const reached = statement({
  name: 'levels.reached',
  sql: `SELECT l.id, l.name, l.color, l.img AS url_img, l.needed_score, l.animation, r.reached_at
    FROM level_reaches r JOIN levels l ON l.id = r.level_id
    WHERE r.member_id = :memberId AND r.seen_at IS NULL
    ORDER BY r.reached_at, l.id`,
  row: z.custom<ReachedLevel & object>(),
});

/** A level was reached whose moment waits to be shown. */
export const hasReached = `EXISTS (
  SELECT FROM level_reaches r
  WHERE r.member_id = :memberId AND r.seen_at IS NULL)`;

/** Lists the reached levels to show, earliest first. */
export const listReached = (reader: TenantReader, memberId: number) =>
  reader.run(reached, { memberId });

/** Notes that the member saw the moment of a level. 404 if none of theirs waits. */
export async function markReachSeen({ db }: TenantTransaction, memberId: number, levelId: number) {
  const seen = await db
    .updateTable('level_reaches')
    .set({ seen_at: sql`coalesce(seen_at, now())` })
    .where('member_id', '=', memberId)
    .where('level_id', '=', levelId)
    .returning('level_id')
    .executeTakeFirst();
  orNotFound(seen);
}
