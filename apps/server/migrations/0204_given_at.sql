-- When a row gave its products. An undo leaves a product that somebody has taken away and given again since.
-- Rows of before do not say it. A default that comes later leaves them as they are.
ALTER TABLE import_rows ADD COLUMN given_at timestamptz;
ALTER TABLE import_rows ALTER COLUMN given_at SET DEFAULT now();
