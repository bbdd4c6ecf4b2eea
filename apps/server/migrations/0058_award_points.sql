-- Points are written by these functions, in the statement of the action: it costs no round trip.

CREATE FUNCTION running_season() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE season bigint;
BEGIN
  SELECT id INTO season FROM point_seasons WHERE tenant_id = app_tenant() AND ended_at IS NULL;
  IF FOUND THEN RETURN season; END IF;
  INSERT INTO point_seasons (tenant_id) VALUES (app_tenant()) ON CONFLICT DO NOTHING;
  SELECT id INTO season FROM point_seasons WHERE tenant_id = app_tenant() AND ended_at IS NULL;
  RETURN season;
END $$;

-- Adds to a member's score of a season. Positions since Monday need the score at its begin.
CREATE FUNCTION add_to_score(of_member bigint, in_season bigint, gained bigint) RETURNS bigint
  LANGUAGE plpgsql AS $$
DECLARE
  this_week date := date_trunc('week', now() AT TIME ZONE 'UTC')::date;
  total bigint;
BEGIN
  INSERT INTO point_scores AS s (tenant_id, season_id, member_id, score, reached_at, week, listed)
  SELECT m.tenant_id, in_season, m.id, gained, clock_timestamp(), this_week,
         m.in_ranking AND NOT is_staff(m.roles)
  FROM members m WHERE m.tenant_id = app_tenant() AND m.id = of_member
  ON CONFLICT (tenant_id, season_id, member_id) DO UPDATE SET
    score = s.score + gained,
    reached_at = CASE WHEN gained = 0 THEN s.reached_at ELSE clock_timestamp() END,
    week = this_week,
    week_score = CASE WHEN s.week = this_week THEN s.week_score ELSE s.score END,
    week_reached_at = CASE WHEN s.week = this_week THEN s.week_reached_at ELSE s.reached_at END
  RETURNING score INTO total;
  RETURN total;
END $$;

-- Gives the member every reward whose criterion they meet, once, and grants its product.
CREATE FUNCTION earn_rewards(of_member bigint) RETURNS void LANGUAGE plpgsql AS $$
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
  SELECT r.tenant_id, of_member, r.deliverable_product, r.id
  FROM earned e JOIN rewards r ON r.tenant_id = e.tenant_id AND r.id = e.reward_id
  WHERE r.deliverable_product IS NOT NULL
  ON CONFLICT DO NOTHING;
END $$;

