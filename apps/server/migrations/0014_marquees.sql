-- One a product (B 5).
CREATE TABLE marquees (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  product_id bigint NOT NULL,
  text text NOT NULL CHECK (btrim(text) <> '' AND length(text) <= 500),
  url text CHECK (length(url) <= 2000),
  timer smallint NOT NULL CHECK (timer BETWEEN 10 AND 150),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, product_id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES products ON DELETE CASCADE
);
