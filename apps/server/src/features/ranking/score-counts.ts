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
 * For a WITH, after `wanted (score)` and `this`: `positions`, the position that each of these scores
 * has and had on Monday; equal scores share one. A score counts, in each size, the buckets above its
 * own that no larger bucket covers. They are 64 at most, and neighbours share them, so that they are
 * read once for all scores.
 */
export const positionsCte = (season: string) => `
  branches AS MATERIALIZED (
    SELECT DISTINCT size, CASE WHEN size = ${TOP_SIZE} THEN 0
      ELSE w.score >> (6 * size + 6) END AS parent
    FROM wanted w CROSS JOIN generate_series(0, ${TOP_SIZE}) AS size),
  buckets AS MATERIALIZED (
    SELECT c.* FROM branches b CROSS JOIN LATERAL (
      SELECT c.size, c.bucket, c.members,
        CASE WHEN c.week = this.week THEN c.week_members ELSE c.members END AS monday
      FROM point_score_counts c CROSS JOIN this
      WHERE c.tenant_id = :tenantId AND c.season_id = ${season} AND c.size = b.size
        AND c.bucket >= b.parent << 6
        AND c.bucket <= CASE WHEN b.size = ${TOP_SIZE} THEN 9223372036854775807
          ELSE (b.parent << 6) | 63 END
      -- Kept apart: joined, PostgreSQL would read all buckets.
      OFFSET 0) AS c),
  positions AS MATERIALIZED (
    SELECT w.score,
      (1 + coalesce(counted.members, 0) + coalesce(moved.members, 0))::bigint AS position,
      (1 + coalesce(counted.monday, 0) + coalesce(moved.monday, 0))::bigint AS monday
    FROM wanted w
    CROSS JOIN LATERAL (
      SELECT sum(b.members) AS members, sum(b.monday) AS monday FROM buckets b
      WHERE b.bucket > w.score >> (6 * b.size)
        AND (b.size = ${TOP_SIZE} OR b.bucket <= (w.score >> (6 * b.size)) | 63)) AS counted
    CROSS JOIN LATERAL (
      SELECT sum((v.score_after > w.score)::integer - (v.score_before > w.score)::integer) AS members,
        sum(CASE WHEN v.week < this.week
          THEN (v.score_after > w.score)::integer - (v.score_before > w.score)::integer
          ELSE (v.monday_after > w.score)::integer - (v.monday_before > w.score)::integer
          END) AS monday
      FROM moves v CROSS JOIN this) AS moved)`;

/** For a WITH, before it: what no job has counted yet. */
export const movesCte = (season: string) => `
  moves AS MATERIALIZED (
    SELECT v.week, v.score_before, v.score_after, v.monday_before, v.monday_after
    FROM point_score_moves v WHERE v.tenant_id = :tenantId AND v.season_id = ${season})`;

const countMoves = statement({
  name: 'ranking.count-moves',
  sql: 'SELECT count_score_moves()::text AS done',
  row: z.object({ done: z.string() }),
});

// Put in by the trigger that writes the moves.
task('count-scores', async ({ tenantId, database }) => {
  await database.transaction(tenantId, (tx) => tx.run(countMoves, {}));
});
