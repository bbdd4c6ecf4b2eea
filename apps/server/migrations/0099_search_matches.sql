-- The things of the running school with the words of a query. Under row-level security a reader uses no
-- index for words: only operators that leak nothing may run before a policy. This function's owner is
-- a superuser of the embedded database, so no policy binds it, and it names the school itself. Bound
-- by the policy, it answers the same, slowly. It tells ids only: who may see a thing is asked of its row.
-- At most so many come, in no order.
CREATE FUNCTION search_matches(query tsquery, at_most integer)
  RETURNS TABLE (kind text, thing_id bigint)
  LANGUAGE sql STABLE ROWS 200 SECURITY DEFINER
  SET search_path = pg_catalog, public
  SET enable_seqscan = off
  SET enable_indexscan = off AS $$
  SELECT d.kind, d.thing_id FROM search_documents d
  WHERE d.tenant_id = app_tenant() AND d.words @@ query
  LIMIT at_most
$$;
REVOKE ALL ON FUNCTION search_matches FROM public;
