-- As in 0160, without the moment of Monday's score: nothing reads it.
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
    week_score = CASE WHEN s.week >= this_week THEN s.week_score ELSE s.score END
  RETURNING score INTO total;
  RETURN total;
END $$;

COMMENT ON COLUMN point_scores.week_reached_at IS 'No longer written. A later release drops it.';
