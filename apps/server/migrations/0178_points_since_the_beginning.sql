-- The ranking since the beginning: the points of all seasons of each member (decision 0093). A school
-- has it from its first reset on. Whoever scores writes nothing more than their id beside a move; the job
-- that counts moves sums their seasons.
CREATE TABLE point_totals (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  -- No reference: the job takes a removed member out, together with their count.
  member_id bigint NOT NULL,
  points bigint NOT NULL,
  reached_at timestamptz NOT NULL,
  listed boolean NOT NULL,
  PRIMARY KEY (tenant_id, member_id)
) WITH (fillfactor = 80);
CREATE INDEX point_totals_ranking ON point_totals
  (tenant_id, points DESC, reached_at, member_id) WHERE listed AND points > 0;

-- How many members have so many points, in the sizes of point_score_counts.
CREATE TABLE point_total_counts (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  size integer NOT NULL CHECK (size BETWEEN 0 AND 5),
  bucket bigint NOT NULL,
  members bigint NOT NULL,
  PRIMARY KEY (tenant_id, size, bucket)
) WITH (fillfactor = 80);

-- A school with a past season. A job sums its members in the order of their ids.
CREATE TABLE point_total_states (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  -- The last member who is summed. Null after the last one.
  summed_to bigint DEFAULT 0,
  PRIMARY KEY (tenant_id)
);

-- Whose score moved. Null in a move that only tells of a new look.
ALTER TABLE point_score_moves ADD member_id bigint;

-- As in 0160, with the member.
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
    monday_before, monday_after, member_id)
  -- A school that is deleted takes its seasons along.
  SELECT s.tenant_id, s.id, this_week, was, now_is, monday_was, monday_is,
    coalesce(NEW.member_id, OLD.member_id)
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

-- Sums the seasons of these members anew. Only within the lock of count_score_moves: nothing else writes
-- the three tables. A season below zero counts as zero, as it does in a move.
CREATE FUNCTION sum_seasons(of_members bigint[]) RETURNS void LANGUAGE sql AS $$
  WITH wanted AS MATERIALIZED (
    SELECT DISTINCT id AS member_id FROM unnest(of_members) AS id WHERE id IS NOT NULL),
  before AS MATERIALIZED (
    SELECT t.member_id, t.points, t.listed FROM wanted
    JOIN point_totals t ON t.tenant_id = app_tenant() AND t.member_id = wanted.member_id),
  after AS MATERIALIZED (
    SELECT m.id AS member_id, sums.points, sums.reached_at,
      m.in_ranking AND NOT is_staff(m.roles) AS listed
    FROM wanted JOIN members m ON m.tenant_id = app_tenant() AND m.id = wanted.member_id
    CROSS JOIN LATERAL (
      SELECT sum(greatest(s.score, 0))::bigint AS points, max(s.reached_at) AS reached_at
      FROM point_scores s WHERE s.tenant_id = app_tenant() AND s.member_id = m.id) AS sums
    WHERE sums.points IS NOT NULL),
  gone AS (
    DELETE FROM point_totals t USING before
    WHERE t.tenant_id = app_tenant() AND t.member_id = before.member_id
      AND NOT EXISTS (SELECT FROM after WHERE after.member_id = before.member_id)),
  kept AS (
    INSERT INTO point_totals AS t (tenant_id, member_id, points, reached_at, listed)
    SELECT app_tenant(), after.member_id, after.points, after.reached_at, after.listed FROM after
    ON CONFLICT (tenant_id, member_id) DO UPDATE
      SET points = excluded.points, reached_at = excluded.reached_at, listed = excluded.listed
      WHERE (t.points, t.reached_at, t.listed)
        IS DISTINCT FROM (excluded.points, excluded.reached_at, excluded.listed))
  INSERT INTO point_total_counts AS c (tenant_id, size, bucket, members)
  SELECT app_tenant(), step.size, one.points >> (6 * step.size), sum(one.members)
  FROM (
    SELECT before.points, -1 AS members FROM before WHERE before.listed
    UNION ALL
    SELECT after.points, 1 FROM after WHERE after.listed) AS one
  CROSS JOIN generate_series(0, 5) AS step (size)
  WHERE one.points > 0
  GROUP BY 2, 3
  HAVING sum(one.members) <> 0
  ON CONFLICT (tenant_id, size, bucket) DO UPDATE SET members = c.members + excluded.members
$$;

-- The next members of a school that was reset for the first time. False after the last one.
CREATE FUNCTION sum_next_members(amount integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  ids bigint[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(app_tenant() || ':count-scores', 0));
  SELECT array_agg(m.id ORDER BY m.id) INTO ids FROM point_total_states state CROSS JOIN LATERAL (
    SELECT m.id FROM members m WHERE m.tenant_id = app_tenant() AND m.id > state.summed_to
    ORDER BY m.id LIMIT amount) AS m
  WHERE state.tenant_id = app_tenant();
  PERFORM sum_seasons(ids);
  UPDATE point_total_states SET summed_to = ids[cardinality(ids)] WHERE tenant_id = app_tenant();
  -- What a server has kept of it meanwhile is over.
  IF ids IS NULL THEN PERFORM note_counted_scores(); END IF;
  RETURN ids IS NOT NULL;
END $$;

CREATE FUNCTION note_counted_scores() RETURNS void LANGUAGE sql AS $$
  INSERT INTO ranking_versions AS v (tenant_id, counted)
  VALUES (app_tenant(), (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)
  ON CONFLICT (tenant_id) DO UPDATE SET counted = greatest(v.counted + 1, excluded.counted)
$$;

-- As in 0160. It also sums the seasons of everybody whose moves it counts.
CREATE OR REPLACE FUNCTION count_score_moves() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  that_week date;
  moved bigint[];
  those bigint[];
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
        DO UPDATE SET members = c.members + excluded.members),
    counts AS (
      INSERT INTO point_score_counts AS c
        (tenant_id, season_id, size, bucket, members, week, week_members)
      SELECT taken.tenant_id, taken.season_id, step.size, one.score >> (6 * step.size),
        sum(one.members), that_week, sum(one.week_members)
      FROM taken CROSS JOIN generate_series(0, 5) AS step (size)
      CROSS JOIN LATERAL (VALUES
        (taken.score_before, -1, 0), (taken.score_after, 1, 0),
        (taken.monday_before, 0, -1), (taken.monday_after, 0, 1))
        AS one (score, members, week_members)
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
          ELSE c.week_members + excluded.members END)
    SELECT array_agg(DISTINCT taken.member_id) INTO those FROM taken;
    moved := moved || those;
  END LOOP;
  IF EXISTS (SELECT FROM point_total_states s WHERE s.tenant_id = app_tenant()) THEN
    PERFORM sum_seasons(moved);
  END IF;
  IF that_week IS NOT NULL THEN
    -- Nobody reads a week that is over. By the clock: a move of last week may be the only one.
    DELETE FROM point_week_counts c WHERE c.tenant_id = app_tenant()
      AND c.week < date_trunc('week', now() AT TIME ZONE 'UTC')::date;
    PERFORM note_counted_scores();
  END IF;
END $$;

-- They are summed when somebody reads them: a migration may run before the jobs have their tables.
INSERT INTO point_total_states (tenant_id)
SELECT DISTINCT tenant_id FROM point_seasons WHERE ended_at IS NOT NULL;
