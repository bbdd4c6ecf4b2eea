-- Who passed has passed, whatever the goal becomes: a later attempt with a higher score does not take
-- it away, and one that passes under a lower goal counts though its score is lower.

-- Hands in an attempt that was read with these answers (`kept`, as one text) and as `late`. Answers
-- when it ended; null where it is another one by now. `answers` are null where the kept ones count.
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
