-- Lives (contract, Live): a broadcast at a time, for everybody or for who has a product.

CREATE TABLE lives (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 255),
  -- The player, stream or file that is shown while the live is on air.
  url text NOT NULL CHECK (char_length(url) BETWEEN 1 AND 2000),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz,
  recording_url text CHECK (char_length(recording_url) BETWEEN 1 AND 2000),
  -- A live whose last product is deleted stays closed: it must not open to everybody by that.
  open_to_all boolean NOT NULL DEFAULT true,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT lives_end CHECK (ends_at > starts_at)
);
CREATE INDEX lives_by_start ON lives (tenant_id, starts_at);

CREATE TABLE live_products (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  live_id bigint NOT NULL,
  product_id bigint NOT NULL,
  PRIMARY KEY (tenant_id, live_id, product_id),
  FOREIGN KEY (tenant_id, live_id) REFERENCES lives ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, product_id) REFERENCES products ON DELETE CASCADE
);
CREATE INDEX lives_of_product ON live_products (tenant_id, product_id);
