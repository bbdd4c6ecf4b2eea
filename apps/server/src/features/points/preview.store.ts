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

/**
 * What these rules would have given in the last days, of what really happened. Lessons, comments and
 * likes are read from their own tables, so that it answers before points were ever created; sign-ins
 * and the community are read from the ledger.
 */
const preview = statement({
  name: 'points.preview',
  sql: `WITH RECURSIVE rules AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(:rules::jsonb)
        AS r(action text, points integer, needed integer, bonus integer)),
    since AS (SELECT now() - make_interval(days => :days::integer) AS at),
    events AS MATERIALIZED (
      SELECT happened.* FROM (
        SELECT member_id, 'watch_class' AS action, updated_at AS at FROM lesson_progress
          WHERE seconds > 0
        UNION ALL SELECT member_id, 'finish_class', finished_at FROM lesson_progress
          WHERE finished_at IS NOT NULL
        UNION ALL SELECT member_id, 'like_class', created_at FROM lesson_likes
        UNION ALL SELECT member_id, 'comment_class', created_at FROM lesson_comments
          WHERE member_id IS NOT NULL AND removed_at IS NULL
        UNION ALL SELECT member_id, 'finish_module', completed_at FROM module_completions
        UNION ALL SELECT member_id, 'finish_course', completed_at FROM course_completions
        UNION ALL SELECT member_id, action, at FROM point_entries
          WHERE reason IS NULL AND period = 0 AND NOT taken_back
            AND action IN ('login', 'post', 'comment', 'reply', 'like')
      ) AS happened, since
      WHERE happened.at > since.at),
    scorers AS MATERIALIZED (
      SELECT m.id FROM (SELECT DISTINCT member_id FROM events) e
      JOIN members m ON m.id = e.member_id WHERE may_score(m.id)),
    candidates AS MATERIALIZED (
      SELECT member_id, action, at FROM (
        SELECT e.member_id, e.action, e.at, r.needed,
          lag(e.at, r.needed - 1) OVER (PARTITION BY e.member_id, e.action ORDER BY e.at) AS first
        FROM events e JOIN rules r ON r.action = e.action AND r.needed > 0
        JOIN scorers s ON s.id = e.member_id) AS nth
      WHERE first > at - interval '24 hours'),
    bonuses AS (
      SELECT member_id, action, min(at) AS at FROM candidates GROUP BY member_id, action
      UNION ALL
      SELECT b.member_id, b.action, next.at FROM bonuses b CROSS JOIN LATERAL (
        SELECT min(c.at) AS at FROM candidates c
        WHERE c.member_id = b.member_id AND c.action = b.action
          AND c.at >= b.at + interval '24 hours') AS next
      WHERE next.at IS NOT NULL),
    scores AS MATERIALIZED (
      SELECT member_id, sum(points)::bigint AS score FROM (
        SELECT e.member_id, r.points FROM events e JOIN rules r ON r.action = e.action
          JOIN scorers s ON s.id = e.member_id
        UNION ALL
        SELECT b.member_id, r.bonus FROM bonuses b JOIN rules r ON r.action = b.action) AS gains
      GROUP BY member_id HAVING sum(points) > 0),
    running AS MATERIALIZED (
      SELECT s.member_id, s.score FROM point_scores s
      JOIN point_seasons r ON r.id = s.season_id AND r.ended_at IS NULL),
    best AS MATERIALIZED (
      SELECT s.*, m.name, m.photo_url, m.id, rank() OVER (ORDER BY s.score DESC) AS position
      FROM scores s JOIN members m ON m.id = s.member_id
      WHERE m.in_ranking AND NOT is_staff(m.roles))
    SELECT coalesce((SELECT sum(score) FROM scores), 0)::bigint AS points,
      (SELECT count(*) FROM scores) AS members,
      (SELECT coalesce(json_agg(json_build_object('position', b.position,
          'user', ${personJson('b')}, 'score', b.score) ORDER BY b.position, b.id), '[]')
        FROM (SELECT * FROM best ORDER BY position, id LIMIT ${limits.previewRows}) AS b) AS ranking,
      (SELECT coalesce(json_agg(json_build_object('member', ${personJson('u')},
          'level', ${levelJson('u.level_id')})), '[]')
        FROM (SELECT m.id, m.name, m.photo_url, up.level_id FROM (
            SELECT s.member_id, level_of(s.member_id, s.score) AS level_id,
              level_of(s.member_id, coalesce(r.score, 0)) AS had
            FROM scores s LEFT JOIN running r ON r.member_id = s.member_id
            ORDER BY s.score DESC LIMIT 1000) AS up
          JOIN members m ON m.id = up.member_id
          JOIN levels now_at ON now_at.id = up.level_id
          LEFT JOIN levels was ON was.id = up.had
          WHERE now_at.needed_score > coalesce(was.needed_score, -1)
          LIMIT ${limits.previewRows}) AS u) AS level_ups,
      (SELECT coalesce(json_agg(json_build_object('member', ${personJson('u')},
          'reward', json_build_object('id', u.reward_id, 'name', u.reward))), '[]')
        FROM (SELECT m.id, m.name, m.photo_url, w.id AS reward_id, w.name AS reward
          FROM rewards w
          JOIN scores s ON s.score >= w.needed_score
          JOIN members m ON m.id = s.member_id
          WHERE w.criteria = 'score' AND w.removed_at IS NULL
            AND NOT EXISTS (SELECT FROM reward_earnings e
              WHERE e.member_id = m.id AND e.reward_id = w.id)
            AND (NOT EXISTS (SELECT FROM reward_products rp WHERE rp.reward_id = w.id)
              OR EXISTS (SELECT FROM reward_products rp
                JOIN products p ON p.id = rp.product_id AND p.status = 'active'
                JOIN member_products mp ON mp.product_id = rp.product_id AND mp.member_id = m.id
                WHERE rp.reward_id = w.id))
          LIMIT ${limits.previewRows}) AS u) AS rewards`,
  row: z.object({
    points: z.number(),
    members: z.number(),
    ranking: z.custom<Preview['ranking']>(),
    level_ups: z.custom<Preview['level_ups']>(),
    rewards: z.custom<Preview['rewards']>(),
  }),
});

export function previewPoints(
  database: Database,
  owner: Owner,
  input: PreviewInput,
): Promise<Preview> {
  const daily = new Map(dailyOf(input).map((rule) => [rule.action, rule]));
  const rules = Object.entries(pointsOf(input)).map(([action, points]) => {
    const rule = daily.get(action as 'post');
    return {
      action,
      points,
      needed: rule?.enable ? rule.needed_interaction : 0,
      bonus: rule?.plus_user_score ?? 0,
    };
  });
  return previews(owner, async () => {
    const values = { rules: JSON.stringify(rules), days: input.days };
    const [row] = await database.reader(owner.tenantId).run(preview, values);
    return row!;
  });
}
