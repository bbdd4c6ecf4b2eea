import {
  actions,
  limits,
  PLOT_COLUMNS,
  type Preview,
  type PreviewInput,
} from '@vitrine/contract/points';
import * as z from 'zod/mini';
import { levelJson, productsOfLevel } from '../../kit/level-json.ts';
import { personJson } from '../../kit/person-json.ts';
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
const MAX_PASSING = 2_000;

const since = 'now() - make_interval(days => :days::integer)';

/** In place of `level_of`: its plan is kept for other statements, and this one is planned without loops. */
const levelOf = (score: string) => `(SELECT ladder.id FROM ladder
    WHERE ladder.needed_score <= ${score} AND ladder.products && p.held
    ORDER BY ladder.needed_score DESC, ladder.id DESC LIMIT 1)`;

/** Looked up by key, after the rows are few. */
const person = (memberId: string) =>
  `(SELECT ${personJson('m')} FROM members m WHERE m.id = ${memberId})`;

/** The rules that the owner tries, or the saved ones. */
type RuleSet = 'tried' | 'saved';

/** The points of a row of `acts` with one rule set. */
const pointsBy = (ruleSet: RuleSet) => {
  const of = (column: string) => (ruleSet === 'tried' ? column : `saved_${column}`);
  return `${of('points')} * times + CASE
    WHEN ${of('needed')} = 0 OR times < ${of('needed')} THEN 0
    -- All within a day give one bonus: the loop of count_bonuses costs more than the rest.
    WHEN moments[times] < moments[1] + interval '24 hours' THEN ${of('bonus')}
    ELSE ${of('bonus')} * count_bonuses(moments, ${of('needed')}) END`;
};

/** The first members by a score. Lower scores cannot change their positions. */
const firstBy = (score: 'score' | 'saved_score') => `
  SELECT it.*, rank() OVER (ORDER BY it.${score} DESC) AS position FROM (
    SELECT s.score, s.saved_score, s.member_id
    FROM (SELECT * FROM scoring_members WHERE ${score} > 0
      ORDER BY ${score} DESC, member_id OFFSET 0) AS s
    WHERE EXISTS (SELECT FROM members m
      WHERE m.id = s.member_id AND m.in_ranking OFFSET 0)
    LIMIT ${limits.previewRows}) AS it`;

/** The rows of `tallies` that one rule set gave. */
const talliesOf = (ruleSet: RuleSet) => `tallies t WHERE t.tried = ${ruleSet === 'tried'}`;

/** Counts the members of `tallies` with one rule set. */
const membersSql = (ruleSet: RuleSet, where: string) => `
  SELECT coalesce(sum(t.members), 0) FROM ${talliesOf(ruleSet)} AND ${where}`;

/** The score that half of the members reach with one rule set. */
const halfScoreSql = (ruleSet: RuleSet) => `
  SELECT coalesce(max(t.score), 0) FROM ${talliesOf(ruleSet)}
    AND 2 * (t.every - t.up_to + t.members) >= t.every`;

/** As JSON: the members of each column of the plot. */
const plotColumnsJson = (ruleSet: RuleSet) => `(
  SELECT json_agg((${membersSql(ruleSet, `t.score / (SELECT step FROM plot) = n`)}) ORDER BY n)
  FROM generate_series(0, ${PLOT_COLUMNS - 1}) AS n)`;

/**
 * Counts the points that these rules would have given for the real actions of the last days. Actions
 * come from their own tables, so that a school without points gets an answer too. Sign-ins have no
 * table: they come from the ledger, which knows them only while they score.
 */
