-- The open pages of a member read again what a given or taken product opens or locks (decision 0112). A
-- statement for more members is an import, or a product that is gone: their pages follow within half an
-- hour, as all answers do.
CREATE FUNCTION notify_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', json_build_object('tenant', affected.tenant_id, 'kind', 'access',
    'id', affected.member_id)::text)
  FROM (SELECT DISTINCT tenant_id, member_id FROM changed) AS affected
  WHERE (SELECT count(*) FROM changed) <= 100;
  RETURN NULL;
END $$;
CREATE TRIGGER access_given AFTER INSERT ON member_products
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_access();
CREATE TRIGGER access_taken AFTER DELETE ON member_products
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_access();
