-- Each of these rows belongs to a member, and the member to a school: that reference leads to it. The
-- second one locked the row of the school for every insert.
ALTER TABLE notifications DROP CONSTRAINT notifications_tenant_id_fkey;
ALTER TABLE point_entries DROP CONSTRAINT point_entries_tenant_id_fkey;
ALTER TABLE point_scores DROP CONSTRAINT point_scores_tenant_id_fkey;
ALTER TABLE watched_hours DROP CONSTRAINT watched_hours_tenant_id_fkey;
ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_tenant_id_fkey;