const preview = statement({
  name: 'points.preview',
  sql: `WITH rules AS MATERIALIZED (
      SELECT r.*, its.*,
        (r.points, r.needed, CASE WHEN r.needed > 0 THEN r.bonus END) IS NOT DISTINCT FROM
          (its.saved_points, its.saved_needed,
            CASE WHEN its.saved_needed > 0 THEN its.saved_bonus END) AS is_saved
      FROM jsonb_to_recordset(:rules::jsonb)
        AS r(id integer, action text, points integer, needed integer, bonus integer)
      LEFT JOIN points_rules saved ON saved.action = r.action
      CROSS JOIN LATERAL (
        SELECT coalesce(saved.points, 0) AS saved_points,
          CASE WHEN saved.enable THEN saved.needed_interaction ELSE 0 END AS saved_needed,
          coalesce(saved.plus_user_score, 0) AS saved_bonus) AS its),
    -- One row for each member and action: its bonuses are counted from the row alone.
    acts AS (
      SELECT happened.member_id, r.id, count(*) AS times,
        array_agg(happened.at ORDER BY happened.at) AS moments
      FROM (
        -- The row keeps the last position. A lesson finished before the days was begun before them.
        SELECT p.member_id, 'watch_class' AS action, least(p.updated_at, p.finished_at) AS at
          FROM lesson_progress p
          WHERE p.seconds > 0 AND least(p.updated_at, p.finished_at) > ${since}
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
        UNION ALL SELECT p.member_id, 'post', p.created_at
          FROM posts p
          WHERE p.member_id IS NOT NULL AND p.removed_at IS NULL AND p.created_at > ${since}
        UNION ALL SELECT c.member_id, CASE WHEN c.parent_id IS NULL THEN 'comment' ELSE 'reply' END,
            c.created_at
          FROM post_comments c
          WHERE c.member_id IS NOT NULL AND c.removed_at IS NULL AND c.created_at > ${since}
        UNION ALL SELECT k.member_id, 'like', k.created_at
          FROM post_likes k WHERE k.created_at > ${since}
        UNION ALL SELECT k.member_id, 'like', k.created_at
          FROM post_comment_likes k WHERE k.created_at > ${since}
        UNION ALL SELECT e.member_id, 'login', e.at FROM point_entries e
          WHERE e.reason IS NULL AND e.period = 0 AND NOT e.taken_back AND e.at > ${since}
            AND e.action = 'login'
      ) AS happened JOIN rules r ON r.action = happened.action
      WHERE r.points > 0 OR r.needed > 0 OR r.saved_points > 0 OR r.saved_needed > 0
      GROUP BY happened.member_id, r.id),
    scoring AS MATERIALIZED (
      SELECT NOT EXISTS (SELECT FROM points_products) AS everybody, ARRAY(
        SELECT pp.product_id FROM points_products pp
        JOIN products p ON p.id = pp.product_id AND p.status = 'active') AS products),
    -- Staff, and accounts that wait for their erasure.
    outside AS MATERIALIZED (
      SELECT m.id AS member_id FROM members m WHERE is_staff(m.roles)
      UNION ALL SELECT e.member_id FROM member_erasures e),
    scores AS MATERIALIZED (
      SELECT member_id, sum(tried)::bigint AS score,
        sum(CASE WHEN is_saved THEN tried ELSE saved END)::bigint AS saved_score
      FROM (
        SELECT acts.member_id, r.is_saved, ${pointsBy('tried')} AS tried,
          CASE WHEN NOT r.is_saved THEN ${pointsBy('saved')} END AS saved
        FROM acts JOIN rules r ON r.id = acts.id OFFSET 0) AS given
      WHERE member_id NOT IN (SELECT o.member_id FROM outside o)
      GROUP BY member_id),
    scoring_members AS MATERIALIZED (
      SELECT s.* FROM scores s
      WHERE (s.score > 0 OR s.saved_score > 0) AND (SELECT everybody FROM scoring)
      UNION ALL
      SELECT s.* FROM scores s
      WHERE (s.score > 0 OR s.saved_score > 0) AND NOT (SELECT everybody FROM scoring)
        AND s.member_id IN (
          SELECT mp.member_id FROM member_products mp
          WHERE mp.product_id = ANY ((SELECT products FROM scoring)::bigint[]))),
    above AS (SELECT s.* FROM scoring_members s WHERE s.score > 0),
    best AS MATERIALIZED (${firstBy('score')}),
    saved_best AS MATERIALIZED (${firstBy('saved_score')}),
    -- Members at each score, with each rule set.
    tallies AS MATERIALIZED (
      SELECT it.*, sum(it.members) OVER (PARTITION BY it.tried ORDER BY it.score) AS up_to,
        sum(it.members) OVER (PARTITION BY it.tried) AS every
      FROM (
        SELECT true AS tried, s.score, count(*) AS members FROM scoring_members s GROUP BY s.score
        UNION ALL
        SELECT false, s.saved_score, count(*) FROM scoring_members s GROUP BY s.saved_score) AS it),
    plot AS MATERIALIZED (
      SELECT coalesce(max(edge.score), 0) / ${PLOT_COLUMNS} + 1 AS step
      FROM (SELECT min(t.score) AS score FROM tallies t
        WHERE t.up_to >= t.every * 0.95 GROUP BY t.tried) AS edge),
    ladder AS MATERIALIZED (
      SELECT l.id, l.needed_score, ${productsOfLevel} AS products FROM levels l),
    -- The level that the rules change most. Only its members are looked up, unless all who score
    -- hold a product of it.
    changed AS MATERIALIZED (
      SELECT ladder.*, (SELECT NOT everybody AND products <@ ladder.products FROM scoring) AS is_held
      FROM ladder
      CROSS JOIN LATERAL (SELECT abs((${membersSql('tried', 't.score >= ladder.needed_score')})
        - (${membersSql('saved', 't.score >= ladder.needed_score')})) AS members) AS moved
      WHERE cardinality(ladder.products) > 0 AND moved.members > 0
      ORDER BY moved.members DESC, ladder.needed_score, ladder.id LIMIT 1),
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
      ORDER BY s.score DESC, s.member_id LIMIT ${MAX_PASSING}),
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
          'user', ${person('b.member_id')}, 'score', b.score, 'saved_position', s.position)
          ORDER BY b.position, b.member_id), '[]')
        FROM best b LEFT JOIN saved_best s ON s.member_id = b.member_id) AS ranking,
      json_build_object(
        'half', json_build_object(
          'saved', (${halfScoreSql('saved')}), 'tried', (${halfScoreSql('tried')})),
        'level', (
          SELECT json_build_object('level', ${levelJson('it.id')},
            'members', json_build_object('saved', it.saved, 'tried', it.tried))
          FROM (
            SELECT c.id, count(*) FILTER (WHERE s.saved_score >= c.needed_score) AS saved,
              count(*) FILTER (WHERE s.score >= c.needed_score) AS tried
            FROM changed c JOIN scoring_members s
              ON greatest(s.score, s.saved_score) >= c.needed_score
            WHERE c.is_held OR s.member_id IN (SELECT mp.member_id FROM member_products mp
              WHERE mp.product_id = ANY ((SELECT products FROM changed)::bigint[]))
            GROUP BY c.id) AS it
          WHERE it.saved <> it.tried),
        'climber', (
          SELECT json_build_object('user', ${person('b.member_id')}, 'saved', s.position,
            'tried', b.position)
          FROM best b LEFT JOIN saved_best s ON s.member_id = b.member_id
          WHERE coalesce(s.position, ${limits.previewRows + 1}) > b.position
          ORDER BY coalesce(s.position, ${limits.previewRows + 1}) - b.position DESC, b.position,
            b.member_id
          LIMIT 1),
        'plot', json_build_object('step', (SELECT step FROM plot), 'saved', ${plotColumnsJson('saved')},
          'tried', ${plotColumnsJson('tried')})) AS comparison,
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
    comparison: z.custom<Preview['comparison']>(),
  }),
});

/**
 * A month of a large school is grouped in memory: on disk it takes twice as long. One runs at a time.
 * PostgreSQL cannot guess how many members scored: it would look each of them up by itself.
 */
const previewSettings = statement({
  name: 'points.preview-settings',
  sql: `SELECT set_config('work_mem', '128MB', true) AS memory,
    set_config('enable_nestloop', 'off', true) AS loops`,
  row: z.object({ memory: z.string(), loops: z.string() }),
});

/**
 * Computes what these rules would have given over `days` days: points, places, levels and rewards (contract,
 * Points). It writes nothing. One runs at a time in a process.
 */
export function previewPoints(
  database: Database,
  owner: Owner,
  input: PreviewInput,
): Promise<Preview> {
  const daily = new Map(dailyOf(input).map((rule) => [rule.action, rule]));
  const points = pointsOf(input);
  const rules = actions.map((action, id) => {
    const rule = daily.get(action);
    return {
      id,
      action,
      points: points[action],
      needed: rule?.enable ? rule.needed_interaction : 0,
      bonus: rule?.plus_user_score ?? 0,
    };
  });
  const values = { rules: JSON.stringify(rules), days: input.days };
  return previews(owner, () =>
    database.readTransaction(owner.tenantId, async (tx) => {
      await tx.run(previewSettings);
      const [row] = await tx.run(preview, values);
      return row!;
    }),
  );
}
