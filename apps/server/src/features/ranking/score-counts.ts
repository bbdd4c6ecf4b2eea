import { MINUTE_MS } from '@vitrine/contract/durations';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import type { Database, TenantTransaction } from '../../platform/database.ts';
import { enqueue, task } from '../../platform/jobs.ts';
import { statement } from '../../platform/statement.ts';
import type { Comparison } from './ranking-sql.ts';

// Positions are counted from buckets of scores (migration 0092), and from the moves that no job has
// counted yet. `this.week` is the running week's Monday.

/** A bucket of one size holds 64 of the size below: 6 bits of the score each. */
const TOP_SIZE = 5;

/** As SQL, within a row of `thisWeek`: the number of members in a season's ranking. */
export const countInRanking = ({ counts, moved, movesOf }: Comparison, season: string) => `(
  coalesce((SELECT sum(c.members) FROM ${counts(season, 'this.week')} AS c
    WHERE c.size = ${TOP_SIZE}), 0)
  + coalesce((SELECT sum((${moved.after} > 0)::integer - (${moved.before} > 0)::integer)
    FROM point_score_moves v WHERE ${movesOf(season)}), 0))::bigint`;

/**
 * As SQL: the bucket of the next size that contains a score's bucket. The largest ones have no
 * parent.
 */
const parentOf = (score: string, size: string) =>
  `CASE WHEN ${size} = ${TOP_SIZE} THEN 0 ELSE ${score} >> (6 * ${size} + 6) END`;

/**
 * For a WITH, after `wanted (score)`, `this` and `moves`: `positions`, the position of each score
 * now and on Monday. A score is what the ranking compares. Equal scores share one. In each size, a
 * score counts the buckets above its own that no larger bucket covers. They are 64 at most.
 * Neighbouring scores share them, so they are read once for all scores. The moves above a score are
 * summed in one pass from the top.
 */
export const positionsCte = ({ counts, moved }: Comparison, season: string) => `
  branches AS MATERIALIZED (
    SELECT DISTINCT size, ${parentOf('w.score', 'size')} AS parent
    FROM wanted w CROSS JOIN generate_series(0, ${TOP_SIZE}) AS size),
  buckets AS MATERIALIZED (
    SELECT b.parent, c.* FROM branches b CROSS JOIN LATERAL (
      SELECT c.* FROM ${counts(season, '(SELECT week FROM this)')} AS c
      WHERE c.size = b.size
        -- Buckets below would count nothing either: it only spares their rows.
        AND c.bucket >= b.parent << 6
        AND c.bucket <= CASE WHEN b.size = ${TOP_SIZE} THEN 9223372036854775807
          ELSE (b.parent << 6) | 63 END
      -- Kept apart: joined, PostgreSQL would read all buckets.
      OFFSET 0) AS c),
  counted AS MATERIALIZED (
    SELECT w.score, sum(b.members) AS members, sum(b.monday) AS monday
    FROM wanted w CROSS JOIN generate_series(0, ${TOP_SIZE}) AS size
    JOIN buckets b ON b.size = size.size AND b.parent = ${parentOf('w.score', 'size.size')}
      AND b.bucket > w.score >> (6 * size.size)
    GROUP BY w.score),
  moved AS MATERIALIZED (
    SELECT score, members, monday FROM (
      SELECT step.score, step.wanted, sum(step.members) OVER above AS members,
        sum(step.monday) OVER above AS monday
      FROM (
        SELECT w.score, true AS wanted, 0 AS members, 0 AS monday FROM wanted w
        UNION ALL
        SELECT to_score.score, false, to_score.members, to_score.monday
        FROM this CROSS JOIN moves v CROSS JOIN LATERAL (VALUES
          (${moved.after}, 1, 0),
          (${moved.before}, -1, 0),
          (${moved.mondayAfter}, 0, 1),
          (${moved.mondayBefore}, 0, -1)
        ) AS to_score (score, members, monday)) AS step
      -- Before the moves to its own score.
      WINDOW above AS (ORDER BY step.score DESC, step.wanted DESC ROWS UNBOUNDED PRECEDING)) AS steps
    WHERE steps.wanted),
  positions AS MATERIALIZED (
    SELECT score, (1 + coalesce(counted.members, 0) + moved.members)::bigint AS position,
      (1 + coalesce(counted.monday, 0) + moved.monday)::bigint AS monday
    FROM moved LEFT JOIN counted USING (score))`;

/** For a WITH, before it: the moves that no job has counted yet. */
export const movesCte = ({ movesOf }: Comparison, season: string) => `
  moves AS MATERIALIZED (
    SELECT v.week, v.score_before, v.score_after, v.monday_before, v.monday_after
    FROM point_score_moves v WHERE ${movesOf(season)})`;

const countMoves = statement({
  name: 'ranking.count-moves',
  sql: 'SELECT count_score_moves()::text AS done',
  row: z.object({ done: z.string() }),
});

/** Maximum age of a ranking since the beginning while somebody reads it. */
const MAX_AGE_MS = 5 * MINUTE_MS;

/**
 * Keeps the rankings since the beginning young while somebody reads them. A server enqueues each
 * job of a school once a minute at most.
 */
export function openTotalsUpdate(database: Database) {
  const enqueued = new LRUCache<string, true>({ max: 10_000, ttl: MINUTE_MS });
  async function enqueueOnce(tenantId: number, name: 'count-scores' | 'sum-seasons') {
    const key = `${name} of ${tenantId}`;
    if (enqueued.has(key)) return;
    enqueued.set(key, true);
    await database.transaction(tenantId, (tx) => enqueue(tx, name, {}, { key: name, priority: 8 }));
  }
  return {
    /**
     * Enqueues the first sum of a school whose sum has not ended. An older version reset it.
     */
    begin: (tenantId: number) => enqueueOnce(tenantId, 'sum-seasons'),
    /** Enqueues a count of the moves. `counted` is the time of the last count, in µs. */
    async refresh(tenantId: number, counted: number | null) {
      // The database counted by its own clock. That of this server may be hours behind.
      if (Math.abs(Date.now() - (counted ?? 0) / 1_000) < MAX_AGE_MS) return;
      await enqueueOnce(tenantId, 'count-scores');
    },
  };
}

/** Members that a transaction of `sum-seasons` sums. */
const SUMMED_AT_ONCE = 2_000;

const sumNextMembers = statement({
  name: 'ranking.sum-next-members',
  sql: `SELECT sum_next_members(${SUMMED_AT_ONCE}) AS more`,
  row: z.object({ more: z.boolean() }),
});

/** Enqueues the first sum of a school's seasons. Later ones are made by `count-scores`. */
export async function sumSeasons(tx: TenantTransaction) {
  const begun = await tx.db
    .insertInto('point_total_states')
    .defaultValues()
    .onConflict((conflict) => conflict.doNothing())
    .returning('tenant_id')
    .executeTakeFirst();
  if (begun) await enqueue(tx, 'sum-seasons', {}, { key: 'sum-seasons', priority: 10 });
}

task('sum-seasons', async ({ tenantId, database, signal }) => {
  for (;;) {
    const [slice] = await database.transaction(tenantId, (tx) => tx.run(sumNextMembers, {}));
    if (!slice!.more) return;
    signal.throwIfAborted(); // the next run continues here
  }
});

// The trigger that writes the moves enqueues it.
task('count-scores', async ({ tenantId, database }) => {
  await database.transaction(tenantId, (tx) => tx.run(countMoves, {}));
});
