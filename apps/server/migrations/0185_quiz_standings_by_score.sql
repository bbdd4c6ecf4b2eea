-- beside traffic
-- The results list the students of a quiz by score. Without the index, a page sorts all of them.
CREATE INDEX CONCURRENTLY quiz_standings_by_score
  ON quiz_standings (tenant_id, quiz_id, counted, score, member_id);
