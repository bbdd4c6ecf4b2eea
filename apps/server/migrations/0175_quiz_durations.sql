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
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE seconds bigint := greatest(0, round(extract(epoch FROM finished_at - started_at)));
BEGIN
  IF seconds <= 3600 THEN RETURN seconds; END IF;
  IF seconds <= 86400 THEN RETURN (seconds + 59) / 60 * 60; END IF;
  RETURN least((seconds + 3599) / 3600 * 3600, 8640000);
END $$;

-- As in 0164, with the durations, and in fewer steps. Whoever takes a quiz once has one attempt that is
-- the first, the best and the last: its parts are added up once, for all `kinds` that it counts in, and
-- by score before the counts by score are made. `OFFSET 0` makes each row be found by its index: a join
-- may read the answers of the whole school. The order by `counted` takes the key of an empty table, too.
CREATE OR REPLACE FUNCTION count_standings(of_quiz bigint, attempts bigint[]) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off AS $$
DECLARE tenant bigint := app_tenant();
BEGIN
  WITH given AS MATERIALIZED (
      SELECT a.* FROM quiz_attempts a WHERE a.tenant_id = tenant AND a.id = ANY (attempts)),
    old AS MATERIALIZED (
      SELECT a.*, s.counted, s.duration
      FROM (SELECT DISTINCT given.member_id FROM given) AS m
      CROSS JOIN LATERAL (
        SELECT s.counted, s.duration, s.attempt_id FROM quiz_standings s
        WHERE s.tenant_id = tenant AND s.quiz_id = of_quiz AND s.member_id = m.member_id
        ORDER BY s.counted OFFSET 0) AS s
      CROSS JOIN LATERAL (
        SELECT a.* FROM quiz_attempts a WHERE a.tenant_id = tenant AND a.id = s.attempt_id
        OFFSET 0) AS a),
    candidates AS (
      SELECT old.*, true AS stands FROM old
      UNION ALL
      SELECT given.*, kind.counted, NULL, false
      FROM given CROSS JOIN (VALUES ('first'), ('best'), ('last')) AS kind (counted)),
    -- The rule of `hand_in_attempt`: who passed has passed, then the score; of profiles the last one.
    ranked AS (
      SELECT c.*, row_number() OVER (PARTITION BY c.member_id, c.counted ORDER BY
        CASE c.counted WHEN 'first' THEN c.number WHEN 'last' THEN -c.number END,
        c.passed IS NULL DESC, CASE WHEN c.passed IS NULL THEN -c.number END,
        c.passed DESC, c.score DESC, c.number) AS place
      FROM candidates c),
    -- What comes to stand, and what stood before it.
    moved AS MATERIALIZED (
      SELECT r.counted, r.member_id, r.id, r.version, r.score, r.passed, r.profile, r.finished_at,
        CASE WHEN r.stands THEN r.duration
          ELSE attempt_duration(r.started_at, r.finished_at) END AS duration,
        greatest(0, round(extract(epoch FROM r.finished_at - r.started_at))) AS seconds,
        (r.finished_at = r.deadline) IS TRUE AS timed_out,
        CASE WHEN r.stands THEN -1 ELSE 1 END AS sign
      FROM ranked r WHERE r.stands <> (r.place = 1)),
    written AS (
      INSERT INTO quiz_standings AS s
        (tenant_id, quiz_id, member_id, counted, attempt_id, profile, finished_at, duration)
      SELECT tenant, of_quiz, m.member_id, m.counted, m.id, m.profile, m.finished_at, m.duration
      FROM moved m WHERE m.sign = 1
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
    moves AS MATERIALIZED (
      SELECT m.id, m.version, m.score, m.passed, m.profile, m.seconds, m.sign,
        array_agg(m.counted ORDER BY m.counted) AS kinds
      FROM moved m
      GROUP BY m.id, m.version, m.score, m.passed, m.profile, m.seconds, m.sign),
    asked AS MATERIALIZED (
      SELECT r.version, (item.value ->> 'id')::integer AS question_id,
        ARRAY(SELECT (option.value ->> 'id')::integer
          FROM jsonb_array_elements(item.value -> 'options') AS option (value)
          WHERE (option.value ->> 'correct')::boolean) AS right_ids
      FROM quiz_revisions r CROSS JOIN jsonb_array_elements(r.questions) AS item (value)
      WHERE r.tenant_id = tenant AND r.quiz_id = of_quiz
        AND r.version IN (SELECT moves.version FROM moves)),
    answered AS MATERIALIZED (
      SELECT m.*, s.question_id, s.option_ids
      FROM moves m CROSS JOIN LATERAL (
        SELECT s.question_id, s.option_ids FROM quiz_answers s
        WHERE s.tenant_id = tenant AND s.attempt_id = m.id
        OFFSET 0) AS s),
    parts AS (
      SELECT m.kinds, m.score, m.passed, m.seconds, m.sign,
        0 AS question_id, -1 AS option_id, '' AS of_profile
      FROM moves m
      UNION ALL
      SELECT m.kinds, m.score, m.passed, m.seconds, m.sign, 0, -1, m.profile
      FROM moves m WHERE m.profile > ''
      UNION ALL
      SELECT m.kinds, m.score, m.passed, m.seconds, m.sign, q.question_id, -1, ''
      FROM moves m JOIN asked q USING (version)
      UNION ALL
      SELECT s.kinds, s.score, s.passed, s.seconds, s.sign, s.question_id, part.option_id, ''
      FROM answered s JOIN asked q USING (version, question_id)
      CROSS JOIN LATERAL (
        SELECT unnest(s.option_ids) AS option_id
        UNION ALL
        -- The exact set is right. An answer names each option once.
        SELECT 0 WHERE cardinality(s.option_ids) = cardinality(q.right_ids)
          AND s.option_ids @> q.right_ids) AS part),
    by_score AS (
      SELECT p.kinds, p.question_id, p.option_id, p.of_profile, floor(p.score)::integer AS whole,
        sum(p.sign) AS attempts, coalesce(sum(p.sign) FILTER (WHERE p.passed), 0) AS passed,
        sum(p.sign * p.score) AS score_sum, sum(p.sign * p.score * p.score) AS score_square_sum,
        sum(p.sign * p.seconds) AS seconds_sum
      FROM parts p GROUP BY p.kinds, p.question_id, p.option_id, p.of_profile, whole)
  INSERT INTO quiz_tallies AS t (tenant_id, quiz_id, counted, question_id, option_id, profile,
    attempts, passed, score_sum, score_square_sum, seconds_sum, by_score)
  SELECT tenant, of_quiz, kind.counted, p.question_id, p.option_id, p.of_profile,
    sum(p.attempts), sum(p.passed), sum(p.score_sum), sum(p.score_square_sum), sum(p.seconds_sum),
    score_counts(array_agg(p.whole), array_agg(p.attempts::integer))
  FROM by_score p CROSS JOIN LATERAL unnest(p.kinds) AS kind (counted)
  GROUP BY kind.counted, p.question_id, p.option_id, p.of_profile
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
