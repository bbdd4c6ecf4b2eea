-- Under row-level security PostgreSQL uses an index only for operators that leak nothing, and `lower` is none of
-- them. So each sign-in read all members, and each batch of an import did so several times (decision 0134). These
-- functions read the tenant of the transaction themselves, as `search_matches` does (0099).

-- The members with these addresses, which the caller gives in lower case.
CREATE FUNCTION members_by_email(addresses text[]) RETURNS TABLE (id bigint, email text)
  LANGUAGE sql STABLE ROWS 100 SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp
  SET enable_seqscan = off AS $$
  SELECT m.id, lower(m.email) FROM members m
  WHERE m.tenant_id = app_tenant() AND lower(m.email) IN (SELECT unnest(addresses))
$$;
REVOKE ALL ON FUNCTION members_by_email FROM public;

-- The ids of the mails to an address in lower case.
CREATE FUNCTION mails_to(address text) RETURNS SETOF bigint
  LANGUAGE sql STABLE ROWS 100 SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp
  SET enable_seqscan = off AS $$
  SELECT l.id FROM mails l WHERE l.tenant_id = app_tenant() AND lower(l.recipient) = address
$$;
REVOKE ALL ON FUNCTION mails_to FROM public;
