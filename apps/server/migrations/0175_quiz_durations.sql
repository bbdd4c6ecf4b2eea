-- The median time of the attempts that count (0164), and how many ended by their time.

-- In seconds, as `quiz_durations` counts it. Null until a job has counted it.
ALTER TABLE quiz_standings ADD duration integer;

-- The number of counted attempts by duration. `timed_out`: of these, nobody handed them in, so they
-- ended at their deadline.
CREATE TABLE quiz_durations (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  quiz_id bigint NOT NULL,
  counted text NOT NULL CHECK (counted IN ('first', 'best', 'last')),
  duration integer NOT NULL,
  attempts bigint NOT NULL,
  timed_out bigint NOT NULL,
  PRIMARY KEY (tenant_id, quiz_id, counted, duration),
  FOREIGN KEY (tenant_id, quiz_id) REFERENCES quizzes ON DELETE CASCADE
);

-- The duration of an attempt in seconds, rounded up: to whole minutes from an hour on, to whole hours
-- from a day on, and 100 days at most. So a quiz has 7,400 durations at most.
CREATE FUNCTION attempt_duration(started_at timestamptz, finished_at timestamptz) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (
    SELECT CASE WHEN took.seconds <= 3600 THEN took.seconds
      WHEN took.seconds <= 86400 THEN ceil(took.seconds / 60) * 60
      ELSE least(ceil(took.seconds / 3600) * 3600, 8640000) END::integer
    FROM (SELECT greatest(0, round(extract(epoch FROM finished_at - started_at))) AS seconds) AS took);

-- As in 0164, with the durations.
CREATE OR REPLACE FUNCTION count_standings(of_quiz bigint, attempts bigint[]) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off AS $$
DECLARE tenant bigint := app_tenant();
BEGIN
  WITH given AS MATERIALIZED (
      SELECT a.* FROM quiz_attempts a WHERE a.tenant_id = tenant AND a.id = ANY (attempts)),
    old AS MATERIALIZED (
      SELECT s.counted, a.*
      FROM (SELECT DISTINCT given.member_id FROM given) AS m
      CROSS JOIN LATERAL (
        SELECT s.counted, s.attempt_id FROM quiz_standings s
        WHERE s.tenant_id = tenant AND s.quiz_id = of_quiz AND s.member_id = m.member_id
        OFFSET 0) AS s
      CROSS JOIN LATERAL (
        SELECT a.* FROM quiz_attempts a WHERE a.tenant_id = tenant AND a.id = s.attempt_id
        OFFSET 0) AS a),
    candidates AS MATERIALIZED (
      SELECT old.*, true AS stands FROM old
      UNION ALL
      SELECT kind.counted, given.*, false
      FROM given CROSS JOIN (VALUES ('first'), ('best'), ('last')) AS kind (counted)),
    -- The rule of `hand_in_attempt`: who passed has passed, then the score; of profiles the last one.
    chosen AS MATERIALIZED (
      SELECT DISTINCT ON (c.member_id, c.counted) c.* FROM candidates c
      ORDER BY c.member_id, c.counted,
        CASE c.counted WHEN 'first' THEN c.number WHEN 'last' THEN -c.number END,
        c.passed IS NULL DESC, CASE WHEN c.passed IS NULL THEN -c.number END,
        c.passed DESC, c.score DESC, c.number),
    moved AS MATERIALIZED (
      SELECT c.counted, c.id, c.version, c.score, c.passed, c.profile, c.started_at, c.finished_at,
        attempt_duration(c.started_at, c.finished_at) AS duration,
        (c.finished_at = c.deadline) IS TRUE AS timed_out, 1 AS sign
      FROM chosen c WHERE NOT c.stands
      UNION ALL
      SELECT c.counted, a.id, a.version, a.score, a.passed, a.profile, a.started_at, a.finished_at,
        s.duration, (a.finished_at = a.deadline) IS TRUE, -1
      FROM chosen c
      CROSS JOIN LATERAL (
        SELECT s.attempt_id, s.duration FROM quiz_standings s
        WHERE s.tenant_id = tenant AND s.quiz_id = of_quiz AND s.member_id = c.member_id
          AND s.counted = c.counted
        OFFSET 0) AS s
      CROSS JOIN LATERAL (
        SELECT a.* FROM quiz_attempts a WHERE a.tenant_id = tenant AND a.id = s.attempt_id
        OFFSET 0) AS a
      WHERE NOT c.stands),
    written AS (
      INSERT INTO quiz_standings AS s
        (tenant_id, quiz_id, member_id, counted, attempt_id, profile, finished_at, duration)
      SELECT tenant, of_quiz, c.member_id, c.counted, c.id, c.profile, c.finished_at,
        attempt_duration(c.started_at, c.finished_at)
      FROM chosen c WHERE NOT c.stands
      ON CONFLICT (tenant_id, quiz_id, member_id, counted) DO UPDATE SET
        attempt_id = excluded.attempt_id, profile = excluded.profile,
        finished_at = excluded.finished_at, duration = excluded.duration),
    timed AS (
      INSERT INTO quiz_durations AS t (tenant_id, quiz_id, counted, duration, attempts, timed_out)
      SELECT tenant, of_quiz, m.counted, m.duration, sum(m.sign),
        coalesce(sum(m.sign) FILTER (WHERE m.timed_out), 0)
      FROM moved m WHERE m.duration IS NOT NULL GROUP BY m.counted, m.duration
      ON CONFLICT (tenant_id, quiz_id, counted, duration) DO UPDATE SET
        attempts = t.attempts + excluded.attempts, timed_out = t.timed_out + excluded.timed_out),
    asked AS MATERIALIZED (
      SELECT r.version, (item.value ->> 'id')::integer AS question_id,
        ARRAY(SELECT (option.value ->> 'id')::integer
          FROM jsonb_array_elements(item.value -> 'options') AS option (value)
          WHERE (option.value ->> 'correct')::boolean ORDER BY 1) AS right_ids
      FROM quiz_revisions r CROSS JOIN jsonb_array_elements(r.questions) AS item (value)
      WHERE r.tenant_id = tenant AND r.quiz_id = of_quiz
        AND r.version IN (SELECT moved.version FROM moved)),
    parts AS (
      SELECT m.*, 0 AS question_id, -1 AS option_id, '' AS of_profile FROM moved m
      UNION ALL
      SELECT m.*, 0, -1, m.profile FROM moved m WHERE m.profile > ''
      UNION ALL
      SELECT m.*, q.question_id, -1, '' FROM moved m JOIN asked q USING (version)
      UNION ALL
      SELECT m.*, q.question_id, part.option_id, ''
      FROM moved m
      CROSS JOIN LATERAL (
        SELECT s.question_id, s.option_ids FROM quiz_answers s
        WHERE s.tenant_id = tenant AND s.attempt_id = m.id
        OFFSET 0) AS s
      JOIN asked q ON q.version = m.version AND q.question_id = s.question_id
      CROSS JOIN LATERAL (
        SELECT unnest(s.option_ids) AS option_id
        UNION ALL
        SELECT 0 WHERE ARRAY(SELECT unnest(s.option_ids) ORDER BY 1) = q.right_ids) AS part)
  INSERT INTO quiz_tallies AS t (tenant_id, quiz_id, counted, question_id, option_id, profile,
    attempts, passed, score_sum, score_square_sum, seconds_sum, by_score)
  SELECT tenant, of_quiz, p.counted, p.question_id, p.option_id, p.of_profile,
    sum(p.sign), coalesce(sum(p.sign) FILTER (WHERE p.passed), 0), sum(p.sign * p.score),
    sum(p.sign * p.score * p.score),
    sum(p.sign * greatest(0, round(extract(epoch FROM p.finished_at - p.started_at)))),
    score_counts(array_agg(floor(p.score)::integer), array_agg(p.sign))
  FROM parts p GROUP BY p.counted, p.question_id, p.option_id, p.of_profile
  ON CONFLICT (tenant_id, quiz_id, counted, question_id, option_id, profile) DO UPDATE SET
    attempts = t.attempts + excluded.attempts,
    passed = t.passed + excluded.passed,
    score_sum = t.score_sum + excluded.score_sum,
    score_square_sum = t.score_square_sum + excluded.score_square_sum,
    seconds_sum = t.seconds_sum + excluded.seconds_sum,
    by_score = add_counts(t.by_score, excluded.by_score);
