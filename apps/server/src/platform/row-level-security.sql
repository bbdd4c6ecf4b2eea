-- Run after every round of migrations. Each table with a tenant_id gets forced row-level security
-- and the one policy there is; the application's role gets the rights it needs and no others.
DO $$
DECLARE
  t regclass;
BEGIN
  FOR t IN
    SELECT c.oid::regclass
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
  LOOP
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('DROP POLICY IF EXISTS one_school ON %s', t);
    EXECUTE format(
      'CREATE POLICY one_school ON %s USING (tenant_id = app_tenant()) WITH CHECK (tenant_id = app_tenant())', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO vitrine_app', t);
  END LOOP;
  -- A view is read with the rights and the row-level security of whoever asks (security_invoker).
  FOR t IN
    SELECT c.oid::regclass
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'v'
  LOOP
    EXECUTE format('GRANT SELECT ON %s TO vitrine_app', t);
  END LOOP;
END $$;

GRANT USAGE ON SCHEMA public TO vitrine_app;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO vitrine_app;
GRANT SELECT, INSERT, UPDATE ON tenants TO vitrine_app;
-- What was done stays done: the application may write the audit, never change or delete it.
REVOKE UPDATE, DELETE ON audit_entries FROM vitrine_app;
