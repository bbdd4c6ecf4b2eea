-- A position is saved every few seconds, but who watched when is kept to ten minutes only: a save
-- within the ten minutes of the one before runs no trigger for it.
DROP TRIGGER watched_again ON lesson_progress;
CREATE TRIGGER watched_again AFTER UPDATE ON lesson_progress FOR EACH ROW
  WHEN (floor(extract(epoch FROM NEW.updated_at) / 600) > floor(extract(epoch FROM OLD.updated_at) / 600))
  EXECUTE FUNCTION remember_watching();

-- Points that pass no threshold reach no level: most do not. A level that begins at 0 is everybody's
-- from the first point on: it is no moment.
CREATE OR REPLACE FUNCTION notify_level() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  reached bigint;
BEGIN
  IF TG_OP = 'UPDATE' AND NOT EXISTS (SELECT FROM levels l
      WHERE l.tenant_id = NEW.tenant_id
        AND l.needed_score > OLD.score AND l.needed_score <= NEW.score) THEN
    RETURN NULL;
  END IF;
  reached := level_of(NEW.member_id, NEW.score);
  IF reached IS NOT NULL AND (TG_OP = 'INSERT'
      OR reached IS DISTINCT FROM level_of(NEW.member_id, OLD.score)) THEN
    INSERT INTO level_reaches (tenant_id, member_id, level_id, seen_at)
    SELECT l.tenant_id, NEW.member_id, l.id,
      CASE WHEN l.animation = 'none' OR l.needed_score = 0 THEN clock_timestamp() END
    FROM levels l WHERE l.tenant_id = NEW.tenant_id AND l.id = reached
    ON CONFLICT DO NOTHING;
    IF FOUND THEN
      PERFORM notify_member(NEW.member_id, 'level', 'level:' || reached, reached);
    END IF;
  END IF;
  RETURN NULL;
END $$;
