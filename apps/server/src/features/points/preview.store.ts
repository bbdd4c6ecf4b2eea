import { limits, type Preview, type PreviewInput } from '@vitrine/contract/points';
import * as z from 'zod/mini';
import { levelJson, personJson } from '../../kit/level-json.ts';
import type { Database } from '../../platform/database.ts';
import { fairQueue, type Owner } from '../../platform/fair-queue.ts';
import { statement } from '../../platform/statement.ts';
import { dailyOf, pointsOf } from './points.store.ts';

/** One at a time in a server: it reads a month of a school, and nobody else waits for it. */
const previews = fairQueue({
  concurrency: 1,
  maxQueued: 32,
  maxQueuedPerSchool: 4,
  maxQueuedPerAccount: 2,
});

/** So many who pass a level's threshold are asked which level they hold. */
const PASSING = 2_000;

/**
 * What these rules would have given in the last days, of what really happened. Lessons, comments and
 * likes are read from their own tables, so that it answers before points were ever created; sign-ins
 * and the community are read from the ledger.
 */
const preview = statement({
  name: 'points.preview',
  sql: `WITH rules AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(:rules::jsonb)
        AS r(id integer, action text, points integer, needed integer, bonus integer)),
    since AS MATERIALIZED (SELECT now() - make_interval(days => :days::integer) AS at),
    -- One row for each member and action: its bonuses are counted from the row alone.
    acts AS (
      SELECT happened.member_id, r.points, r.needed, r.bonus, count(*) AS times,
        array_agg(happened.at ORDER BY happened.at) AS moments
      FROM (
        SELECT p.member_id, 'watch_class' AS action, p.updated_at AS at
          FROM lesson_progress p, since WHERE p.seconds > 0 AND p.updated_at > since.at
        UNION ALL SELECT p.member_id, 'finish_class', p.finished_at
          FROM lesson_progress p, since WHERE p.finished_at > since.at
        UNION ALL SELECT k.member_id, 'like_class', k.created_at
          FROM lesson_likes k, since WHERE k.created_at > since.at
        UNION ALL SELECT c.member_id, 'comment_class', c.created_at
          FROM lesson_comments c, since
          WHERE c.member_id IS NOT NULL AND c.removed_at IS NULL AND c.created_at > since.at
        UNION ALL SELECT d.member_id, 'finish_module', d.completed_at
          FROM module_completions d, since WHERE d.completed_at > since.at
        UNION ALL SELECT d.member_id, 'finish_course', d.completed_at
          FROM course_completions d, since WHERE d.completed_at > since.at
        UNION ALL SELECT e.member_id, e.action, e.at FROM point_entries e, since
          WHERE e.reason IS NULL AND e.period = 0 AND NOT e.taken_back AND e.at > since.at
            AND e.action IN ('login', 'post', 'comment', 'reply', 'like')
      ) AS happened JOIN rules r ON r.action = happened.action
      WHERE r.points > 0 OR r.needed > 0
      GROUP BY happened.member_id, r.id, r.points, r.needed, r.bonus),
    scoring AS MATERIALIZED (
      SELECT NOT EXISTS (SELECT FROM points_products) AS everybody, ARRAY(
        SELECT pp.product_id FROM points_products pp
        JOIN products p ON p.id = pp.product_id AND p.status = 'active') AS products),
    scores AS MATERIALIZED (
      SELECT member_id, sum(points * times + CASE
        WHEN needed = 0 OR times < needed THEN 0
        -- All within a day give one bonus: the loop of count_bonuses costs more than the rest.
        WHEN moments[times] < moments[1] + interval '24 hours' THEN bonus
        ELSE bonus * count_bonuses(moments, needed) END)::bigint AS score
      FROM acts GROUP BY member_id),
    above AS MATERIALIZED (
      SELECT s.* FROM scores s
      WHERE s.score > 0 AND ((SELECT everybody FROM scoring) OR s.member_id IN (
        SELECT mp.member_id FROM member_products mp
        WHERE mp.product_id = ANY ((SELECT products FROM scoring)::bigint[])))),
    -- The first ones alone are ranked: nobody below changes their positions.
    best AS MATERIALIZED (
      SELECT it.*, rank() OVER (ORDER BY it.score DESC) AS position FROM (
        SELECT s.score, m.name, m.photo_url, m.id
        FROM (SELECT * FROM above ORDER BY score DESC, member_id) AS s
        JOIN members m ON m.id = s.member_id
        WHERE m.in_ranking AND NOT is_staff(m.roles)
        ORDER BY s.score DESC, s.member_id LIMIT ${limits.previewRows}) AS it),
    -- Who passes a threshold; which level they hold is asked of the first ones alone.
    passing AS MATERIALIZED (
      SELECT s.member_id, s.score, coalesce(r.score, 0) AS had
      FROM above s
      LEFT JOIN point_scores r ON r.member_id = s.member_id AND r.season_id = (
        SELECT run.id FROM point_seasons run WHERE run.ended_at IS NULL)
      WHERE EXISTS (SELECT FROM levels l
        WHERE l.needed_score <= s.score AND l.needed_score > coalesce(r.score, -1))
      ORDER BY s.score DESC, s.member_id LIMIT ${PASSING}),
    rising AS MATERIALIZED (
      SELECT p.member_id, p.score, p.level_id FROM (
        SELECT p.*, level_of(p.member_id, p.score) AS level_id,
          level_of(p.member_id, p.had) AS had_id
        FROM passing p) AS p
      JOIN levels now_at ON now_at.id = p.level_id
      LEFT JOIN levels was ON was.id = p.had_id
      WHERE now_at.needed_score > coalesce(was.needed_score, -1)
      ORDER BY p.score DESC, p.member_id LIMIT ${limits.previewRows})
    SELECT coalesce((SELECT sum(score) FROM above), 0)::bigint AS points,
      (SELECT count(*) FROM above) AS members,
      (SELECT coalesce(json_agg(json_build_object('position', b.position,
          'user', ${personJson('b')}, 'score', b.score) ORDER BY b.position, b.id), '[]')
        FROM best b) AS ranking,
      (SELECT coalesce(json_agg(json_build_object('member', ${personJson('m')},
          'level', ${levelJson('u.level_id')}) ORDER BY u.score DESC, u.member_id), '[]')
        FROM rising u JOIN members m ON m.id = u.member_id) AS level_ups,
      (SELECT coalesce(json_agg(json_build_object('member', ${personJson('m')},
          'reward', json_build_object('id', u.reward_id, 'name', u.reward))
          ORDER BY u.score DESC, u.member_id, u.reward_id), '[]')
        FROM (SELECT s.member_id, s.score, w.id AS reward_id, w.name AS reward
          FROM rewards w
          JOIN above s ON s.score >= w.needed_score
          WHERE w.criteria = 'score' AND w.removed_at IS NULL
            AND NOT EXISTS (SELECT FROM reward_earnings e
              WHERE e.member_id = s.member_id AND e.reward_id = w.id)
            AND (NOT EXISTS (SELECT FROM reward_products rp WHERE rp.reward_id = w.id)
              OR EXISTS (SELECT FROM reward_products rp
                JOIN products p ON p.id = rp.product_id AND p.status = 'active'
                JOIN member_products mp ON mp.product_id = rp.product_id
                  AND mp.member_id = s.member_id
                WHERE rp.reward_id = w.id))
          ORDER BY s.score DESC, s.member_id, w.id LIMIT ${limits.previewRows}) AS u
        JOIN members m ON m.id = u.member_id) AS rewards`,
  row: z.object({
    points: z.number(),
    members: z.number(),
    ranking: z.custom<Preview['ranking']>(),
    level_ups: z.custom<Preview['level_ups']>(),
    rewards: z.custom<Preview['rewards']>(),
  }),
});

/** A month of a large school is sorted in memory: on disk it takes twice as long. One runs at a time. */
const roomToSort = statement({
  name: 'points.preview-memory',
  sql: `SELECT set_config('work_mem', '128MB', true) AS memory`,
  row: z.object({ memory: z.string() }),
});

export function previewPoints(
  database: Database,
  owner: Owner,
  input: PreviewInput,
): Promise<Preview> {
  const daily = new Map(dailyOf(input).map((rule) => [rule.action, rule]));
  const rules = Object.entries(pointsOf(input)).map(([action, points], id) => {
    const rule = daily.get(action as 'post');
    return {
      id,
      action,
      points,
      needed: rule?.enable ? rule.needed_interaction : 0,
      bonus: rule?.plus_user_score ?? 0,
    };
  });
  const values = { rules: JSON.stringify(rules), days: input.days };
  return previews(owner, () =>
    database.readTransaction(owner.tenantId, async (tx) => {
      await tx.run(roomToSort);
      const [row] = await tx.run(preview, values);
      return row!;
    }),
  );
}
