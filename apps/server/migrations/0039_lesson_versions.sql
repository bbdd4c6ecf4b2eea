-- Servers keep what all readers of a lesson share, as they keep home's, until the school's version
-- changes. So whatever a lesson's page shows must count, too.
DO $$
DECLARE part text;
BEGIN
  FOREACH part IN ARRAY ARRAY['lesson_files', 'lesson_captions', 'marquees'] LOOP
    EXECUTE format('CREATE CONSTRAINT TRIGGER showcase AFTER INSERT OR UPDATE OR DELETE ON %I
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_showcase_change()', part);
  END LOOP;
END $$;
