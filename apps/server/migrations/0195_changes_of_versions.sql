-- Who saved a version: the rows that a change saved and its audit row hold one id. `xmin` told it
-- before. A reorder took it over, and all rows of a restored database or a moved school share one.
ALTER TABLE audit_entries ADD change_id uuid;
ALTER TABLE audit_entries
  ALTER change_id SET DEFAULT nullif(current_setting('app.change_id', true), '')::uuid;

CREATE FUNCTION name_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('app.change_id', true), '') = '' THEN
    PERFORM set_config('app.change_id', gen_random_uuid()::text, true);
  END IF;
  NEW.change_id := current_setting('app.change_id');
  RETURN NEW;
END $$;

DO $$
DECLARE part text;
BEGIN
  FOREACH part IN ARRAY ARRAY['banners', 'carousels', 'channels', 'communities', 'courses',
    'custom_html', 'lessons', 'platform_settings', 'quizzes'] LOOP
    EXECUTE format('ALTER TABLE %I ADD change_id uuid', part);
    EXECUTE format('CREATE TRIGGER name_change BEFORE UPDATE ON %I FOR EACH ROW
      WHEN (NEW.version <> OLD.version) EXECUTE FUNCTION name_change()', part);
  END LOOP;
END $$;
