-- How many bonuses of the day these moments would have given: one at the `needed`-th action inside
-- 24 hours, and the next one 24 hours later at the earliest. As award_points gives them (0058).
CREATE FUNCTION count_bonuses(moments timestamptz[], needed integer) RETURNS integer
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  given integer := 0;
  next_at timestamptz := '-infinity';
BEGIN
  FOR nth IN needed .. cardinality(moments) LOOP
    IF moments[nth] >= next_at AND moments[nth - needed + 1] > moments[nth] - interval '24 hours' THEN
      given := given + 1;
      next_at := moments[nth] + interval '24 hours';
    END IF;
  END LOOP;
  RETURN given;
END $$;
