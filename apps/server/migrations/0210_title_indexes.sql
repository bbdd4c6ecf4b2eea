-- beside traffic
-- They sorted titles by their bytes, which no list does any more (0209).
DROP INDEX CONCURRENTLY IF EXISTS courses_by_title;
DROP INDEX CONCURRENTLY IF EXISTS lessons_by_title;
