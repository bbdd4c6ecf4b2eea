-- beside traffic
-- Pages of staff count the open reports. Without this they read the answered ones too, of all schools.
CREATE INDEX CONCURRENTLY post_reports_open ON post_reports (tenant_id, id) WHERE answer IS NULL;
