-- These functions run with the rights of their owner, in the embedded database a superuser. A temporary
-- schema that no search_path names is searched first for tables and types. So a caller's temporary view
-- in place of a table would run the caller's code as the owner.
ALTER FUNCTION search_matches SET search_path = pg_catalog, public, pg_temp;
ALTER FUNCTION search_slips SET search_path = pg_catalog, public, pg_temp;
ALTER FUNCTION prune_audit_entries SET search_path = pg_catalog, public, pg_temp;
