import type { TenantTransaction } from '../../platform/database.ts';
import { chainPriority, enqueue, task } from '../../platform/jobs.ts';
import { statement } from '../../platform/statement.ts';
import { batchRow, MEMBERS_PER_JOB, notifyBrowsersSql } from './notification-sql.ts';

const aboutLevel = statement({
  name: 'notify.about-level',
  sql: `WITH batch AS MATERIALIZED (
      SELECT s.member_id, s.score FROM point_scores s
      WHERE s.member_id > :after::bigint AND s.season_id = (
        SELECT run.id FROM point_seasons run
        WHERE run.ended_at IS NULL)
      ORDER BY s.member_id LIMIT ${MEMBERS_PER_JOB}),
    reached AS (
      -- Marked as seen: the member did nothing for it just now, so the app does not celebrate it. A
      -- product that a member gets does the same (migration 0207).
      INSERT INTO level_reaches (member_id, level_id, seen_at)
      SELECT b.member_id, :levelId, clock_timestamp() FROM batch b
      WHERE level_of(b.member_id, b.score) = :levelId::bigint
        -- Members above a restored level had passed it before.
        OR :putBack::boolean AND EXISTS (SELECT FROM levels l
          JOIN level_products lp ON lp.level_id = l.id
          JOIN products p ON p.id = lp.product_id AND p.status = 'active'
          JOIN member_products mp ON mp.product_id = lp.product_id AND mp.member_id = b.member_id
          WHERE l.id = :levelId::bigint AND l.needed_score <= b.score)
      ORDER BY b.member_id
      ON CONFLICT DO NOTHING RETURNING member_id),
    written AS (
      INSERT INTO notifications (member_id, event, subject, thing_id)
      SELECT r.member_id, 'level', 'level:' || :levelId::bigint, :levelId FROM reached r
      WHERE NOT :putBack::boolean
      ON CONFLICT DO NOTHING RETURNING id, by_email, to_push)
    SELECT ${notifyBrowsersSql}, (SELECT max(b.member_id) FROM batch b) AS last,
      (SELECT count(*) FROM batch) AS looked_at`,
  row: batchRow,
});

interface LevelNotification {
  levelId: number;
  /** True if a removed level is restored: its holders were notified before. */
  putBack?: boolean;
  after?: number;
  turn?: number;
}

/**
 * Notifies members whom a changed threshold or product may have moved up to this level, once each.
 * Jobs do it, each for the next members, so that the save does not wait.
 */
export const notifyOfLevel = (
  tx: TenantTransaction,
  { levelId, putBack = false, after = 0, turn = 0 }: LevelNotification,
) =>
  enqueue(
    tx,
    'notify-of-level',
    { levelId, putBack, after, turn },
    {
      priority: chainPriority(turn),
      ...(after === 0 && { key: `notify-of-level:${levelId}` }),
    },
  );

task<LevelNotification>('notify-of-level', async ({ tenantId, payload, database }) => {
  const { levelId, putBack = false, after = 0, turn = 0 } = payload;
  await database.transaction(tenantId, async (tx) => {
    const [batch] = await tx.run(aboutLevel, { levelId, putBack, after });
    const { last, looked_at } = batch!;
    if (last !== null && looked_at === MEMBERS_PER_JOB)
      await notifyOfLevel(tx, { levelId, putBack, after: last, turn: turn + 1 });
  });
});
