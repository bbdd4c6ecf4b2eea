-- The owner reads the results of each student's first, best or last attempt (decision 0088).

-- The attempt of each student that counts. The staff have none.
CREATE TABLE quiz_standings (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  quiz_id bigint NOT NULL,
  member_id bigint NOT NULL,
  counted text NOT NULL CHECK (counted IN ('first', 'best', 'last')),
  attempt_id bigint NOT NULL,
  profile text,
  finished_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, quiz_id, member_id, counted),
  FOREIGN KEY (tenant_id, quiz_id) REFERENCES quizzes ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX quiz_standings_of_member ON quiz_standings (tenant_id, member_id);
CREATE INDEX quiz_standings_latest
  ON quiz_standings (tenant_id, quiz_id, counted, finished_at DESC, member_id DESC);

-- Sums over those attempts. Question 0 is the whole quiz, and profile '' any. Of a question, option -1
-- is each attempt that was asked it, and option 0 each right answer.
CREATE TABLE quiz_tallies (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  quiz_id bigint NOT NULL,
  counted text NOT NULL CHECK (counted IN ('first', 'best', 'last')),
  question_id integer NOT NULL,
  option_id integer NOT NULL,
  profile text NOT NULL,
  attempts bigint NOT NULL,
  passed bigint NOT NULL,
  score_sum double precision NOT NULL,
  score_square_sum double precision NOT NULL,
  seconds_sum bigint NOT NULL,
  by_score integer[] NOT NULL,
  PRIMARY KEY (tenant_id, quiz_id, counted, question_id, option_id, profile),
  FOREIGN KEY (tenant_id, quiz_id) REFERENCES quizzes ON DELETE CASCADE
);

-- As `score_counts(scores)`, where a sign of -1 takes a score away. A loop: a join would compare each
-- score with each step.
CREATE FUNCTION score_counts(scores integer[], signs integer[]) RETURNS integer[]
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE counts integer[] := array_fill(0, ARRAY[101]);
BEGIN
  FOR place IN 1 .. cardinality(scores) LOOP
    counts[scores[place] + 1] := counts[scores[place] + 1] + signs[place];
  END LOOP;
  RETURN counts;
END $$;

-- Moves the standings to these attempts, where they are better, earlier or later, and the tallies with
-- them. An attempt that was handed in never changes: what was added can be taken away. `OFFSET 0` makes
-- each row be found by its index: a join may read the answers of the whole school.
CREATE FUNCTION count_standings(of_quiz bigint, attempts bigint[]) RETURNS void LANGUAGE plpgsql
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
        1 AS sign
      FROM chosen c WHERE NOT c.stands
      UNION ALL
      SELECT c.counted, a.id, a.version, a.score, a.passed, a.profile, a.started_at, a.finished_at,
        -1
      FROM chosen c
      CROSS JOIN LATERAL (
        SELECT s.attempt_id FROM quiz_standings s
        WHERE s.tenant_id = tenant AND s.quiz_id = of_quiz AND s.member_id = c.member_id
          AND s.counted = c.counted
        OFFSET 0) AS s
      CROSS JOIN LATERAL (
        SELECT a.* FROM quiz_attempts a WHERE a.tenant_id = tenant AND a.id = s.attempt_id
        OFFSET 0) AS a
      WHERE NOT c.stands),
    written AS (
      INSERT INTO quiz_standings AS s
        (tenant_id, quiz_id, member_id, counted, attempt_id, profile, finished_at)
      SELECT tenant, of_quiz, c.member_id, c.counted, c.id, c.profile, c.finished_at
      FROM chosen c WHERE NOT c.stands
      ON CONFLICT (tenant_id, quiz_id, member_id, counted) DO UPDATE SET
        attempt_id = excluded.attempt_id, profile = excluded.profile,
        finished_at = excluded.finished_at),
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

-- What waits is counted before it names its attempts. A hand-in waits meanwhile, so the attempts of
-- before are left to jobs, some members at a time (`result-totals.store.ts`).
LOCK TABLE quizzes, quiz_attempts, quiz_uncounted IN SHARE ROW EXCLUSIVE MODE;

DO $$
DECLARE
  running text := current_setting('app.tenant', true);
  its record;
