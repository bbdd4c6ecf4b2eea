-- Servers keep which school a host names. Only a change of these columns can change that; a saved
-- panel no longer makes every server look up the hosts of all schools again.
CREATE FUNCTION tell_hosts_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('school_changed', 'hosts');
  RETURN NULL;
END $$;
CREATE TRIGGER hosts AFTER INSERT OR DELETE OR UPDATE OF slug, domain ON tenants
  FOR EACH STATEMENT EXECUTE FUNCTION tell_hosts_changed();
