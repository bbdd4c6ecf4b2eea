-- The counts by score (0160) of the attempts that were handed in before. A hand-in waits meanwhile:
-- otherwise it would be counted here, and once more with what waits.
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
END $$;

WITH by_revision AS (
    SELECT a.tenant_id, a.quiz_id, a.version,
      score_counts(array_agg(floor(a.score)::integer)) AS by_score
    FROM quiz_attempts a
    JOIN members m ON m.tenant_id = a.tenant_id AND m.id = a.member_id
    WHERE a.finished_at IS NOT NULL AND NOT is_staff(m.roles)
    GROUP BY a.tenant_id, a.quiz_id, a.version),
  asked AS (
    SELECT r.tenant_id, r.quiz_id, (item.value ->> 'id')::integer AS question_id, count.place,
      sum(count.n)::integer AS n
    FROM by_revision b
    JOIN quiz_revisions r USING (tenant_id, quiz_id, version)
    CROSS JOIN jsonb_array_elements(r.questions) AS item (value)
    CROSS JOIN unnest(b.by_score) WITH ORDINALITY AS count (n, place)
    GROUP BY 1, 2, 3, 4),
  questions AS (
    UPDATE quiz_question_totals t SET by_score = one.by_score
    FROM (
      SELECT tenant_id, quiz_id, question_id, array_agg(n ORDER BY place) AS by_score
      FROM asked GROUP BY 1, 2, 3) AS one
    WHERE t.tenant_id = one.tenant_id AND t.quiz_id = one.quiz_id
      AND t.question_id = one.question_id)
UPDATE quiz_totals t SET by_score = one.by_score
FROM (
  SELECT added.tenant_id, added.quiz_id, array_agg(added.n ORDER BY added.place) AS by_score
  FROM (
    SELECT b.tenant_id, b.quiz_id, count.place, sum(count.n)::integer AS n
    FROM by_revision b CROSS JOIN unnest(b.by_score) WITH ORDINALITY AS count (n, place)
    GROUP BY 1, 2, 3) AS added
  GROUP BY 1, 2) AS one
WHERE t.tenant_id = one.tenant_id AND t.quiz_id = one.quiz_id;

UPDATE quiz_option_totals t SET by_score = one.by_score
FROM (
  SELECT a.tenant_id, a.quiz_id, s.question_id, chosen.option_id,
    score_counts(array_agg(floor(a.score)::integer)) AS by_score
  FROM quiz_attempts a
  JOIN members m ON m.tenant_id = a.tenant_id AND m.id = a.member_id
  JOIN quiz_answers s ON s.tenant_id = a.tenant_id AND s.attempt_id = a.id
  CROSS JOIN unnest(s.option_ids) AS chosen (option_id)
  WHERE a.finished_at IS NOT NULL AND NOT is_staff(m.roles)
  GROUP BY 1, 2, 3, 4) AS one
WHERE t.tenant_id = one.tenant_id AND t.quiz_id = one.quiz_id
  AND t.question_id = one.question_id AND t.option_id = one.option_id;
