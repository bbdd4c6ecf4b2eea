import { limits, type Preview, type PreviewInput } from '@vitrine/contract/points';
import * as z from 'zod/mini';
import { levelJson, personJson, productsOfLevel } from '../../kit/level-json.ts';
import type { Database } from '../../platform/database.ts';
import { fairQueue, type Owner } from '../../platform/fair-queue.ts';
import { statement } from '../../platform/statement.ts';
import { dailyOf, pointsOf } from './points.store.ts';

/**
 * One preview at a time per server, because it reads a month of a school. Other requests do not
 * wait for it.
 */
const previews = fairQueue({
  concurrency: 1,
  maxQueued: 32,
  maxQueuedPerSchool: 4,
  maxQueuedPerAccount: 2,
});

/** Maximum number of members above a threshold whose level is read. */
const PASSING = 2_000;

const since = 'now() - make_interval(days => :days::integer)';

/** In place of `level_of`: its plan is kept for other statements, and this one is planned without loops. */
const levelOf = (score: string) => `(SELECT ladder.id FROM ladder
    WHERE ladder.needed_score <= ${score} AND ladder.products && p.held
    ORDER BY ladder.needed_score DESC, ladder.id DESC LIMIT 1)`;

/** Looked up by key, after the rows are few. */
const person = (memberId: string) =>
  `(SELECT ${personJson('m')} FROM members m WHERE m.id = ${memberId})`;

/**
 * Counts the points that these rules would have given for the real actions of the last days. Lessons,
 * comments and likes come from their own tables, so that a school without points gets an answer too.
 * Sign-ins and the community come from the ledger.
 */
