-- beside traffic
-- As 0234: the search of a lesson to pick reads the unaccented titles from the index.
CREATE INDEX CONCURRENTLY lessons_found ON lessons (tenant_id, f_unaccent(title::text), id)
  INCLUDE (title, course_id);
