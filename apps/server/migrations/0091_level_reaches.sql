-- Which levels a member has reached. Each has one moment, however often it is lost and reached again.
CREATE TABLE level_reaches (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  member_id bigint NOT NULL,
  level_id bigint NOT NULL,
  reached_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Null while the moment waits to be shown. A level without animation, or one that came by a changed
  -- threshold, is told by a notification alone.
  seen_at timestamptz,
  PRIMARY KEY (tenant_id, member_id, level_id),
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, level_id) REFERENCES levels ON DELETE CASCADE
);
CREATE INDEX level_reaches_of_level ON level_reaches (tenant_id, level_id);

-- What was told before has had its moment.
INSERT INTO level_reaches (tenant_id, member_id, level_id, reached_at, seen_at)
SELECT n.tenant_id, n.member_id, l.id, n.at, n.at
FROM notifications n
JOIN levels l ON l.tenant_id = n.tenant_id AND l.id = n.thing_id
WHERE n.event = 'level'
ON CONFLICT DO NOTHING;

-- A level is told once, in the statement of the action that reached it.
CREATE OR REPLACE FUNCTION notify_level() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  reached bigint := level_of(NEW.member_id, NEW.score);
BEGIN
  IF reached IS NOT NULL AND (TG_OP = 'INSERT'
      OR reached IS DISTINCT FROM level_of(NEW.member_id, OLD.score)) THEN
    INSERT INTO level_reaches (tenant_id, member_id, level_id, seen_at)
    SELECT l.tenant_id, NEW.member_id, l.id,
      CASE WHEN l.animation = 'none' THEN clock_timestamp() END
    FROM levels l WHERE l.tenant_id = NEW.tenant_id AND l.id = reached
    ON CONFLICT DO NOTHING;
    IF FOUND THEN
      PERFORM notify_member(NEW.member_id, 'level', 'level:' || reached, reached);
    END IF;
  END IF;
  RETURN NULL;
END $$;
