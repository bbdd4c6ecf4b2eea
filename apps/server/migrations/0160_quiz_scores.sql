-- The number of attempts at each whole score, 0 to 100: of a quiz, of those that were asked a question,
-- and of those that chose an option. The owner sees each as a tick, and the median is read from them.

CREATE FUNCTION score_counts(scores integer[]) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN ARRAY(
    SELECT count(given.score)::integer
    FROM generate_series(0, 100) AS step (score) LEFT JOIN unnest(scores) AS given (score) USING (score)
    GROUP BY step.score ORDER BY step.score);

CREATE FUNCTION add_counts(one integer[], other integer[]) RETURNS integer[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN ARRAY(
    SELECT pair.one + pair.other
    FROM unnest(one, other) WITH ORDINALITY AS pair (one, other, place) ORDER BY pair.place);

ALTER TABLE quiz_totals
  ADD by_score integer[] NOT NULL DEFAULT array_fill(0, ARRAY[101]);
ALTER TABLE quiz_question_totals
  ADD by_score integer[] NOT NULL DEFAULT array_fill(0, ARRAY[101]);
ALTER TABLE quiz_option_totals
  ADD by_score integer[] NOT NULL DEFAULT array_fill(0, ARRAY[101]);

-- As in 0123, with the counts by score.
CREATE OR REPLACE FUNCTION count_hand_ins(of_quiz bigint) RETURNS void LANGUAGE plpgsql
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
