-- beside traffic
-- "Meus dados" counts the changes that its reader made as staff, and names the exports of all people. Both
-- looked through the audit of the school, which is kept for years.
CREATE INDEX CONCURRENTLY audit_entries_of_member ON audit_entries (tenant_id, member_id, id);
CREATE INDEX CONCURRENTLY audit_entries_of_exports ON audit_entries (tenant_id, at)
  WHERE action = 'members.export';
