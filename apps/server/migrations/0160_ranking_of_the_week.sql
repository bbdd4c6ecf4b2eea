-- The ranking of the week: what the running season's scores gained since Monday, 00:00 UTC. Whoever
-- gained the same stands by when they reached it: a week's points are reached when its score is.
ALTER TABLE point_scores ADD week_points bigint
  GENERATED ALWAYS AS (greatest(score, 0) - greatest(week_score, 0)) STORED;
CREATE INDEX point_scores_of_week ON point_scores
  (tenant_id, season_id, week, week_points DESC, reached_at, member_id)
  WHERE listed AND week_points > 0;

-- How many members gained so much in a week, in the sizes of point_score_counts. Only the latest week
-- is kept.
CREATE TABLE point_week_counts (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  season_id bigint NOT NULL,
  week date NOT NULL,
  size integer NOT NULL CHECK (size BETWEEN 0 AND 5),
  bucket bigint NOT NULL,
  members bigint NOT NULL,
  PRIMARY KEY (tenant_id, season_id, week, size, bucket),
  FOREIGN KEY (tenant_id, season_id) REFERENCES point_seasons ON DELETE CASCADE
) WITH (fillfactor = 80);

INSERT INTO point_week_counts (tenant_id, season_id, week, size, bucket, members)
SELECT s.tenant_id, s.season_id, s.week, step.size, s.week_points >> (6 * step.size), count(*)
FROM point_scores s
CROSS JOIN generate_series(0, 5) AS step (size)
WHERE s.listed AND s.week_points > 0
  AND s.week = date_trunc('week', now() AT TIME ZONE 'UTC')::date
GROUP BY 1, 2, 3, 4, 5;
-- The moves that wait are in the scores above, and are counted by the next job: taken out until then.
INSERT INTO point_week_counts AS c (tenant_id, season_id, week, size, bucket, members)
SELECT v.tenant_id, v.season_id, v.week, step.size, gain.points >> (6 * step.size), sum(gain.members)
FROM point_score_moves v
CROSS JOIN generate_series(0, 5) AS step (size)
CROSS JOIN LATERAL (VALUES
  (v.score_before - v.monday_before, 1), (v.score_after - v.monday_after, -1)
) AS gain (points, members)
WHERE gain.points > 0 AND v.week = date_trunc('week', now() AT TIME ZONE 'UTC')::date
GROUP BY 1, 2, 3, 4, 5
ON CONFLICT (tenant_id, season_id, week, size, bucket)
  DO UPDATE SET members = c.members + excluded.members;

-- An action that began before Monday may come after one of Monday: the row stays in the later week.
CREATE OR REPLACE FUNCTION add_to_score(of_member bigint, in_season bigint, gained bigint)
  RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  this_week date := date_trunc('week', now() AT TIME ZONE 'UTC')::date;
  total bigint;
BEGIN
  INSERT INTO point_scores AS s (tenant_id, season_id, member_id, score, reached_at, week, listed)
  SELECT m.tenant_id, in_season, m.id, gained, clock_timestamp(), this_week,
         m.in_ranking AND NOT is_staff(m.roles)
  FROM members m WHERE m.tenant_id = app_tenant() AND m.id = of_member
  ON CONFLICT (tenant_id, season_id, member_id) DO UPDATE SET
    score = s.score + gained,
    reached_at = CASE WHEN gained = 0 THEN s.reached_at ELSE clock_timestamp() END,
    week = greatest(s.week, this_week),
    week_score = CASE WHEN s.week >= this_week THEN s.week_score ELSE s.score END,
    week_reached_at = CASE WHEN s.week >= this_week THEN s.week_reached_at ELSE s.reached_at END
  RETURNING score INTO total;
  RETURN total;
END $$;

-- The points of a week are the score without Monday's, so a move tells both.
CREATE OR REPLACE FUNCTION note_score_move() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  this_week date := greatest(date_trunc('week', now() AT TIME ZONE 'UTC')::date, OLD.week, NEW.week);
  school bigint := coalesce(NEW.tenant_id, OLD.tenant_id);
  was bigint := 0;
  now_is bigint := 0;
  monday_was bigint := 0;
  monday_is bigint := 0;
  move bigint;
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.listed THEN
    was := greatest(OLD.score, 0);
    monday_was := greatest(CASE WHEN OLD.score <= 0 THEN 0
      WHEN OLD.week = this_week THEN OLD.week_score ELSE OLD.score END, 0);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.listed THEN
    now_is := greatest(NEW.score, 0);
    monday_is := greatest(CASE WHEN NEW.score <= 0 THEN 0
      WHEN NEW.week = this_week THEN NEW.week_score ELSE NEW.score END, 0);
  END IF;
  IF was = now_is AND monday_was = monday_is THEN RETURN NULL; END IF;
  INSERT INTO point_score_moves (tenant_id, season_id, week, score_before, score_after,
    monday_before, monday_after)
  -- A school that is deleted takes its seasons along.
  SELECT s.tenant_id, s.id, this_week, was, now_is, monday_was, monday_is
  FROM point_seasons s JOIN tenants t ON t.id = s.tenant_id
  WHERE s.tenant_id = school AND s.id = coalesce(NEW.season_id, OLD.season_id)
  RETURNING id INTO move;
  -- Now and then the job is put in, so that few rows wait.
  IF move % 200 = 0 THEN
    PERFORM enqueue_job('count-scores', json_build_object('tenantId', school),
      format('%s:count-scores', school), now() + interval '5 seconds', 8, NULL, 10);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_score_moves() RETURNS void LANGUAGE plpgsql AS $$
