-- How many listed scores of a season stand where: a position is counted from few rows, however many
-- members stand in the ranking. A score counts once in each of six sizes of buckets; a bucket of one
-- size holds 64 of the size below.
CREATE TABLE point_score_counts (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  season_id bigint NOT NULL,
  size integer NOT NULL CHECK (size BETWEEN 0 AND 5),
  bucket bigint NOT NULL,
  members bigint NOT NULL,
  -- `week_members` is the count at the begin of `week`. A row of an earlier week did not change since.
  week date NOT NULL,
  week_members bigint NOT NULL,
  PRIMARY KEY (tenant_id, season_id, size, bucket),
  FOREIGN KEY (tenant_id, season_id) REFERENCES point_seasons ON DELETE CASCADE
) WITH (fillfactor = 80);

-- What is not counted yet. Whoever scores adds a row and waits for nobody; a job counts the rows.
-- 0 is a score that does not stand in the ranking.
CREATE TABLE point_score_moves (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  season_id bigint NOT NULL,
  week date NOT NULL,
  score_before bigint NOT NULL,
  score_after bigint NOT NULL,
  -- Of Monday's score, where somebody left the ranking or came back.
  monday_before bigint NOT NULL DEFAULT 0,
  monday_after bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, season_id) REFERENCES point_seasons ON DELETE CASCADE
);
CREATE INDEX point_score_moves_of_season ON point_score_moves (tenant_id, season_id);

CREATE FUNCTION note_score_move() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  this_week date := date_trunc('week', now() AT TIME ZONE 'UTC')::date;
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
CREATE TRIGGER counted_new AFTER INSERT OR DELETE ON point_scores
  FOR EACH ROW EXECUTE FUNCTION note_score_move();
CREATE TRIGGER counted AFTER UPDATE ON point_scores
  FOR EACH ROW WHEN (NEW.score <> OLD.score OR NEW.listed <> OLD.listed)
  EXECUTE FUNCTION note_score_move();

-- Counts what waits. One at a time in a school; a reader sees a move either waiting or counted.
CREATE FUNCTION count_score_moves() RETURNS void LANGUAGE plpgsql AS $$
DECLARE that_week date;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(app_tenant() || ':count-scores', 0));
  FOR that_week IN
    SELECT DISTINCT m.week FROM point_score_moves m WHERE m.tenant_id = app_tenant() ORDER BY m.week
  LOOP
    WITH taken AS (
      DELETE FROM point_score_moves m
      WHERE m.tenant_id = app_tenant() AND m.week = that_week RETURNING m.*)
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
END $$;

INSERT INTO point_score_counts (tenant_id, season_id, size, bucket, members, week, week_members)
SELECT s.tenant_id, s.season_id, step.size, one.score >> (6 * step.size), sum(one.members),
  this.week, sum(one.week_members)
FROM point_scores s
CROSS JOIN (SELECT date_trunc('week', now() AT TIME ZONE 'UTC')::date AS week) AS this
CROSS JOIN generate_series(0, 5) AS step (size)
CROSS JOIN LATERAL (VALUES
  (s.score, 1, 0),
  (CASE WHEN s.week = this.week THEN s.week_score ELSE s.score END, 0, 1)
) AS one (score, members, week_members)
WHERE s.listed AND s.score > 0 AND one.score > 0
GROUP BY 1, 2, 3, 4, this.week;
