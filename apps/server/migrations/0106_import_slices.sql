-- An import works in slices, each a job. `tries` counts the runs since the last slice that ended;
-- `kept` holds the files of a course that earlier slices stored.
ALTER TABLE imports
  ADD COLUMN tries smallint NOT NULL DEFAULT 0,
  ADD COLUMN kept jsonb;
UPDATE imports SET tries = run WHERE status IN ('queued', 'running');
-- It counts slices now.
ALTER TABLE imports ALTER COLUMN run TYPE integer;
