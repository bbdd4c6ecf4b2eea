-- beside traffic
-- The daily job deletes notifications after a year (decision 0121). It would read all of a school without this.
CREATE INDEX CONCURRENTLY notifications_by_age ON notifications (tenant_id, at);