BEGIN
  FOR its IN SELECT DISTINCT tenant_id, quiz_id FROM quiz_uncounted LOOP
    PERFORM set_config('app.tenant', its.tenant_id::text, true);
    PERFORM count_hand_ins(its.quiz_id);
  END LOOP;
  PERFORM set_config('app.tenant', coalesce(running, ''), true);
  FOR its IN SELECT tenant_id, quiz_id FROM quiz_totals WHERE attempts > 0 LOOP
    PERFORM graphile_worker.add_job('count-standings',
      json_build_object('tenantId', its.tenant_id, 'quizId', its.quiz_id, 'after', 0),
      priority => 10);
  END LOOP;
END $$;

ALTER TABLE quiz_uncounted ADD member_id bigint NOT NULL, ADD attempt_id bigint NOT NULL;

-- As in 0133: what waits names its attempt.
CREATE OR REPLACE FUNCTION hand_in_attempt(of_attempt bigint, kept text, late boolean, grace interval,
  answers jsonb, reached double precision, has_passed boolean, reached_profile text, counts boolean,
  asked integer[], chosen_of integer[], chosen integer[])
  RETURNS timestamptz LANGUAGE plpgsql
  -- Plans of a function stay with the connection, as those of prepared statements (decision 0069).
  SET enable_seqscan = off AS $$
DECLARE
  tenant bigint := app_tenant();
  it record;
  ended timestamptz;
  took integer;
  waiting bigint;
BEGIN
  -- A removal locks the quiz or the member first, and their attempts by the cascade. A hand-in that
  -- locked the attempt first would wait for it in a circle: the rows are locked in the order named.
  -- Whatever was handed in before was committed before this attempt began.
  SELECT a.quiz_id, a.member_id, a.started_at, a.deadline, a.finished_at,
    r.attempts AS handed_in, r.passed AS passed_before, r.score AS best INTO it
  FROM quiz_attempts a
  JOIN quizzes q ON q.tenant_id = a.tenant_id AND q.id = a.quiz_id
  JOIN members m ON m.tenant_id = a.tenant_id AND m.id = a.member_id
  LEFT JOIN quiz_results r
    ON r.tenant_id = a.tenant_id AND r.quiz_id = a.quiz_id AND r.member_id = a.member_id
  WHERE a.tenant_id = tenant AND a.id = of_attempt
  FOR KEY SHARE OF q, m FOR UPDATE OF a;
  -- Each statement sees what was committed before it began: the answers that the lock waited for.
  IF NOT FOUND OR it.finished_at IS NOT NULL
    OR coalesce(it.deadline + grace < now(), false) <> late
    OR kept IS DISTINCT FROM (
      SELECT string_agg(s.question_id || s.option_ids::text, '' ORDER BY s.question_id)
      FROM quiz_answers s WHERE s.tenant_id = tenant AND s.attempt_id = of_attempt) THEN
    RETURN NULL;
  END IF;
  IF answers IS NOT NULL THEN
    DELETE FROM quiz_answers s WHERE s.tenant_id = tenant AND s.attempt_id = of_attempt
      AND NOT EXISTS (SELECT FROM jsonb_to_recordset(answers) AS given (question_id integer)
        WHERE given.question_id = s.question_id);
    INSERT INTO quiz_answers AS s (tenant_id, attempt_id, question_id, option_ids)
    SELECT tenant, of_attempt, given.question_id, given.option_ids
    FROM jsonb_to_recordset(answers) AS given (question_id integer, option_ids integer[])
    ON CONFLICT (tenant_id, attempt_id, question_id) DO UPDATE
      SET option_ids = excluded.option_ids, saved_at = now()
      WHERE s.option_ids <> excluded.option_ids;
  END IF;
  -- An expired attempt ends at its deadline, not when somebody looks at it.
  ended := CASE WHEN late THEN it.deadline ELSE now() END;
  took := greatest(0, round(extract(epoch FROM ended - it.started_at)));
  UPDATE quiz_attempts SET finished_at = ended, score = reached, passed = has_passed,
    profile = reached_profile
  WHERE tenant_id = tenant AND id = of_attempt;
  INSERT INTO quiz_results (tenant_id, quiz_id, member_id, attempts, attempt_id, score, passed,
    profile, seconds, finished_at)
  SELECT tenant, it.quiz_id, it.member_id, 1, of_attempt, reached, has_passed, reached_profile,
    took, ended
  WHERE it.handed_in IS NULL
  ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    -- One that passed stays before one that did not, for the goal may have changed between them. Then
    -- the best one stays; of profiles the last one.
    IF it.best IS NULL OR has_passed IS NULL OR it.passed_before IS NULL
      OR (has_passed, reached) > (it.passed_before, it.best) THEN
      UPDATE quiz_results SET attempts = attempts + 1, attempt_id = of_attempt, score = reached,
        passed = has_passed, profile = reached_profile, seconds = took, finished_at = ended
      WHERE tenant_id = tenant AND quiz_id = it.quiz_id AND member_id = it.member_id;
    ELSE
      UPDATE quiz_results SET attempts = attempts + 1
      WHERE tenant_id = tenant AND quiz_id = it.quiz_id AND member_id = it.member_id;
    END IF;
  END IF;
  IF counts THEN
    INSERT INTO quiz_uncounted (tenant_id, quiz_id, member_id, attempt_id, members, passed, score,
      seconds, questions, option_questions, options)
    VALUES (tenant, it.quiz_id, it.member_id, of_attempt, (coalesce(it.handed_in, 0) = 0)::integer,
      (has_passed IS TRUE AND it.passed_before IS NOT TRUE)::integer, reached, took, asked,
      chosen_of, chosen)
    RETURNING id INTO waiting;
    -- Now and then the job is put in, so that few rows wait.
    IF waiting % 200 = 0 THEN
      PERFORM enqueue_job('count-hand-ins',
        json_build_object('tenantId', tenant, 'quizId', it.quiz_id),
        format('%s:count-hand-ins:%s', tenant, it.quiz_id), now() + interval '5 seconds', 8, NULL, 10);
    END IF;
  END IF;
  RETURN ended;
