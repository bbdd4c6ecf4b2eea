-- How long a member watched, by the hour, for the bars of a week in anybody's time zone.
CREATE TABLE watched_hours (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  member_id bigint NOT NULL,
  hour timestamptz NOT NULL,
  seconds integer NOT NULL CHECK (seconds >= 0),
  PRIMARY KEY (tenant_id, member_id, hour),
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX watched_hours_by_age ON watched_hours (tenant_id, hour);

-- A player saves a position every few seconds. What lies between two of them was watched, at double
-- speed at most: a jump ahead was not. Of a first position, a minute.
CREATE FUNCTION count_watched_seconds() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gained integer := CASE WHEN TG_OP = 'INSERT' THEN least(NEW.seconds, 60)
    ELSE least(NEW.seconds - OLD.seconds, 3600,
      ceil(2 * extract(epoch FROM NEW.updated_at - OLD.updated_at))) END;
BEGIN
  IF gained > 0 THEN
    INSERT INTO watched_hours AS w (tenant_id, member_id, hour, seconds)
    VALUES (NEW.tenant_id, NEW.member_id, date_trunc('hour', NEW.updated_at, 'UTC'), gained)
    ON CONFLICT (tenant_id, member_id, hour) DO UPDATE SET seconds = w.seconds + excluded.seconds;
  END IF;
  RETURN NULL;
END $$;
-- Without a condition on the columns, so that their types can be changed later.
CREATE TRIGGER watched_seconds AFTER INSERT OR UPDATE ON lesson_progress
  FOR EACH ROW EXECUTE FUNCTION count_watched_seconds();
