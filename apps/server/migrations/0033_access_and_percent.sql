-- Whoever has a role besides student is staff.
CREATE FUNCTION is_staff(roles text[]) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN NOT roles <@ '{student}';

-- A lesson is 100 percent only once it is finished.
CREATE FUNCTION lesson_percent(finished_at timestamptz, seconds integer, duration_seconds integer)
  RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN finished_at IS NOT NULL THEN 100
    ELSE least(99, whole_percent(coalesce(seconds, 0), coalesce(duration_seconds, 0)))
  END;

-- kit/course-access.ts decides who may open a course. The planner did not inline this function where
-- its argument was a subquery.
DROP FUNCTION courses_open_to;
