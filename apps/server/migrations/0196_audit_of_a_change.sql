-- beside traffic
-- Finds the audit row of a change, for the 409 of a client that changed an outdated version.
CREATE INDEX CONCURRENTLY audit_entries_of_change
  ON audit_entries (tenant_id, change_id) WHERE change_id IS NOT NULL;
