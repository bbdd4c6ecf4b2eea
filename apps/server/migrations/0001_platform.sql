-- The ground every school stands on.

CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- The school of the transaction; null outside one, so that nothing is in sight there.
CREATE FUNCTION app_tenant() RETURNS bigint
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.tenant', true), '')::bigint;

-- What people type to find something: no case, no accents. Immutable, so that it can be indexed.
CREATE FUNCTION f_unaccent(text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN public.unaccent('public.unaccent'::regdictionary, lower($1));

-- Not blank, not absurdly long: what a title must be.
CREATE DOMAIN title AS text CHECK (btrim(VALUE) <> '' AND length(VALUE) <= 255);

CREATE TABLE tenants (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  domain text UNIQUE CHECK (domain = lower(domain) AND domain <> ''),
  name text NOT NULL CHECK (btrim(name) <> '' AND length(name) <= 191),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- One wide row per school: what the panels of the edit drawer set (C section 3).
CREATE TABLE platform_settings (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  version integer NOT NULL DEFAULT 1,
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 191),

  primary_color text NOT NULL DEFAULT '#ffb238',
  text_color text NOT NULL DEFAULT '#f6f5f3',
  overlay_color text NOT NULL DEFAULT '#0b0b0f',
  overlay_intensity smallint NOT NULL DEFAULT 60 CHECK (overlay_intensity BETWEEN 0 AND 100),
  background_color_primary text NOT NULL DEFAULT '#0b0b0f',
  background_color_secondary text NOT NULL DEFAULT '#131318',
  shadow_size smallint NOT NULL DEFAULT 0 CHECK (shadow_size BETWEEN 0 AND 64),
  font_primary text NOT NULL DEFAULT 'Poppins',
  logo_square text,
  logo_horizontal text,
  favicon text,
  background_image text,

  login_theme smallint NOT NULL DEFAULT 1 CHECK (login_theme BETWEEN 1 AND 3),
  login_theme_placement text NOT NULL DEFAULT 'center' CHECK (login_theme_placement IN ('left', 'center', 'right')),
  login_text text NOT NULL DEFAULT 'Faça login',
  overlay_banner_login smallint NOT NULL DEFAULT 60 CHECK (overlay_banner_login BETWEEN 0 AND 100),
  login_banner text,
  login_banner_vertical text,
  cta_login boolean NOT NULL DEFAULT false,
  title_cta_login text,
  link_cta_login text,
  magic_link_enabled boolean NOT NULL DEFAULT true,
  enable_redirect_login boolean NOT NULL DEFAULT false,
  redirect_url text,

  footer_visible boolean NOT NULL DEFAULT false,
  use_terms text NOT NULL DEFAULT '',
  privacy_terms text NOT NULL DEFAULT '',
  url_facebook text,
  url_instagram text,
  url_youtube text,

  banner_custom_transition_type text NOT NULL DEFAULT 'normal' CHECK (banner_custom_transition_type IN ('normal', 'fade')),
  banner_custom_autoplay boolean NOT NULL DEFAULT false,
  banner_custom_autoplay_time smallint NOT NULL DEFAULT 5 CHECK (banner_custom_autoplay_time BETWEEN 1 AND 60),

  sidebar boolean NOT NULL DEFAULT false,
  showcase boolean NOT NULL DEFAULT false,
  showcase_url_redirect text,
  show_blocked_content boolean NOT NULL DEFAULT true,
  course_page_indicator boolean NOT NULL DEFAULT true,
  module_page_indicator boolean NOT NULL DEFAULT true,

  theme_classes smallint NOT NULL DEFAULT 1 CHECK (theme_classes BETWEEN 1 AND 3),
  comment boolean NOT NULL DEFAULT true,

  communities_active boolean NOT NULL DEFAULT true,
  show_communities_page boolean NOT NULL DEFAULT true,

  PRIMARY KEY (tenant_id)
);

-- Every change an admin makes leaves a row here, in the transaction of the change.
CREATE TABLE audit_entries (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT now(),
  member_id bigint,
  action text NOT NULL,
  params jsonb NOT NULL DEFAULT '{}',
  request_id text,
  PRIMARY KEY (tenant_id, id)
);

-- Mails wait here in the transaction that wants them sent, and are sent by a job.
CREATE TABLE mails (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  recipient text NOT NULL,
  subject text NOT NULL,
  html text NOT NULL,
  plain text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  error text,
  PRIMARY KEY (tenant_id, id)
);

-- Failures that count against somebody who guesses: a row per key and window.
CREATE TABLE failed_tries (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  key text NOT NULL,
  window_ends timestamptz NOT NULL,
  count integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, key)
);

-- Every server hears at once that a school's shell changed (settings, links, name).
CREATE FUNCTION tell_school_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('school_changed', coalesce(to_jsonb(NEW), to_jsonb(OLD)) ->> TG_ARGV[0]);
  RETURN NULL;
END $$;
CREATE TRIGGER tell AFTER INSERT OR UPDATE OR DELETE ON tenants
  FOR EACH ROW EXECUTE FUNCTION tell_school_changed('id');
CREATE TRIGGER tell AFTER INSERT OR UPDATE ON platform_settings
  FOR EACH ROW EXECUTE FUNCTION tell_school_changed('tenant_id');
