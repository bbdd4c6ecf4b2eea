-- The first community. Asked for by name, because the table comes with another feature.
CREATE FUNCTION first_community() RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE found jsonb;
BEGIN
  IF to_regclass('public.communities') IS NULL THEN RETURN NULL; END IF;
  EXECUTE 'SELECT jsonb_build_object(''id'', id, ''title'', title) FROM communities
    WHERE tenant_id = app_tenant() ORDER BY principal DESC, id LIMIT 1' INTO found;
  RETURN found;
END $$;
