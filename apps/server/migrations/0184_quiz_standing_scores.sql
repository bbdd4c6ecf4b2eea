-- The owner lists the students of a quiz by score. The score of an attempt that was handed in never
-- changes, so a copy of it stays true.
ALTER TABLE quiz_standings ADD COLUMN score double precision NOT NULL DEFAULT 0;

CREATE FUNCTION copy_standing_score() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.score := coalesce((SELECT a.score FROM quiz_attempts a
    WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.attempt_id), 0);
  RETURN NEW;
END $$;
CREATE TRIGGER copy_standing_score BEFORE INSERT OR UPDATE OF attempt_id ON quiz_standings
  FOR EACH ROW EXECUTE FUNCTION copy_standing_score();

-- Copies the scores of the standings of 200 members after `after`. Returns the last of these members;
-- null at the end. It may run again. `OFFSET 0` makes each attempt be found by its key.
CREATE FUNCTION count_former_scores(of_quiz bigint, after bigint) RETURNS bigint LANGUAGE plpgsql
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
  UPDATE quiz_standings s SET score = coalesce((
    SELECT a.score FROM quiz_attempts a WHERE a.tenant_id = tenant AND a.id = s.attempt_id OFFSET 0), 0)
  WHERE s.tenant_id = tenant AND s.quiz_id = of_quiz AND s.member_id = ANY (takers);
  RETURN takers[cardinality(takers)];
END $$;

-- The scores of before, some members at a time (`result-totals.store.ts`).
DO $$
DECLARE its record;
BEGIN
  FOR its IN SELECT tenant_id, quiz_id FROM quiz_totals WHERE attempts > 0 LOOP
    PERFORM graphile_worker.add_job('count-scores',
      json_build_object('tenantId', its.tenant_id, 'quizId', its.quiz_id, 'after', 0),
      priority => 10);
  END LOOP;
END $$;
