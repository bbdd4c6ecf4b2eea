-- An undo works in slices, each a job. `undo_line` is the last line that it has taken back, and null
-- where no undo runs. The other columns count what it has done; they are null for earlier undos.
ALTER TABLE imports
  ADD COLUMN undo_line integer,
  ADD COLUMN undo_removed integer,
  ADD COLUMN undo_kept integer,
  ADD COLUMN undo_products integer;
