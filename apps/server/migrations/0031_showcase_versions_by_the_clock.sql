-- A dump restored under running servers counts on from where it was taken, and a number that came
-- before would bring back what was kept under it. The clock has gone on since: no number comes twice.
CREATE OR REPLACE FUNCTION count_showcase_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  tenant bigint := coalesce(to_jsonb(NEW), to_jsonb(OLD)) ->> 'tenant_id';
  microseconds bigint := extract(epoch FROM clock_timestamp()) * 1000000;
BEGIN
  IF current_setting('app.showcase_counted', true) = tenant::text THEN RETURN NULL; END IF;
  PERFORM set_config('app.showcase_counted', tenant::text, true);
  INSERT INTO showcase_versions AS v (tenant_id, version)
  SELECT id, microseconds FROM tenants WHERE id = tenant
  ON CONFLICT (tenant_id) DO UPDATE SET version = greatest(v.version + 1, excluded.version);
  RETURN NULL;
END $$;
