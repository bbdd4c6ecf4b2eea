-- Time zones that were stored before the application asked PostgreSQL for them. One that PostgreSQL
-- does not know fails each statement about the members of its school, so nobody there got mails.
-- School by school: row-level security binds an owner of the tables, too.
DO $$
DECLARE
  running text := current_setting('app.tenant', true);
  school bigint;
  zone text;
BEGIN
  FOR school IN SELECT id FROM tenants ORDER BY id LOOP
    PERFORM set_config('app.tenant', school::text, true);
    FOR zone IN
      SELECT m.time_zone FROM members m WHERE m.tenant_id = school AND m.time_zone IS NOT NULL
      UNION
      SELECT p.time_zone FROM notification_preferences p WHERE p.tenant_id = school
    LOOP
      BEGIN
        PERFORM now() AT TIME ZONE zone;
      EXCEPTION WHEN invalid_parameter_value THEN
        UPDATE members SET time_zone = NULL WHERE tenant_id = school AND time_zone = zone;
        UPDATE notification_preferences SET time_zone = DEFAULT
        WHERE tenant_id = school AND time_zone = zone;
      END;
    END LOOP;
  END LOOP;
  PERFORM set_config('app.tenant', coalesce(running, ''), true);
END $$;
