-- Runs after the migrations. Each table with a tenant_id gets forced row-level security and one
-- policy. The table of the schools gets two: a host is looked up among all of them, and a transaction
-- changes its own only. The application's login (vitrine.app_role) gets only the rights that it needs. A table that
-- has them is not locked: other servers may serve meanwhile.
DO $$
DECLARE
  t regclass;
  app text := quote_ident(current_setting('vitrine.app_role'));
BEGIN
  FOR t IN
    SELECT c.oid::regclass
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
  LOOP
    IF NOT EXISTS (
      SELECT FROM pg_class c WHERE c.oid = t AND c.relrowsecurity AND c.relforcerowsecurity
    ) THEN
      EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', t);
    END IF;
    IF NOT EXISTS (
      SELECT FROM pg_policy p
      WHERE p.polrelid = t AND p.polname = 'one_school' AND p.polpermissive AND p.polcmd = '*'
        AND p.polroles = '{0}'
        AND pg_get_expr(p.polqual, t) = '(tenant_id = app_tenant())'
        AND pg_get_expr(p.polwithcheck, t) = '(tenant_id = app_tenant())'
    ) THEN
      EXECUTE format('DROP POLICY IF EXISTS one_school ON %s', t);
      EXECUTE format(
        'CREATE POLICY one_school ON %s USING (tenant_id = app_tenant()) WITH CHECK (tenant_id = app_tenant())', t);
    END IF;
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO %s', t, app);
  END LOOP;

  -- Not forced: the owner deletes schools, and checks the foreign keys to them.
  IF NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = 'tenants'::regclass AND c.relrowsecurity) THEN
    ALTER TABLE tenants ENABLE ROW LEVEL SECURITY;
  END IF;
  IF NOT EXISTS (
    SELECT FROM pg_policy p
    WHERE p.polrelid = 'tenants'::regclass AND p.polname = 'every_school' AND p.polpermissive
      AND p.polcmd = 'r' AND p.polroles = '{0}' AND pg_get_expr(p.polqual, p.polrelid) = 'true'
  ) THEN
    DROP POLICY IF EXISTS every_school ON tenants;
    CREATE POLICY every_school ON tenants FOR SELECT USING (true);
  END IF;
  IF NOT EXISTS (
    SELECT FROM pg_policy p
    WHERE p.polrelid = 'tenants'::regclass AND p.polname = 'one_school' AND p.polpermissive
      AND p.polcmd = '*' AND p.polroles = '{0}'
      AND pg_get_expr(p.polqual, p.polrelid) = '(id = app_tenant())'
      AND pg_get_expr(p.polwithcheck, p.polrelid) = '(id = app_tenant())'
  ) THEN
    DROP POLICY IF EXISTS one_school ON tenants;
    CREATE POLICY one_school ON tenants
      USING (id = app_tenant()) WITH CHECK (id = app_tenant());
  END IF;

  -- Views use security_invoker: the reader's rights and row-level security apply.
  FOR t IN
    SELECT c.oid::regclass
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'v'
  LOOP
    EXECUTE format('GRANT SELECT ON %s TO %s', t, app);
  END LOOP;

  EXECUTE format('GRANT USAGE ON SCHEMA public TO %s', app);
  EXECUTE format('GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO %s', app);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE ON tenants TO %s', app);
  -- The application inserts audit entries. It must not change or delete them.
  EXECUTE format('REVOKE UPDATE, DELETE ON audit_entries FROM %s', app);
  EXECUTE format('GRANT EXECUTE ON FUNCTION prune_audit_entries TO %s', app);
  EXECUTE format('GRANT EXECUTE ON FUNCTION search_matches TO %s', app);
  EXECUTE format('GRANT EXECUTE ON FUNCTION search_slips TO %s', app);
  EXECUTE format('GRANT EXECUTE ON FUNCTION members_by_email TO %s', app);
  EXECUTE format('GRANT EXECUTE ON FUNCTION mails_to TO %s', app);
END $$;
