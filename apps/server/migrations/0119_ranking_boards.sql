-- A server keeps what all readers of a school's ranking share: the first page, and how many stand at
-- each score. Whoever reads asks for this number, and for the moves since: together they tell whether
-- what was kept still holds.
CREATE TABLE ranking_versions (
  tenant_id bigint PRIMARY KEY DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  -- When a job counted moves last. By the clock, as in migration 0031.
  counted bigint NOT NULL
);

-- The transaction that wrote a move: a snapshot saw all moves of the transactions before its horizon,
-- so that nobody reads those again. Ids say nothing of the kind: a lower one may be committed later.
ALTER TABLE point_score_moves
  ADD transaction bigint NOT NULL DEFAULT pg_current_xact_id()::text::bigint;
DROP INDEX point_score_moves_of_season;
CREATE INDEX point_score_moves_of_season ON point_score_moves (tenant_id, season_id, transaction);

CREATE OR REPLACE FUNCTION count_score_moves() RETURNS void LANGUAGE plpgsql AS $$
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
  IF that_week IS NOT NULL THEN
    INSERT INTO ranking_versions AS v (counted)
    VALUES ((extract(epoch FROM clock_timestamp()) * 1000000)::bigint)
    ON CONFLICT (tenant_id) DO UPDATE SET counted = greatest(v.counted + 1, excluded.counted);
  END IF;
END $$;

-- What the ranking says of all besides: its name, its switch, its levels.
DO $$
DECLARE part text;
BEGIN
  FOREACH part IN ARRAY ARRAY['levels', 'level_products', 'points_settings', 'ranking_settings'] LOOP
    EXECUTE format('CREATE CONSTRAINT TRIGGER showcase AFTER INSERT OR UPDATE OR DELETE ON %I
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_showcase_change()', part);
  END LOOP;
END $$;

-- Somebody in the ranking looks different: a move from their score to the same one says so. It locks
-- nothing, as a version of the school would. Of a transaction that changes many, a move from the
-- highest score says it of all: whatever is kept of the school is read anew.
CREATE FUNCTION note_ranking_look(school bigint, of_member bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  most constant integer := 100;
  highest constant bigint := 9223372036854775807;
  its record;
  noted integer := 0;
BEGIN
  IF current_setting('app.ranking_looks', true) LIKE school || ':%' THEN
    noted := split_part(current_setting('app.ranking_looks', true), ':', 2);
  END IF;
  IF noted > most THEN RETURN; END IF;
  SELECT s.season_id, s.score INTO its
  FROM point_scores s
  JOIN point_seasons run ON run.tenant_id = school AND run.id = s.season_id AND run.ended_at IS NULL
  WHERE s.tenant_id = school AND s.member_id = of_member AND s.listed AND s.score > 0;
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM set_config('app.ranking_looks', format('%s:%s', school, noted + 1), true);
  IF noted = most THEN its.score := highest; END IF;
  INSERT INTO point_score_moves (tenant_id, season_id, week, score_before, score_after)
  -- A school that is deleted takes its seasons along.
  SELECT t.id, its.season_id, date_trunc('week', now() AT TIME ZONE 'UTC')::date, its.score, its.score
  FROM tenants t WHERE t.id = school;
END $$;

CREATE FUNCTION note_look_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.name <> OLD.name OR NEW.photo_url IS DISTINCT FROM OLD.photo_url THEN
    PERFORM note_ranking_look(NEW.tenant_id, NEW.id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ranking_look AFTER UPDATE OF name, photo_url ON members
  FOR EACH ROW EXECUTE FUNCTION note_look_of_member();

-- The products of a member decide about their level.
CREATE FUNCTION note_look_of_product() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  school bigint := coalesce(NEW.tenant_id, OLD.tenant_id);
BEGIN
  IF EXISTS (SELECT FROM levels WHERE tenant_id = school) THEN
    PERFORM note_ranking_look(school, coalesce(NEW.member_id, OLD.member_id));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ranking_look AFTER INSERT OR DELETE ON member_products
  FOR EACH ROW EXECUTE FUNCTION note_look_of_product();
