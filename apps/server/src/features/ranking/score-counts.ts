import * as z from 'zod/mini';
import { task } from '../../platform/jobs.ts';
import { statement } from '../../platform/statement.ts';

// Positions are counted from buckets of scores (migration 0092), and from the moves that no job has
// counted yet. `this.week` is the running week's Monday.

/** A bucket of one size holds 64 of the size below: 6 bits of the score each. */
const TOP_SIZE = 5;

/** As SQL: how many stand in the ranking of a season. */
export const countInRanking = (season: string) => `(
  coalesce((SELECT sum(c.members) FROM point_score_counts c
    WHERE c.tenant_id = :tenantId AND c.season_id = ${season} AND c.size = ${TOP_SIZE}), 0)
  + coalesce((SELECT sum((v.score_after > 0)::integer - (v.score_before > 0)::integer)
    FROM point_score_moves v WHERE v.tenant_id = :tenantId AND v.season_id = ${season}), 0))::bigint`;

/**
 * In each size, the buckets above the score's own that no larger bucket covers. A subquery a size:
 * joined to a list of sizes, PostgreSQL would read all buckets.
 */
const bucketsAbove = (season: string, score: string, members: string) =>
  Array.from({ length: TOP_SIZE + 1 }, (_, size) => {
    const own = `(${score} >> ${6 * size})`;
    const rest = size === TOP_SIZE ? '' : `AND c.bucket <= (${own} | 63)`;
    return `coalesce((SELECT sum(${members}) FROM point_score_counts c
      WHERE c.tenant_id = :tenantId AND c.season_id = ${season} AND c.size = ${size}
        AND c.bucket > ${own} ${rest}), 0)`;
  }).join(' + ');

/** As SQL: the position of a score in a season; equal scores share one. */
export const positionOf = (season: string, score: string) => `(1
  + ${bucketsAbove(season, score, 'c.members')}
  + coalesce((SELECT sum((v.score_after > ${score})::integer - (v.score_before > ${score})::integer)
    FROM point_score_moves v
    WHERE v.tenant_id = :tenantId AND v.season_id = ${season}), 0))::bigint`;

/** As SQL: the position that a score had on Monday. */
export const mondayPositionOf = (season: string, score: string) => `(1
  + ${bucketsAbove(
    season,
    score,
    'CASE WHEN c.week = this.week THEN c.week_members ELSE c.members END',
  )}
  + coalesce((SELECT sum(CASE WHEN v.week < this.week
      THEN (v.score_after > ${score})::integer - (v.score_before > ${score})::integer
      ELSE (v.monday_after > ${score})::integer - (v.monday_before > ${score})::integer END)
    FROM point_score_moves v
    WHERE v.tenant_id = :tenantId AND v.season_id = ${season}), 0))::bigint`;

const countMoves = statement({
  name: 'ranking.count-moves',
  sql: 'SELECT count_score_moves()::text AS done',
  row: z.object({ done: z.string() }),
});

// Put in by the trigger that writes the moves.
task('count-scores', async ({ tenantId, database }) => {
  await database.transaction(tenantId, (tx) => tx.run(countMoves, {}));
});
