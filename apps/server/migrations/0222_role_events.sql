-- The open pages of a member whose roles have changed follow them (decision 0123), as they follow products.
CREATE FUNCTION notify_roles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events',
    json_build_object('tenant', NEW.tenant_id, 'kind', 'access', 'id', NEW.id)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER roles_changed AFTER UPDATE OF roles ON members FOR EACH ROW
  WHEN (OLD.roles IS DISTINCT FROM NEW.roles) EXECUTE FUNCTION notify_roles();