DECLARE that_week date;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(app_tenant() || ':count-scores', 0));
  FOR that_week IN
    SELECT DISTINCT m.week FROM point_score_moves m WHERE m.tenant_id = app_tenant() ORDER BY m.week
  LOOP
    WITH taken AS (
      DELETE FROM point_score_moves m
      WHERE m.tenant_id = app_tenant() AND m.week = that_week RETURNING m.*),
    gains AS (
      INSERT INTO point_week_counts AS c (tenant_id, season_id, week, size, bucket, members)
      SELECT taken.tenant_id, taken.season_id, that_week, step.size,
        gain.points >> (6 * step.size), sum(gain.members)
      FROM taken CROSS JOIN generate_series(0, 5) AS step (size)
      CROSS JOIN LATERAL (VALUES
        (taken.score_before - taken.monday_before, -1),
        (taken.score_after - taken.monday_after, 1)) AS gain (points, members)
      WHERE gain.points > 0
      GROUP BY 1, 2, 3, 4, 5
      HAVING sum(gain.members) <> 0
      ON CONFLICT (tenant_id, season_id, week, size, bucket)
        DO UPDATE SET members = c.members + excluded.members)
    INSERT INTO point_score_counts AS c
      (tenant_id, season_id, size, bucket, members, week, week_members)
    SELECT taken.tenant_id, taken.season_id, step.size, one.score >> (6 * step.size),
      sum(one.members), that_week, sum(one.week_members)
    FROM taken CROSS JOIN generate_series(0, 5) AS step (size)
    CROSS JOIN LATERAL (VALUES
      (taken.score_before, -1, 0), (taken.score_after, 1, 0),
      (taken.monday_before, 0, -1), (taken.monday_after, 0, 1)) AS one (score, members, week_members)
    WHERE one.score > 0
    GROUP BY 1, 2, 3, 4
    HAVING sum(one.members) <> 0 OR sum(one.week_members) <> 0
    ON CONFLICT (tenant_id, season_id, size, bucket) DO UPDATE SET
      members = c.members + excluded.members,
      week = greatest(c.week, excluded.week),
      week_members = CASE
        WHEN c.week < excluded.week THEN c.members + excluded.week_members
        WHEN c.week = excluded.week THEN c.week_members + excluded.week_members
        -- It was committed after a move of the next week was counted.
        ELSE c.week_members + excluded.members END;
  END LOOP;
  IF that_week IS NOT NULL THEN
    -- Nobody reads a week that is over. By the clock: a move of last week may be the only one.
    DELETE FROM point_week_counts c WHERE c.tenant_id = app_tenant()
      AND c.week < date_trunc('week', now() AT TIME ZONE 'UTC')::date;
    INSERT INTO ranking_versions AS v (counted)
    VALUES ((extract(epoch FROM clock_timestamp()) * 1000000)::bigint)
    ON CONFLICT (tenant_id) DO UPDATE SET counted = greatest(v.counted + 1, excluded.counted);
  END IF;
END $$;

-- Their week's points are on this move too.
CREATE OR REPLACE FUNCTION note_ranking_look(school bigint, of_member bigint) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  most constant integer := 100;
  highest constant bigint := 9223372036854775807;
  this_week date := date_trunc('week', now() AT TIME ZONE 'UTC')::date;
  its record;
  noted integer := 0;
BEGIN
  IF current_setting('app.ranking_looks', true) LIKE school || ':%' THEN
    noted := split_part(current_setting('app.ranking_looks', true), ':', 2);
  END IF;
  IF noted > most THEN RETURN; END IF;
  SELECT s.season_id, s.score,
    greatest(CASE WHEN s.week = this_week THEN s.week_score ELSE s.score END, 0) AS monday INTO its
  FROM point_scores s
  JOIN point_seasons run ON run.tenant_id = school AND run.id = s.season_id AND run.ended_at IS NULL
  WHERE s.tenant_id = school AND s.member_id = of_member AND s.listed AND s.score > 0;
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM set_config('app.ranking_looks', format('%s:%s', school, noted + 1), true);
  IF noted = most THEN
    its.score := highest;
    its.monday := 0;
  END IF;
  INSERT INTO point_score_moves (tenant_id, season_id, week, score_before, score_after,
    monday_before, monday_after)
  -- A school that is deleted takes its seasons along.
  SELECT t.id, its.season_id, this_week, its.score, its.score, its.monday, its.monday
  FROM tenants t WHERE t.id = school;
END $$;
