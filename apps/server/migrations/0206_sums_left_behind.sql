-- The sums that 0037, 0092, 0136 and 0178 left behind under an owner whom row-level security binds
-- (decision 103). It changes no row that is right.

-- A passed attempt counts, whatever came after it: as in 0136.
WITH best AS MATERIALIZED (
    SELECT DISTINCT ON (a.tenant_id, a.quiz_id, a.member_id) a.*
    FROM quiz_results r
    JOIN quiz_attempts a ON a.tenant_id = r.tenant_id AND a.quiz_id = r.quiz_id
      AND a.member_id = r.member_id
    WHERE r.passed IS FALSE AND a.passed AND a.finished_at IS NOT NULL
    ORDER BY a.tenant_id, a.quiz_id, a.member_id, a.score DESC, a.number),
  counted AS (
    SELECT a.tenant_id, a.quiz_id, a.member_id, count(*) AS times
    FROM best
    JOIN members m ON m.tenant_id = best.tenant_id AND m.id = best.member_id
    JOIN quiz_attempts a ON a.tenant_id = best.tenant_id AND a.quiz_id = best.quiz_id
      AND a.member_id = best.member_id
    WHERE a.passed AND a.finished_at IS NOT NULL AND NOT is_staff(m.roles)
      AND (SELECT before.passed FROM quiz_attempts before
        WHERE before.tenant_id = a.tenant_id AND before.quiz_id = a.quiz_id
          AND before.member_id = a.member_id AND before.number < a.number
          AND before.finished_at IS NOT NULL
        ORDER BY before.score DESC, before.number LIMIT 1) IS NOT TRUE
    GROUP BY a.tenant_id, a.quiz_id, a.member_id),
  surplus AS (
    INSERT INTO quiz_totals AS t (tenant_id, quiz_id, passed)
    SELECT tenant_id, quiz_id, sum(1 - times) FROM counted
    GROUP BY tenant_id, quiz_id HAVING sum(times - 1) > 0
    ON CONFLICT (tenant_id, quiz_id) DO UPDATE SET passed = t.passed + excluded.passed)
UPDATE quiz_results r SET attempt_id = best.id, score = best.score, passed = true,
  profile = best.profile, finished_at = best.finished_at,
  seconds = greatest(0, round(extract(epoch FROM best.finished_at - best.started_at)))
FROM best
WHERE r.tenant_id = best.tenant_id AND r.quiz_id = best.quiz_id AND r.member_id = best.member_id;

-- They are summed when somebody reads them, as in 0178.
INSERT INTO point_total_states (tenant_id)
SELECT DISTINCT tenant_id FROM point_seasons WHERE ended_at IS NOT NULL
ON CONFLICT DO NOTHING;

-- Seasons whose counts miss members. A move that waits is in the scores already. The job that counts
-- waits meanwhile.
LOCK TABLE point_score_counts IN SHARE ROW EXCLUSIVE MODE;
CREATE TEMPORARY TABLE miscounted ON COMMIT DROP AS
WITH scores AS (
    SELECT tenant_id, season_id, count(*) AS members FROM point_scores
    WHERE listed AND score > 0 GROUP BY tenant_id, season_id),
  moves AS (
    SELECT tenant_id, season_id, sum((score_after > 0)::integer - (score_before > 0)::integer) AS members
    FROM point_score_moves GROUP BY tenant_id, season_id),
  counts AS (
    SELECT tenant_id, season_id, sum(members) AS members FROM point_score_counts
    WHERE size = 0 GROUP BY tenant_id, season_id)
SELECT s.tenant_id, s.id AS season_id
FROM point_seasons s
LEFT JOIN scores ON scores.tenant_id = s.tenant_id AND scores.season_id = s.id
LEFT JOIN moves ON moves.tenant_id = s.tenant_id AND moves.season_id = s.id
LEFT JOIN counts ON counts.tenant_id = s.tenant_id AND counts.season_id = s.id
WHERE coalesce(scores.members, 0) <> coalesce(counts.members, 0) + coalesce(moves.members, 0);