END $$;

-- As in 0160, with the standings.
CREATE OR REPLACE FUNCTION count_hand_ins(of_quiz bigint) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off AS $$
DECLARE
  tenant bigint := app_tenant();
  waiting bigint[];
  taken_ids bigint[];
BEGIN
  -- Before the rows that a removal of the quiz takes along.
  PERFORM FROM quizzes WHERE tenant_id = tenant AND id = of_quiz FOR KEY SHARE;
  PERFORM pg_advisory_xact_lock(hashtextextended(format('%s:count-hand-ins:%s', tenant, of_quiz), 0));
  -- A removal of a member takes the standings along: members are locked before them, in one order.
  waiting := ARRAY(
    SELECT DISTINCT u.member_id FROM quiz_uncounted u
    WHERE u.tenant_id = tenant AND u.quiz_id = of_quiz);
  PERFORM FROM members m WHERE m.tenant_id = tenant AND m.id = ANY (waiting)
  ORDER BY m.id FOR KEY SHARE;
  taken_ids := ARRAY(
    SELECT u.id FROM quiz_uncounted u
    WHERE u.tenant_id = tenant AND u.quiz_id = of_quiz AND u.member_id = ANY (waiting));
  PERFORM count_standings(of_quiz, ARRAY(
    SELECT u.attempt_id FROM quiz_uncounted u
    WHERE u.tenant_id = tenant AND u.quiz_id = of_quiz AND u.id = ANY (taken_ids)));
  WITH taken AS MATERIALIZED (
      DELETE FROM quiz_uncounted u
      WHERE u.tenant_id = tenant AND u.quiz_id = of_quiz AND u.id = ANY (taken_ids) RETURNING u.*),
    asked AS (
      INSERT INTO quiz_question_totals AS t
        (tenant_id, quiz_id, question_id, asked, score_sum, score_square_sum, by_score)
      SELECT tenant, of_quiz, question, count(*), sum(taken.score), sum(taken.score * taken.score),
        score_counts(array_agg(floor(taken.score)::integer))
      FROM taken, unnest(taken.questions) AS question GROUP BY question
      ON CONFLICT (tenant_id, quiz_id, question_id) DO UPDATE SET
        asked = t.asked + excluded.asked,
        score_sum = t.score_sum + excluded.score_sum,
        score_square_sum = t.score_square_sum + excluded.score_square_sum,
        by_score = add_counts(t.by_score, excluded.by_score)),
    options AS (
      INSERT INTO quiz_option_totals AS t
        (tenant_id, quiz_id, question_id, option_id, chosen, score_sum, by_score)
      SELECT tenant, of_quiz, one.question, one.option, count(*), sum(taken.score),
        score_counts(array_agg(floor(taken.score)::integer))
      FROM taken, unnest(taken.option_questions, taken.options) AS one (question, option)
      GROUP BY one.question, one.option
      ON CONFLICT (tenant_id, quiz_id, question_id, option_id) DO UPDATE SET
        chosen = t.chosen + excluded.chosen, score_sum = t.score_sum + excluded.score_sum,
        by_score = add_counts(t.by_score, excluded.by_score))
  INSERT INTO quiz_totals AS t (tenant_id, quiz_id, attempts, members, passed, score_sum,
    score_square_sum, seconds_sum, by_score, scores)
  SELECT tenant, of_quiz, count(*), sum(taken.members), sum(taken.passed), sum(taken.score),
    sum(taken.score * taken.score), sum(taken.seconds),
    score_counts(array_agg(floor(taken.score)::integer)), ARRAY[
      count(*) FILTER (WHERE taken.score < 10),
      count(*) FILTER (WHERE taken.score >= 10 AND taken.score < 20),
      count(*) FILTER (WHERE taken.score >= 20 AND taken.score < 30),
      count(*) FILTER (WHERE taken.score >= 30 AND taken.score < 40),
      count(*) FILTER (WHERE taken.score >= 40 AND taken.score < 50),
      count(*) FILTER (WHERE taken.score >= 50 AND taken.score < 60),
      count(*) FILTER (WHERE taken.score >= 60 AND taken.score < 70),
      count(*) FILTER (WHERE taken.score >= 70 AND taken.score < 80),
      count(*) FILTER (WHERE taken.score >= 80 AND taken.score < 90),
      count(*) FILTER (WHERE taken.score >= 90)]
  FROM taken HAVING count(*) > 0
  ON CONFLICT (tenant_id, quiz_id) DO UPDATE SET
    attempts = t.attempts + excluded.attempts,
    members = t.members + excluded.members,
    passed = t.passed + excluded.passed,
    score_sum = t.score_sum + excluded.score_sum,
    score_square_sum = t.score_square_sum + excluded.score_square_sum,
    seconds_sum = t.seconds_sum + excluded.seconds_sum,
    by_score = add_counts(t.by_score, excluded.by_score),
    scores = ARRAY(SELECT old.n + new.n FROM unnest(t.scores) WITH ORDINALITY AS old (n, bin)
      JOIN unnest(excluded.scores) WITH ORDINALITY AS new (n, bin) USING (bin) ORDER BY bin);
