import { sql } from 'kysely';
import type { TenantTransaction } from '../../platform/database.ts';
import { tryLockUntilCommit } from '../rows/named-locks.ts';

/** Earlier watchers are not counted. */
export const cutoff = `(now() - interval '14 days')`;

/**
 * CTEs: the most watched courses of the last 14 days (contract, decision 4). `course_trends` counts
 * watchers. This query subtracts those whose 14 days have passed since the last sweep.
 */
export const trending = `expired AS MATERIALIZED (
  SELECT w.course_id, count(*)::integer AS watchers FROM course_watchers w
  WHERE w.watched_at < ${cutoff}
  GROUP BY w.course_id
),
trending AS MATERIALIZED (
  SELECT top.course_id, row_number() OVER (ORDER BY now_watching.count DESC, top.course_id) AS place
  FROM (
    SELECT t.course_id, t.watchers FROM course_trends t
    WHERE t.watchers > 0
    ORDER BY t.watchers DESC, t.course_id LIMIT 200) AS top
  LEFT JOIN expired ON expired.course_id = top.course_id
  CROSS JOIN LATERAL (SELECT top.watchers - coalesce(expired.watchers, 0) AS count) AS now_watching
  WHERE now_watching.count > 0
)`;

/** Deletes watchers whose 14 days have passed. While one transaction does it, others skip it. */
export async function sweepWatchers(tx: TenantTransaction) {
  if (!(await tryLockUntilCommit(tx, 'watchers'))) return;
  await sql`
    DELETE FROM course_watchers w
    WHERE w.watched_at < ${sql.raw(cutoff)}`.execute(tx.db);
}
