-- As in 0058, but the product of an earned reward is locked where it is read. One that is deleted at
-- this moment is left out. Before, its foreign key refused the action that earned the reward.
CREATE OR REPLACE FUNCTION earn_rewards(of_member bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM rewards WHERE tenant_id = app_tenant() AND removed_at IS NULL) THEN
    RETURN;
  END IF;
  WITH earned AS (
    INSERT INTO reward_earnings (tenant_id, member_id, reward_id)
    SELECT r.tenant_id, of_member, r.id FROM rewards r
    WHERE r.tenant_id = app_tenant() AND r.removed_at IS NULL
      AND NOT EXISTS (SELECT FROM reward_earnings e
        WHERE e.tenant_id = r.tenant_id AND e.member_id = of_member AND e.reward_id = r.id)
      AND CASE r.criteria
        WHEN 'score' THEN r.needed_score <= coalesce((
          SELECT s.score FROM point_scores s JOIN point_seasons run ON run.tenant_id = s.tenant_id
            AND run.id = s.season_id AND run.ended_at IS NULL
          WHERE s.tenant_id = r.tenant_id AND s.member_id = of_member), 0)
        WHEN 'lesson' THEN EXISTS (SELECT FROM lesson_progress p
          WHERE p.tenant_id = r.tenant_id AND p.member_id = of_member
            AND p.lesson_id = r.lesson_id AND p.finished_at IS NOT NULL)
        ELSE EXISTS (SELECT FROM quiz_attempts a
          WHERE a.tenant_id = r.tenant_id AND a.member_id = of_member
            AND a.quiz_id = r.quiz_id AND a.finished_at IS NOT NULL AND coalesce(a.passed, true))
      END
      AND (NOT EXISTS (SELECT FROM reward_products rp
             WHERE rp.tenant_id = r.tenant_id AND rp.reward_id = r.id)
        OR EXISTS (SELECT FROM reward_products rp
          JOIN products p ON p.tenant_id = rp.tenant_id AND p.id = rp.product_id AND p.status = 'active'
          JOIN member_products mp ON mp.tenant_id = rp.tenant_id AND mp.product_id = rp.product_id
            AND mp.member_id = of_member
          WHERE rp.tenant_id = r.tenant_id AND rp.reward_id = r.id))
    ON CONFLICT DO NOTHING RETURNING tenant_id, reward_id)
  INSERT INTO member_products (tenant_id, member_id, product_id, from_reward_id)
  SELECT r.tenant_id, of_member, p.id, r.id
  FROM earned e JOIN rewards r ON r.tenant_id = e.tenant_id AND r.id = e.reward_id
  JOIN products p ON p.tenant_id = r.tenant_id AND p.id = r.deliverable_product
  FOR KEY SHARE OF p
  ON CONFLICT DO NOTHING;
END $$;
