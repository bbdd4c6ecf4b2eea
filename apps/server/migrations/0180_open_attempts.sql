-- beside traffic
-- The results list the latest open attempts of a quiz. Without the index, the list walks all attempts of
-- the school.
CREATE INDEX CONCURRENTLY quiz_attempts_open_latest ON quiz_attempts (tenant_id, quiz_id, id)
  WHERE finished_at IS NULL;
