-- A position is saved every few seconds. Nothing indexes its time, so PostgreSQL updates the row in
-- place and writes no index (HOT). Who goes on where is asked of course_progress.
DROP INDEX lesson_progress_recent;
ALTER TABLE lesson_progress SET (fillfactor = 85);
ALTER TABLE watched_hours SET (fillfactor = 85);