const preview = statement({
  name: 'points.preview',
  sql: `WITH rules AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(:rules::jsonb)
        AS r(id integer, action text, points integer, needed integer, bonus integer)),
    -- One row for each member and action: its bonuses are counted from the row alone.
    acts AS (
      SELECT happened.member_id, r.points, r.needed, r.bonus, count(*) AS times,
        array_agg(happened.at ORDER BY happened.at) AS moments
      FROM (
        SELECT p.member_id, 'watch_class' AS action, p.updated_at AS at
          FROM lesson_progress p WHERE p.seconds > 0 AND p.updated_at > ${since}
        UNION ALL SELECT p.member_id, 'finish_class', p.finished_at
          FROM lesson_progress p WHERE p.finished_at > ${since}
        UNION ALL SELECT k.member_id, 'like_class', k.created_at
          FROM lesson_likes k WHERE k.created_at > ${since}
        UNION ALL SELECT c.member_id, 'comment_class', c.created_at
          FROM lesson_comments c
          WHERE c.member_id IS NOT NULL AND c.removed_at IS NULL AND c.created_at > ${since}
        UNION ALL SELECT d.member_id, 'finish_module', d.completed_at
          FROM module_completions d WHERE d.completed_at > ${since}
        UNION ALL SELECT d.member_id, 'finish_course', d.completed_at
          FROM course_completions d WHERE d.completed_at > ${since}
        UNION ALL SELECT e.member_id, e.action, e.at FROM point_entries e
          WHERE e.reason IS NULL AND e.period = 0 AND NOT e.taken_back AND e.at > ${since}
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
      SELECT s.* FROM scores s WHERE s.score > 0 AND (SELECT everybody FROM scoring)
      UNION ALL
      SELECT s.* FROM scores s
      WHERE s.score > 0 AND NOT (SELECT everybody FROM scoring) AND s.member_id IN (
        SELECT mp.member_id FROM member_products mp
        WHERE mp.product_id = ANY ((SELECT products FROM scoring)::bigint[]))),
    -- Ranks the first ones only. Lower scores cannot change their positions.
    best AS MATERIALIZED (
      SELECT it.*, rank() OVER (ORDER BY it.score DESC) AS position FROM (
        SELECT s.score, s.member_id
        FROM (SELECT * FROM above ORDER BY score DESC, member_id OFFSET 0) AS s
        WHERE EXISTS (SELECT FROM members m
          WHERE m.id = s.member_id AND m.in_ranking AND NOT is_staff(m.roles) OFFSET 0)
        LIMIT ${limits.previewRows}) AS it),
    ladder AS MATERIALIZED (
      SELECT l.id, l.needed_score, ${productsOfLevel} AS products FROM levels l),
    thresholds AS MATERIALIZED (
      SELECT ARRAY(SELECT DISTINCT needed_score::bigint FROM ladder ORDER BY 1) AS at),
    -- Members who pass a threshold. The level is read for the first ones only.
    passing AS MATERIALIZED (
      SELECT s.member_id, s.score, coalesce(r.score, 0) AS had
      FROM above s
      LEFT JOIN point_scores r ON r.member_id = s.member_id AND r.season_id = (
        SELECT run.id FROM point_seasons run WHERE run.ended_at IS NULL)
      WHERE width_bucket(s.score, (SELECT at FROM thresholds))
        > width_bucket(coalesce(r.score, -1), (SELECT at FROM thresholds))
      ORDER BY s.score DESC, s.member_id LIMIT ${PASSING}),
    rising AS MATERIALIZED (
      SELECT p.member_id, p.score, p.level_id FROM (
        SELECT p.member_id, p.score, ${levelOf('p.score')} AS level_id,
          ${levelOf('p.had')} AS had_id
        FROM (SELECT p.*, ARRAY(SELECT mp.product_id FROM member_products mp
            WHERE mp.member_id = p.member_id) AS held
          FROM passing p) AS p) AS p
      JOIN levels now_at ON now_at.id = p.level_id
      LEFT JOIN levels was ON was.id = p.had_id
      WHERE now_at.needed_score > coalesce(was.needed_score, -1)
      ORDER BY p.score DESC, p.member_id LIMIT ${limits.previewRows}),
    prizes AS MATERIALIZED (
      SELECT w.id, w.name, w.needed_score,
        NOT EXISTS (SELECT FROM reward_products rp WHERE rp.reward_id = w.id) AS for_all,
        ARRAY(SELECT rp.product_id FROM reward_products rp
          JOIN products p ON p.id = rp.product_id AND p.status = 'active'
          WHERE rp.reward_id = w.id) AS products
      FROM rewards w WHERE w.criteria = 'score' AND w.removed_at IS NULL)
    SELECT coalesce((SELECT sum(score) FROM above), 0)::bigint AS points,
      (SELECT count(*) FROM above) AS members,
      (SELECT coalesce(json_agg(json_build_object('position', b.position,
          'user', ${person('b.member_id')}, 'score', b.score) ORDER BY b.position, b.member_id),
          '[]')
        FROM best b) AS ranking,
      (SELECT coalesce(json_agg(json_build_object('member', ${person('u.member_id')},
          'level', ${levelJson('u.level_id')}) ORDER BY u.score DESC, u.member_id), '[]')
        FROM rising u) AS level_ups,
      (SELECT coalesce(json_agg(json_build_object('member', ${person('u.member_id')},
          'reward', json_build_object('id', u.reward_id, 'name', u.reward))
          ORDER BY u.score DESC, u.member_id, u.reward_id), '[]')
        FROM (SELECT s.member_id, s.score, w.id AS reward_id, w.name AS reward
          FROM prizes w
          JOIN above s ON s.score >= w.needed_score
          WHERE NOT EXISTS (SELECT FROM reward_earnings e
              WHERE e.member_id = s.member_id AND e.reward_id = w.id)
            AND (w.for_all OR EXISTS (SELECT FROM member_products mp
              WHERE mp.member_id = s.member_id AND mp.product_id = ANY (w.products)))
          ORDER BY s.score DESC, s.member_id, w.id LIMIT ${limits.previewRows}) AS u
        ) AS rewards`,
  row: z.object({
    points: z.number(),
    members: z.number(),
    ranking: z.custom<Preview['ranking']>(),
    level_ups: z.custom<Preview['level_ups']>(),
    rewards: z.custom<Preview['rewards']>(),
  }),
});

/**
 * A month of a large school is grouped in memory: on disk it takes twice as long. One runs at a time.
 * PostgreSQL cannot guess how many members scored: it would look each of them up by itself.
 */
const howToRead = statement({
  name: 'points.preview-settings',
  sql: `SELECT set_config('work_mem', '128MB', true) AS memory,
    set_config('enable_nestloop', 'off', true) AS loops`,
  row: z.object({ memory: z.string(), loops: z.string() }),
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
      await tx.run(howToRead);
      const [row] = await tx.run(preview, values);
      return row!;
    }),
  );
}
