-- The version of who may enter which community. A server keeps the number of members by it.
ALTER TABLE people_versions
  ALTER COLUMN version SET DEFAULT 0,
  ADD members_version bigint NOT NULL DEFAULT 0;

CREATE FUNCTION count_membership_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  tenant bigint := coalesce(to_jsonb(NEW), to_jsonb(OLD)) ->> 'tenant_id';
  microseconds bigint := extract(epoch FROM clock_timestamp()) * 1000000;
BEGIN
  IF current_setting('app.membership_counted', true) = tenant::text THEN RETURN NULL; END IF;
  PERFORM set_config('app.membership_counted', tenant::text, true);
  INSERT INTO people_versions AS v (tenant_id, members_version)
  SELECT id, microseconds FROM tenants WHERE id = tenant
  ON CONFLICT (tenant_id) DO UPDATE
  SET members_version = greatest(v.members_version + 1, excluded.members_version);
  RETURN NULL;
END $$;

DO $$
DECLARE part text;
BEGIN
  FOREACH part IN ARRAY ARRAY['members', 'member_products', 'community_products'] LOOP
    EXECUTE format('CREATE CONSTRAINT TRIGGER membership AFTER INSERT OR DELETE ON %I
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_membership_change()', part);
  END LOOP;
END $$;
CREATE CONSTRAINT TRIGGER membership_changed AFTER UPDATE ON members
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((NEW.roles, NEW.erase_at) IS DISTINCT FROM (OLD.roles, OLD.erase_at))
  EXECUTE FUNCTION count_membership_change();
CREATE CONSTRAINT TRIGGER membership_changed AFTER UPDATE ON products
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status <> OLD.status)
  EXECUTE FUNCTION count_membership_change();
CREATE CONSTRAINT TRIGGER membership_changed AFTER UPDATE ON communities
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.is_private <> OLD.is_private)
  EXECUTE FUNCTION count_membership_change();