CREATE FUNCTION may_score(of_member bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (SELECT FROM points_products WHERE tenant_id = app_tenant()) OR EXISTS (
    SELECT FROM points_products pp
    JOIN products p ON p.tenant_id = pp.tenant_id AND p.id = pp.product_id AND p.status = 'active'
    JOIN member_products mp ON mp.tenant_id = pp.tenant_id AND mp.product_id = pp.product_id
      AND mp.member_id = of_member
    WHERE pp.tenant_id = app_tenant())
$$;

-- Scores one action once. Returns the points gained, its bonus included.
CREATE FUNCTION award_points(of_member bigint, did text, of_kind text, of_id bigint,
  about_kind text, about_id bigint, about_title text DEFAULT NULL, about_url text DEFAULT NULL)
  RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  tenant bigint := app_tenant();
  today integer := extract(epoch FROM clock_timestamp())::bigint / 86400;
  moment timestamptz;
  rule record;
  season bigint;
  earlier record;
  entry bigint;
  last_bonus timestamptz;
  made bigint[];
  gained integer := 0;
  why text;
BEGIN
  SELECT points, enable AND needed_interaction > 0 AS daily, needed_interaction, plus_user_score
  INTO rule FROM points_rules WHERE tenant_id = tenant AND action = did;
  IF FOUND AND (rule.points > 0 OR rule.daily) THEN
    -- One action of a member after the other: the day's count then sees all of them.
    PERFORM pg_advisory_xact_lock(hashtextextended(format('%s:points:%s', tenant, of_member), 0));
    moment := clock_timestamp();
    season := running_season();
    SELECT season_id INTO earlier FROM point_entries
    WHERE tenant_id = tenant AND member_id = of_member AND action = did AND object_kind = of_kind
      AND object_id = of_id AND reason IS NULL AND period = 0;
    IF FOUND THEN
      why := CASE WHEN earlier.season_id = season THEN 'counted_before' ELSE 'before_reset' END;
    ELSIF NOT may_score(of_member) THEN
      why := 'no_product';
    END IF;
    IF why IS NOT NULL THEN
      -- Told once a day. A sign-in is no news.
      IF did <> 'login' THEN
        INSERT INTO point_entries (tenant_id, season_id, member_id, action, object_kind, object_id,
          points, reason, period, thing_kind, thing_id, thing_title, thing_url)
        VALUES (tenant, season, of_member, did, of_kind, of_id, 0, why, today,
          about_kind, about_id, about_title, about_url)
        ON CONFLICT DO NOTHING;
      END IF;
    ELSE
      INSERT INTO point_entries (tenant_id, season_id, member_id, action, object_kind, object_id,
        points, at, thing_kind, thing_id, thing_title, thing_url)
      VALUES (tenant, season, of_member, did, of_kind, of_id, rule.points, moment,
        about_kind, about_id, about_title, about_url)
      ON CONFLICT DO NOTHING RETURNING id INTO entry;
      IF entry IS NOT NULL THEN
        gained := rule.points;
        IF rule.daily THEN
          SELECT max(at) INTO last_bonus FROM point_entries
          WHERE tenant_id = tenant AND member_id = of_member AND action = 'bonus'
            AND object_kind = did AND reason IS NULL AND period = 0;
          SELECT array_agg(id ORDER BY id) INTO made FROM point_entries
          WHERE tenant_id = tenant AND member_id = of_member AND action = did
            AND reason IS NULL AND period = 0 AND NOT taken_back
            AND at > moment - interval '24 hours' AND (last_bonus IS NULL OR at > last_bonus);
          IF cardinality(made) >= rule.needed_interaction THEN
            IF last_bonus IS NULL OR last_bonus <= moment - interval '24 hours' THEN
              INSERT INTO point_entries (tenant_id, season_id, member_id, action, object_kind,
                object_id, points, at, bonus_of)
              VALUES (tenant, season, of_member, 'bonus', did, entry, rule.plus_user_score, moment, made)
              ON CONFLICT DO NOTHING;
              gained := gained + rule.plus_user_score;
            ELSIF cardinality(made) = rule.needed_interaction THEN
              INSERT INTO point_entries (tenant_id, season_id, member_id, action, object_kind,
                object_id, points, at, reason, period, bonus_of)
              VALUES (tenant, season, of_member, 'bonus', did, entry, 0, moment, 'bonus_given',
                today, made)
              ON CONFLICT DO NOTHING;
            END IF;
          END IF;
        END IF;
        PERFORM add_to_score(of_member, season, gained);
      END IF;
    END IF;
  END IF;
  PERFORM earn_rewards(of_member);
  RETURN gained;
END $$;

-- The way back, when a member removes what they wrote: by an entry of its own. A bonus that stood on
-- it goes too, and stays used up.
CREATE FUNCTION take_back_points(of_member bigint, did text, of_kind text, of_id bigint)
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  tenant bigint := app_tenant();
  season bigint;
  gone record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(format('%s:points:%s', tenant, of_member), 0));
  FOR gone IN
    WITH it AS (
      UPDATE point_entries SET taken_back = true
      WHERE tenant_id = tenant AND member_id = of_member AND action = did AND object_kind = of_kind
        AND object_id = of_id AND reason IS NULL AND period = 0 AND NOT taken_back
      RETURNING *), bonus AS (
      UPDATE point_entries b SET taken_back = true FROM it
      WHERE b.tenant_id = tenant AND b.member_id = of_member AND b.action = 'bonus'
        AND b.object_kind = did AND b.reason IS NULL AND b.period = 0 AND NOT b.taken_back
        AND it.id = ANY (b.bonus_of)
      RETURNING b.*)
    SELECT * FROM it UNION ALL SELECT * FROM bonus
  LOOP
    season := running_season();
    -- What was scored before a reset is no part of the running score.
    CONTINUE WHEN gone.season_id <> season;
    INSERT INTO point_entries (tenant_id, season_id, member_id, action, object_kind, object_id,
      points, period, thing_kind, thing_id, thing_title, thing_url)
    VALUES (tenant, season, of_member, gone.action, gone.object_kind, gone.object_id, -gone.points,
      -1, gone.thing_kind, gone.thing_id, gone.thing_title, gone.thing_url)
    ON CONFLICT DO NOTHING;
    IF FOUND THEN PERFORM add_to_score(of_member, season, -gone.points); END IF;
  END LOOP;
END $$;