DELETE FROM point_score_counts c USING miscounted m
WHERE c.tenant_id = m.tenant_id AND c.season_id = m.season_id;

INSERT INTO point_score_counts (tenant_id, season_id, size, bucket, members, week, week_members)
SELECT one.tenant_id, one.season_id, step.size, one.score >> (6 * step.size), sum(one.members),
  this.week, sum(one.week_members)
FROM (SELECT date_trunc('week', now() AT TIME ZONE 'UTC')::date AS week) AS this
CROSS JOIN LATERAL (
  SELECT s.tenant_id, s.season_id, part.*
  FROM miscounted JOIN point_scores s USING (tenant_id, season_id)
  CROSS JOIN LATERAL (VALUES
    (s.score, 1, 0),
    (CASE WHEN s.week = this.week THEN s.week_score ELSE s.score END, 0, 1)
  ) AS part (score, members, week_members)
  WHERE s.listed AND s.score > 0
  UNION ALL
  SELECT v.tenant_id, v.season_id, part.*
  FROM miscounted JOIN point_score_moves v USING (tenant_id, season_id)
  CROSS JOIN LATERAL (VALUES
    (v.score_before, 1, 0),
    (v.score_after, -1, 0),
    (CASE WHEN v.week < this.week THEN v.score_before ELSE v.monday_before END, 0, 1),
    (CASE WHEN v.week < this.week THEN v.score_after ELSE v.monday_after END, 0, -1)
  ) AS part (score, members, week_members)
) AS one
CROSS JOIN generate_series(0, 5) AS step (size)
WHERE one.score > 0
GROUP BY 1, 2, 3, 4, this.week
HAVING sum(one.members) <> 0 OR sum(one.week_members) <> 0;

-- The servers read these rankings again.
INSERT INTO ranking_versions AS v (tenant_id, counted)
SELECT DISTINCT tenant_id, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint FROM miscounted
ON CONFLICT (tenant_id) DO UPDATE SET counted = greatest(v.counted + 1, excluded.counted);

-- The sums of stored files. A file and its sums change in one transaction, so what a sum lacks stays the
-- same while others upload. It is added to the sum of now, and nobody waits.
INSERT INTO school_storage AS s (tenant_id, files, bytes)
SELECT tenant_id, coalesce(f.files, 0) - coalesce(kept.files, 0),
  coalesce(f.bytes, 0) - coalesce(kept.bytes, 0)
FROM (SELECT tenant_id, count(*) AS files, sum(counted_bytes) AS bytes FROM files
  GROUP BY tenant_id) AS f
FULL JOIN school_storage kept USING (tenant_id)
WHERE (coalesce(f.files, 0), coalesce(f.bytes, 0)) <> (coalesce(kept.files, 0), coalesce(kept.bytes, 0))
ON CONFLICT (tenant_id) DO UPDATE
  SET files = s.files + excluded.files, bytes = s.bytes + excluded.bytes;
INSERT INTO member_storage AS s (tenant_id, member_id, files, bytes)
SELECT tenant_id, member_id, coalesce(f.files, 0) - coalesce(kept.files, 0),
  coalesce(f.bytes, 0) - coalesce(kept.bytes, 0)
FROM (SELECT tenant_id, member_id, count(*) AS files, sum(counted_bytes) AS bytes FROM files
  WHERE member_id IS NOT NULL GROUP BY tenant_id, member_id) AS f
FULL JOIN member_storage kept USING (tenant_id, member_id)
WHERE (coalesce(f.files, 0), coalesce(f.bytes, 0)) <> (coalesce(kept.files, 0), coalesce(kept.bytes, 0))
ON CONFLICT (tenant_id, member_id) DO UPDATE
  SET files = s.files + excluded.files, bytes = s.bytes + excluded.bytes;
