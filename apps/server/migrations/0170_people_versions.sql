-- The version of how the people of a school look: name, photo, roles, and whether they have left. A
-- server keeps people for its feeds by this number. As in migration 0031, the clock gives the number.
CREATE TABLE people_versions (
  tenant_id bigint PRIMARY KEY DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  version bigint NOT NULL
);

-- Counts once a transaction, and last: nobody waits long for the row.
CREATE FUNCTION count_people_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  tenant bigint := coalesce(to_jsonb(NEW), to_jsonb(OLD)) ->> 'tenant_id';
  microseconds bigint := extract(epoch FROM clock_timestamp()) * 1000000;
BEGIN
  IF current_setting('app.people_counted', true) = tenant::text THEN RETURN NULL; END IF;
  PERFORM set_config('app.people_counted', tenant::text, true);
  INSERT INTO people_versions AS v (tenant_id, version)
  SELECT id, microseconds FROM tenants WHERE id = tenant
  ON CONFLICT (tenant_id) DO UPDATE SET version = greatest(v.version + 1, excluded.version);
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER people_look AFTER UPDATE ON members
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((NEW.name, NEW.photo_url, NEW.roles, NEW.erase_at)
    IS DISTINCT FROM (OLD.name, OLD.photo_url, OLD.roles, OLD.erase_at))
  EXECUTE FUNCTION count_people_change();
CREATE CONSTRAINT TRIGGER people_gone AFTER DELETE ON members
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_people_change();
-- Whether a school has levels at all. Levels themselves are read at every read.
CREATE CONSTRAINT TRIGGER people_levels AFTER INSERT OR DELETE ON levels
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_people_change();
