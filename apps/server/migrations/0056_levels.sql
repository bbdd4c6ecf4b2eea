-- Named scores. A level without products is reached by nobody.
CREATE TABLE levels (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL CHECK (btrim(name) <> '' AND length(name) <= 150),
  needed_score integer NOT NULL DEFAULT 0 CHECK (needed_score BETWEEN 0 AND 1000000000),
  color text NOT NULL DEFAULT '#ffb238' CHECK (length(color) <= 9),
  img text,
  show_level_on_profile boolean NOT NULL DEFAULT true,
  show_score_on_profile boolean NOT NULL DEFAULT true,
  animation text NOT NULL DEFAULT 'none',
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX levels_by_score ON levels (tenant_id, needed_score, id);

CREATE TABLE level_products (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  level_id bigint NOT NULL,
  product_id bigint NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, level_id, product_id),
  FOREIGN KEY (tenant_id, level_id) REFERENCES levels ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, product_id) REFERENCES products ON DELETE CASCADE
);
CREATE INDEX level_products_by_product ON level_products (tenant_id, product_id);

CREATE VIEW level_files WITH (security_invoker = true) AS
  SELECT tenant_id, id AS level_id, img AS path FROM levels WHERE img LIKE '/files/%';

-- The level of a member with this score; null where none is reached.
CREATE FUNCTION level_of(of_member bigint, with_score bigint) RETURNS bigint
  LANGUAGE sql STABLE AS $$
  SELECT l.id FROM levels l
  WHERE l.tenant_id = app_tenant() AND l.needed_score <= with_score AND EXISTS (
    SELECT FROM level_products lp
    JOIN products p ON p.tenant_id = lp.tenant_id AND p.id = lp.product_id AND p.status = 'active'
    JOIN member_products mp ON mp.tenant_id = lp.tenant_id AND mp.product_id = lp.product_id
      AND mp.member_id = of_member
    WHERE lp.tenant_id = l.tenant_id AND lp.level_id = l.id)
  ORDER BY l.needed_score DESC, l.id DESC LIMIT 1
$$;
