const schoolTables = `
  SELECT c.oid, c.relname FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
    AND c.relname NOT IN ('tenants', 'schema_migrations')`;

/** The rules that keep schools apart in the database. Each statement selects what breaks its rule. */
export const tableRules = [
  {
    rule: 'led by tenant_id, never null, in its key',
    sql: `
      SELECT t.relname AS name FROM (${schoolTables}) t
      LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = 'tenant_id' AND a.attnotnull
      LEFT JOIN pg_index i ON i.indrelid = t.oid AND i.indisprimary AND i.indkey[0] = a.attnum
      WHERE a.attnum IS NULL OR i.indexrelid IS NULL`,
  },
  {
    rule: 'under forced row-level security with the one policy',
    sql: `
      SELECT t.relname AS name FROM (${schoolTables}) t
      JOIN pg_class c ON c.oid = t.oid
      WHERE NOT (c.relrowsecurity AND c.relforcerowsecurity)
         OR (SELECT array_agg(polname::text) FROM pg_policy p WHERE p.polrelid = t.oid) IS DISTINCT FROM '{one_school}'
         OR EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = t.oid AND (p.polqual IS NULL OR p.polwithcheck IS NULL))`,
  },
  {
    rule: 'read by all and changed by its own school, if it is the table of the schools',
    sql: `
      SELECT c.relname AS name FROM pg_class c
      WHERE c.oid = 'tenants'::regclass AND NOT (c.relrowsecurity AND EXISTS (
        SELECT FROM pg_policy p WHERE p.polrelid = c.oid
        HAVING array_agg(p.polname::text || ' ' || p.polcmd::text || ' ' || pg_get_expr(p.polqual, c.oid)
            ORDER BY p.polname)
          = '{every_school r true,one_school * (id = app_tenant())}'))`,
  },
  {
    rule: "read with the reader's row-level security",
    sql: `
      SELECT c.relname AS name FROM pg_class c
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'v'
        AND NOT coalesce('security_invoker=true' = ANY (c.reloptions), false)`,
  },
  {
    rule: 'a foreign key that carries the school',
    sql: `
      SELECT k.conname AS name FROM pg_constraint k
      JOIN (${schoolTables}) t ON t.oid = k.conrelid
      JOIN (${schoolTables}) f ON f.oid = k.confrelid
      WHERE k.contype = 'f' AND NOT EXISTS (
        SELECT FROM pg_attribute a WHERE a.attrelid = k.conrelid AND a.attname = 'tenant_id' AND a.attnum = ANY (k.conkey))`,
  },
  {
    // Else it is searched first: a caller's view in place of a table runs code as the owner.
    rule: "a function with its owner's rights that searches the caller's temporary schema last",
    sql: `
      SELECT p.proname AS name FROM pg_proc p
      WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef
        AND NOT EXISTS (SELECT FROM unnest(p.proconfig) AS setting (text)
          WHERE setting.text ~ '^search_path=.*, pg_temp$')`,
  },
] as const;
