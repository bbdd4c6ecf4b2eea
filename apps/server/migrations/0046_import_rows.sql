-- What came of each row of a members' import: its result file and its undo read this.
-- Names and e-mails stand with the members; only a refused row keeps its own words.
CREATE TABLE import_rows (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  import_id bigint NOT NULL,
  line integer NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('created', 'changed', 'unchanged', 'refused')),
  member_id bigint,
  -- The products that this row gave, and nobody had given before.
  product_ids bigint[] NOT NULL DEFAULT '{}',
  invited boolean NOT NULL DEFAULT false,
  item text,
  message text,
  values jsonb,
  PRIMARY KEY (tenant_id, import_id, line),
  FOREIGN KEY (tenant_id, import_id) REFERENCES imports ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE SET NULL (member_id)
);
CREATE INDEX import_rows_of_member ON import_rows (tenant_id, member_id);

ALTER TABLE imports
  ADD choices jsonb,
  ADD undone_at timestamptz;

-- What somebody chose by hand is found again: columns by the headings of a file, products by their name in it.
CREATE TABLE import_columns (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  headings text NOT NULL CHECK (length(headings) <= 64),
  columns jsonb NOT NULL,
  PRIMARY KEY (tenant_id, headings)
);
CREATE TABLE import_products (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) <= 500),
  -- Null: rows of this product come without one.
  product_id bigint,
  PRIMARY KEY (tenant_id, name),
  FOREIGN KEY (tenant_id, product_id) REFERENCES products ON DELETE CASCADE
);
CREATE INDEX import_products_of_product ON import_products (tenant_id, product_id);
