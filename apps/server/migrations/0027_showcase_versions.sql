-- What everybody's home page is made of, counted at every change of it: a server that has kept the
-- shared part of a page asks for this one number, and knows whether it still holds.
CREATE TABLE showcase_versions (
  tenant_id bigint PRIMARY KEY DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  version bigint NOT NULL DEFAULT 1
);

-- Counted as the last thing of a transaction, and once: until then nobody waits for the row, so that
-- two who change different things cannot wait for each other.
CREATE FUNCTION count_showcase_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  tenant bigint := coalesce(to_jsonb(NEW), to_jsonb(OLD)) ->> 'tenant_id';
BEGIN
  IF current_setting('app.showcase_counted', true) = tenant::text THEN RETURN NULL; END IF;
  PERFORM set_config('app.showcase_counted', tenant::text, true);
  UPDATE showcase_versions SET version = version + 1 WHERE tenant_id = tenant;
  IF NOT FOUND AND TG_OP <> 'DELETE' THEN
    INSERT INTO showcase_versions AS v (tenant_id) VALUES (tenant)
    ON CONFLICT (tenant_id) DO UPDATE SET version = v.version + 1;
  END IF;
  RETURN NULL;
END $$;

DO $$
DECLARE part text;
BEGIN
  FOREACH part IN ARRAY ARRAY['platform_settings', 'carousels', 'carousel_items', 'courses',
    'course_products', 'modules', 'lessons', 'products', 'banners'] LOOP
    EXECUTE format('CREATE CONSTRAINT TRIGGER showcase AFTER INSERT OR UPDATE OR DELETE ON %I
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_showcase_change()', part);
  END LOOP;
END $$;
-- A banner's video that is being converted says so.
CREATE CONSTRAINT TRIGGER showcase AFTER UPDATE OF state ON files
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_showcase_change();
