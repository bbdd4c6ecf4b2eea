-- A product that a member gets may open a level whose points they have already. They are notified once,
-- and without a moment, as by a changed threshold (decision 104).
CREATE FUNCTION notify_level_of_product() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  reached bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM level_products lp
      WHERE lp.tenant_id = NEW.tenant_id AND lp.product_id = NEW.product_id) THEN
    RETURN NULL;
  END IF;
  INSERT INTO level_reaches (tenant_id, member_id, level_id, seen_at)
  SELECT lp.tenant_id, NEW.member_id, lp.level_id, clock_timestamp()
  FROM point_scores s
  JOIN point_seasons run ON run.tenant_id = s.tenant_id AND run.id = s.season_id
    AND run.ended_at IS NULL
  JOIN level_products lp ON lp.tenant_id = s.tenant_id AND lp.product_id = NEW.product_id
    AND lp.level_id = level_of(NEW.member_id, s.score)
  WHERE s.tenant_id = NEW.tenant_id AND s.member_id = NEW.member_id
  ON CONFLICT DO NOTHING RETURNING level_id INTO reached;
  IF reached IS NOT NULL THEN
    PERFORM notify_member(NEW.member_id, 'level', 'level:' || reached, reached);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER level_reached AFTER INSERT ON member_products
  FOR EACH ROW EXECUTE FUNCTION notify_level_of_product();
