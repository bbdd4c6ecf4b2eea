-- A hand-in is one statement: no plan is made for it, and nobody waits for another student's.

-- What the totals (0060) do not count yet. A hand-in adds a row, instead of changing the rows that all
-- hand-ins of the quiz share. A job counts them, and whoever reads the totals.
CREATE TABLE quiz_uncounted (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  quiz_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- 1 with the first hand-in of a member, and with the one that passed first.
  members integer NOT NULL,
  passed integer NOT NULL,
  score double precision NOT NULL,
  seconds integer NOT NULL,
  questions integer[] NOT NULL,
  -- One of each chosen option, and option 0 of each right answer.
  option_questions integer[] NOT NULL,
  options integer[] NOT NULL,
  PRIMARY KEY (tenant_id, quiz_id, id),
  FOREIGN KEY (tenant_id, quiz_id) REFERENCES quizzes ON DELETE CASCADE
);

-- Hands in an attempt that was read with these answers (`kept`, as one text) and as `late`. Answers
-- when it ended; null where it is another one by now. `answers` are null where the kept ones count.
CREATE FUNCTION hand_in_attempt(of_attempt bigint, kept text, late boolean, grace interval,
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
    -- The best one stays; of profiles the last one.
    IF it.best IS NULL OR has_passed IS NULL OR reached > it.best THEN
      UPDATE quiz_results SET attempts = attempts + 1, attempt_id = of_attempt, score = reached,
        passed = has_passed, profile = reached_profile, seconds = took, finished_at = ended
      WHERE tenant_id = tenant AND quiz_id = it.quiz_id AND member_id = it.member_id;
    ELSE
      UPDATE quiz_results SET attempts = attempts + 1
      WHERE tenant_id = tenant AND quiz_id = it.quiz_id AND member_id = it.member_id;
    END IF;
  END IF;
  IF counts THEN
    INSERT INTO quiz_uncounted (tenant_id, quiz_id, members, passed, score, seconds, questions,
      option_questions, options)
    VALUES (tenant, it.quiz_id, (coalesce(it.handed_in, 0) = 0)::integer,
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

-- Counts what waits of a quiz. One at a time: a reader sees a hand-in either waiting or counted.
CREATE FUNCTION count_hand_ins(of_quiz bigint) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off AS $$
DECLARE tenant bigint := app_tenant();
BEGIN
  -- Before the rows that a removal of the quiz takes along.
  PERFORM FROM quizzes WHERE tenant_id = tenant AND id = of_quiz FOR KEY SHARE;
  PERFORM pg_advisory_xact_lock(hashtextextended(format('%s:count-hand-ins:%s', tenant, of_quiz), 0));
  WITH taken AS MATERIALIZED (
      DELETE FROM quiz_uncounted u WHERE u.tenant_id = tenant AND u.quiz_id = of_quiz RETURNING u.*),
    asked AS (
      INSERT INTO quiz_question_totals AS t
        (tenant_id, quiz_id, question_id, asked, score_sum, score_square_sum)
      SELECT tenant, of_quiz, question, count(*), sum(taken.score), sum(taken.score * taken.score)
      FROM taken, unnest(taken.questions) AS question GROUP BY question
      ON CONFLICT (tenant_id, quiz_id, question_id) DO UPDATE SET
        asked = t.asked + excluded.asked,
        score_sum = t.score_sum + excluded.score_sum,
        score_square_sum = t.score_square_sum + excluded.score_square_sum),
    options AS (
      INSERT INTO quiz_option_totals AS t
        (tenant_id, quiz_id, question_id, option_id, chosen, score_sum)
      SELECT tenant, of_quiz, one.question, one.option, count(*), sum(taken.score)
      FROM taken, unnest(taken.option_questions, taken.options) AS one (question, option)
      GROUP BY one.question, one.option
      ON CONFLICT (tenant_id, quiz_id, question_id, option_id) DO UPDATE SET
        chosen = t.chosen + excluded.chosen, score_sum = t.score_sum + excluded.score_sum)
  INSERT INTO quiz_totals AS t (tenant_id, quiz_id, attempts, members, passed, score_sum,
    score_square_sum, seconds_sum, scores)
  SELECT tenant, of_quiz, count(*), sum(taken.members), sum(taken.passed), sum(taken.score),
    sum(taken.score * taken.score), sum(taken.seconds), ARRAY[
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
    scores = ARRAY(SELECT old.n + new.n FROM unnest(t.scores) WITH ORDINALITY AS old (n, bin)
      JOIN unnest(excluded.scores) WITH ORDINALITY AS new (n, bin) USING (bin) ORDER BY bin);
END $$;

-- Their members and quizzes lead to the school already. Each such key locks the row of the school once
-- more, which everybody in it writes beside.
ALTER TABLE quiz_attempts DROP CONSTRAINT quiz_attempts_tenant_id_fkey;
ALTER TABLE quiz_answers DROP CONSTRAINT quiz_answers_tenant_id_fkey;
ALTER TABLE quiz_results DROP CONSTRAINT quiz_results_tenant_id_fkey;
