-- Both switches of 'Configurações gerais' (A section 3); 0032 dropped this one while nothing read it.
ALTER TABLE platform_settings ADD communities_active boolean NOT NULL DEFAULT true;

-- A community has two forms on one row: the legacy one and the new one (contract, decision 1).
CREATE TABLE communities (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  position integer NOT NULL,
  title title NOT NULL CHECK (length(title) <= 50),
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 500),
  active boolean NOT NULL DEFAULT true,
  principal boolean NOT NULL DEFAULT false,
  is_private boolean NOT NULL DEFAULT false,
  hide_channels_groups boolean NOT NULL DEFAULT false,
  upsell_text text NOT NULL DEFAULT '' CHECK (length(upsell_text) <= 255),
  upsell_link text CHECK (length(upsell_link) <= 2000),
  has_ranking boolean NOT NULL DEFAULT true,
  has_continue_watching boolean NOT NULL DEFAULT true,
  -- The new form's colour and picture.
  cover_path text,
  cover_color text NOT NULL DEFAULT '#121212' CHECK (length(cover_color) <= 9),
  -- The legacy form's look: a picture of ours or empty, colours or empty, a font or empty.
  background_color text NOT NULL DEFAULT '' CHECK (length(background_color) <= 100),
  primary_text_color text NOT NULL DEFAULT '' CHECK (length(primary_text_color) <= 9),
  secondary_text_color text NOT NULL DEFAULT '' CHECK (length(secondary_text_color) <= 9),
  shadow_color text NOT NULL DEFAULT '' CHECK (length(shadow_color) <= 9),
  font_family text NOT NULL DEFAULT '' CHECK (length(font_family) <= 50),
  links jsonb NOT NULL DEFAULT '[]',
  -- What students may publish. Staff may publish everything.
  publications boolean NOT NULL DEFAULT true,
  comments boolean NOT NULL DEFAULT true,
  likes boolean NOT NULL DEFAULT true,
  text boolean NOT NULL DEFAULT true,
  files boolean NOT NULL DEFAULT true,
  videos boolean NOT NULL DEFAULT true,
  images boolean NOT NULL DEFAULT true,
  carousels boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX communities_one_principal ON communities (tenant_id) WHERE principal;

CREATE TABLE community_products (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  community_id bigint NOT NULL,
  product_id bigint NOT NULL,
  PRIMARY KEY (tenant_id, community_id, product_id),
  FOREIGN KEY (tenant_id, community_id) REFERENCES communities ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, product_id) REFERENCES products ON DELETE CASCADE
);
CREATE INDEX community_products_by_product ON community_products (tenant_id, product_id);

CREATE TABLE channels (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  id bigint GENERATED ALWAYS AS IDENTITY,
  community_id bigint NOT NULL,
  position integer NOT NULL,
  title title NOT NULL CHECK (length(title) <= 50),
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 200),
  -- Open to chosen products only. It stays so when the last of them is deleted: then staff enter.
  restricted boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, community_id, id),
  FOREIGN KEY (tenant_id, community_id) REFERENCES communities ON DELETE CASCADE
);
CREATE INDEX channels_in_order ON channels (tenant_id, community_id, position, id);

CREATE TABLE channel_products (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  channel_id bigint NOT NULL,
  product_id bigint NOT NULL,
  PRIMARY KEY (tenant_id, channel_id, product_id),
  FOREIGN KEY (tenant_id, channel_id) REFERENCES channels ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, product_id) REFERENCES products ON DELETE CASCADE
);
CREATE INDEX channel_products_by_product ON channel_products (tenant_id, product_id);

-- A snippet may stand on one community, and goes with it (contract, Custom HTML).
ALTER TABLE custom_html ADD CONSTRAINT custom_html_of_community
  FOREIGN KEY (tenant_id, community_id) REFERENCES communities ON DELETE CASCADE;
CREATE INDEX custom_html_by_community ON custom_html (tenant_id, community_id);