END $$;

-- Moves the standings of 200 members after `after` to their former attempts. Returns the last of these
-- members; null at the end. It may run again: an attempt that stands already changes no sum.
CREATE FUNCTION count_former_standings(of_quiz bigint, after bigint) RETURNS bigint LANGUAGE plpgsql
  SET enable_seqscan = off AS $$
DECLARE
  tenant bigint := app_tenant();
  takers bigint[];
BEGIN
  -- The locks of `count_hand_ins`, in its order.
  PERFORM FROM quizzes WHERE tenant_id = tenant AND id = of_quiz FOR KEY SHARE;
  PERFORM pg_advisory_xact_lock(hashtextextended(format('%s:count-hand-ins:%s', tenant, of_quiz), 0));
  takers := ARRAY(
    SELECT r.member_id FROM quiz_results r
    WHERE r.tenant_id = tenant AND r.quiz_id = of_quiz AND r.member_id > after
    ORDER BY r.member_id LIMIT 200);
  PERFORM FROM members m WHERE m.tenant_id = tenant AND m.id = ANY (takers)
  ORDER BY m.id FOR KEY SHARE;
  PERFORM count_standings(of_quiz, ARRAY(
    SELECT a.id FROM quiz_attempts a
    JOIN members m ON m.tenant_id = a.tenant_id AND m.id = a.member_id
    WHERE a.tenant_id = tenant AND a.quiz_id = of_quiz AND a.member_id = ANY (takers)
      AND a.finished_at IS NOT NULL AND NOT is_staff(m.roles)));
  RETURN takers[cardinality(takers)];
END $$;
