-- Nothing ever read or counted this column. The specification gives links no version: of two
-- changes at once the later one is saved (contract, Settings).
ALTER TABLE custom_links DROP COLUMN version;
