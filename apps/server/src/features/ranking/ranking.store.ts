import type { Season } from '@vitrine/contract/ranking';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { communityAccess, readerCte } from '../../kit/access/community-access.ts';
import { viewerValues, type CourseViewer } from '../../kit/access/course-access.ts';
import { isRankingShown } from '../../kit/gamification-settings.ts';
import { isoUtc } from '../../kit/rows/iso-utc.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { ofSeason, thisWeek } from './ranking-sql.ts';
import { countInRanking, sumSeasons } from './score-counts.ts';

/** Turns the school's ranking on or off for students. Staff read it anyway. */
export async function showRanking({ db }: TenantTransaction, show_ranking: boolean) {
  await db
    .insertInto('ranking_settings')
    .values({ show_ranking })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ show_ranking }))
    .execute();
}

/**
 * Ends the season and begins the next one. It changes no score: those of the ended season stay with
 * it. So a reset costs the same in a school of any size. The rules of the day count on (decision
 * 111). A reset that waited for another one finds its season ended, and the next one begun.
 */
export async function resetRanking(tx: TenantTransaction) {
  const { db } = tx;
  await db
    .updateTable('point_seasons')
    .set({ ended_at: sql`clock_timestamp()` })
    .where('ended_at', 'is', null)
    .execute();
  await db
    .insertInto('point_seasons')
    .values({ started_at: sql`clock_timestamp()` })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await sumSeasons(tx);
}

const seasons = statement({
  name: 'ranking.seasons',
  sql: `SELECT s.id, ${isoUtc('s.started_at')} AS started_at, ${isoUtc('s.ended_at')} AS ended_at,
      ${countInRanking(ofSeason, 's.id')} AS members
    FROM point_seasons s CROSS JOIN ${thisWeek} AS this
    WHERE s.ended_at IS NULL OR EXISTS (
      SELECT FROM point_scores p WHERE p.season_id = s.id AND p.score <> 0)
    ORDER BY s.ended_at DESC NULLS FIRST, s.id DESC`,
  row: z.object({
    id: z.number(),
    started_at: z.custom<Season['started_at']>(),
    ended_at: z.custom<Season['ended_at']>(),
    members: z.number(),
  }),
});

/**
 * Lists the seasons with their numbers of members, the running one first. An ended one in which nobody
 * scored is left out: two resets in a row leave one.
 */
export const listSeasons = (tx: TenantTransaction): Promise<Season[]> => tx.run(seasons, {});

/** True where the owner has switched the ranking off. */
export const isRankingOff = `NOT ${isRankingShown}`;

const first = statement({
  name: 'ranking.first-community',
  // A flag of an object that may be null is a number: the serializer takes no boolean there.
  sql: `WITH ${readerCte}
    SELECT c.id, c.title,
      ${isRankingShown}::integer AS show_ranking
    FROM communities c ${communityAccess('c')}
    WHERE c_access.shown
    ORDER BY c.principal DESC, c.position, c.id LIMIT 1`,
  row: z.object({ id: z.number(), title: z.string(), show_ranking: z.literal([0, 1]) }),
});

/**
 * Finds the first community that the viewer may know of, with the school's switch: the main one, else
 * the next in order. Null without any.
 */
export async function firstCommunity(tx: TenantTransaction, viewer: CourseViewer) {
  const [found] = await tx.run(first, viewerValues(viewer));
  return found ?? null;
}