END $$;

-- Counts the durations of the standings of 200 members after `after`. Returns the last of these members;
-- null at the end. It may run again: a standing with a duration is counted.
CREATE FUNCTION count_former_durations(of_quiz bigint, after bigint) RETURNS bigint LANGUAGE plpgsql
  SET enable_seqscan = off AS $$
DECLARE
  tenant bigint := app_tenant();
  takers bigint[];
BEGIN
  -- The locks of `count_hand_ins`, in its order.
  PERFORM FROM quizzes WHERE tenant_id = tenant AND id = of_quiz FOR KEY SHARE;
  PERFORM pg_advisory_xact_lock(hashtextextended(format('%s:count-hand-ins:%s', tenant, of_quiz), 0));
  takers := ARRAY(
    SELECT DISTINCT s.member_id FROM quiz_standings s
    WHERE s.tenant_id = tenant AND s.quiz_id = of_quiz AND s.member_id > after
    ORDER BY s.member_id LIMIT 200);
  PERFORM FROM members m WHERE m.tenant_id = tenant AND m.id = ANY (takers)
  ORDER BY m.id FOR KEY SHARE;
  WITH timed AS (
      UPDATE quiz_standings s SET duration = attempt_duration(a.started_at, a.finished_at)
      FROM quiz_attempts a
      WHERE s.tenant_id = tenant AND s.quiz_id = of_quiz AND s.member_id = ANY (takers)
        AND s.duration IS NULL AND a.tenant_id = tenant AND a.id = s.attempt_id
      RETURNING s.counted, s.duration, (a.finished_at = a.deadline) IS TRUE AS timed_out)
  INSERT INTO quiz_durations AS t (tenant_id, quiz_id, counted, duration, attempts, timed_out)
  SELECT tenant, of_quiz, timed.counted, timed.duration, count(*),
    count(*) FILTER (WHERE timed.timed_out)
  FROM timed GROUP BY timed.counted, timed.duration
  ON CONFLICT (tenant_id, quiz_id, counted, duration) DO UPDATE SET
    attempts = t.attempts + excluded.attempts, timed_out = t.timed_out + excluded.timed_out;
  RETURN takers[cardinality(takers)];
END $$;

-- The durations of before, some members at a time (`result-totals.store.ts`).
DO $$
DECLARE its record;
BEGIN
  FOR its IN SELECT tenant_id, quiz_id FROM quiz_totals WHERE attempts > 0 LOOP
    PERFORM graphile_worker.add_job('count-durations',
      json_build_object('tenantId', its.tenant_id, 'quizId', its.quiz_id, 'after', 0),
      priority => 10);
  END LOOP;
END $$;
