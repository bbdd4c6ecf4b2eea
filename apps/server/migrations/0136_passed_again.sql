-- Before 0133, a later attempt with a higher score took the result of who had passed, when the goal had
-- risen between them; and one that passed under a lower goal did not count. The attempts tell who passed.
WITH best AS MATERIALIZED (
    SELECT DISTINCT ON (a.tenant_id, a.quiz_id, a.member_id) a.*
    FROM quiz_results r
    JOIN quiz_attempts a ON a.tenant_id = r.tenant_id AND a.quiz_id = r.quiz_id
      AND a.member_id = r.member_id
    WHERE r.passed IS FALSE AND a.passed AND a.finished_at IS NOT NULL
    ORDER BY a.tenant_id, a.quiz_id, a.member_id, a.score DESC, a.number),
  -- Each attempt that passed was counted where the best one before it had not passed: once is right.
  counted AS (
    SELECT a.tenant_id, a.quiz_id, a.member_id, count(*) AS times
    FROM best
    JOIN members m ON m.tenant_id = best.tenant_id AND m.id = best.member_id
    JOIN quiz_attempts a ON a.tenant_id = best.tenant_id AND a.quiz_id = best.quiz_id
      AND a.member_id = best.member_id
    WHERE a.passed AND a.finished_at IS NOT NULL AND NOT is_staff(m.roles)
      AND (SELECT before.passed FROM quiz_attempts before
        WHERE before.tenant_id = a.tenant_id AND before.quiz_id = a.quiz_id
          AND before.member_id = a.member_id AND before.number < a.number
          AND before.finished_at IS NOT NULL
        ORDER BY before.score DESC, before.number LIMIT 1) IS NOT TRUE
    GROUP BY a.tenant_id, a.quiz_id, a.member_id),
  surplus AS (
    -- Below 0 until what waits in `quiz_uncounted` is counted too.
    INSERT INTO quiz_totals AS t (tenant_id, quiz_id, passed)
    SELECT tenant_id, quiz_id, sum(1 - times) FROM counted
    GROUP BY tenant_id, quiz_id HAVING sum(times - 1) > 0
    ON CONFLICT (tenant_id, quiz_id) DO UPDATE SET passed = t.passed + excluded.passed)
UPDATE quiz_results r SET attempt_id = best.id, score = best.score, passed = true,
  profile = best.profile, finished_at = best.finished_at,
  seconds = greatest(0, round(extract(epoch FROM best.finished_at - best.started_at)))
FROM best
WHERE r.tenant_id = best.tenant_id AND r.quiz_id = best.quiz_id AND r.member_id = best.member_id;
