-- A school that was here before its versions were counted has no row. Where its first change was
-- that something went, nothing was counted, nor what followed it in the same transaction: now every
-- change makes the row, but for those of a school that goes itself.
CREATE OR REPLACE FUNCTION count_showcase_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  tenant bigint := coalesce(to_jsonb(NEW), to_jsonb(OLD)) ->> 'tenant_id';
BEGIN
  IF current_setting('app.showcase_counted', true) = tenant::text THEN RETURN NULL; END IF;
  PERFORM set_config('app.showcase_counted', tenant::text, true);
  INSERT INTO showcase_versions AS v (tenant_id) SELECT id FROM tenants WHERE id = tenant
  ON CONFLICT (tenant_id) DO UPDATE SET version = v.version + 1;
  RETURN NULL;
END $$;
