-- The products that a row names, and that its person held already. An undo of the import that gave them
-- leaves them. Rows of before do not say it.
ALTER TABLE import_rows ADD COLUMN found_ids bigint[] NOT NULL DEFAULT '{}';
