-- What actions score, the ledger of what was scored, and the score beside it (contract, Points).
ALTER TABLE members ADD in_ranking boolean NOT NULL DEFAULT true;

-- No row: the school has not set its points yet, and nothing scores.
CREATE TABLE points_settings (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  custom_name text NOT NULL CHECK (btrim(custom_name) <> '' AND length(custom_name) <= 32),
  PRIMARY KEY (tenant_id)
);

CREATE TABLE points_rules (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  action text NOT NULL CHECK (action IN ('login', 'watch_class', 'like_class', 'comment_class',
    'finish_class', 'finish_module', 'finish_course', 'post', 'comment', 'reply', 'like')),
  points integer NOT NULL DEFAULT 0 CHECK (points BETWEEN 0 AND 1000000),
  enable boolean NOT NULL DEFAULT false,
  needed_interaction integer NOT NULL DEFAULT 0 CHECK (needed_interaction BETWEEN 0 AND 1000),
  plus_user_score integer NOT NULL DEFAULT 0 CHECK (plus_user_score BETWEEN 0 AND 1000000),
  PRIMARY KEY (tenant_id, action)
);

-- Who may score. No row: everybody.
CREATE TABLE points_products (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  product_id bigint NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, product_id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES products ON DELETE CASCADE
);

CREATE TABLE point_seasons (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  started_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX point_seasons_running ON point_seasons (tenant_id) WHERE ended_at IS NULL;

-- The ledger. A row is never deleted by a reset. `period` is 0 for what counts, -1 for what takes an
-- entry back, and the day's number for an action that did not count.
CREATE TABLE point_entries (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  season_id bigint NOT NULL,
  member_id bigint NOT NULL,
  action text NOT NULL,
  object_kind text NOT NULL,
  object_id bigint NOT NULL,
  points integer NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  reason text CHECK (reason IN ('counted_before', 'bonus_given', 'no_product', 'before_reset', 'manual')),
  period integer NOT NULL DEFAULT 0,
  -- A bonus: the entries that made it.
  bonus_of bigint[] NOT NULL DEFAULT '{}',
  -- What the entry links to. Title and address are kept for things that no table of lessons names.
  thing_kind text,
  thing_id bigint,
  thing_title text CHECK (length(thing_title) <= 300),
  thing_url text CHECK (length(thing_url) <= 2000),
  note text NOT NULL DEFAULT '' CHECK (length(note) <= 500),
  taken_back boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, season_id) REFERENCES point_seasons ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE
);
-- One row per member, action, object and window. Nobody scores twice, however many calls race.
CREATE UNIQUE INDEX point_entries_once ON point_entries
  (tenant_id, member_id, action, object_kind, object_id, reason, period) NULLS NOT DISTINCT
  WHERE action <> 'manual';
CREATE INDEX point_entries_of_season ON point_entries (tenant_id, season_id, member_id, id DESC);
CREATE INDEX point_entries_of_day ON point_entries (tenant_id, member_id, action, at)
  WHERE reason IS NULL AND period = 0;
CREATE INDEX point_entries_by_time ON point_entries (tenant_id, at)
  WHERE reason IS NULL AND period = 0;

-- Read model: the sum of a season's entries. `week_score` is the score at the begin of `week`.
CREATE TABLE point_scores (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  season_id bigint NOT NULL,
  member_id bigint NOT NULL,
  score bigint NOT NULL,
  reached_at timestamptz NOT NULL,
  week date NOT NULL,
  week_score bigint NOT NULL DEFAULT 0,
  week_reached_at timestamptz,
  -- A student who wants to be seen.
  listed boolean NOT NULL,
  PRIMARY KEY (tenant_id, season_id, member_id),
  FOREIGN KEY (tenant_id, season_id) REFERENCES point_seasons ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE
) WITH (fillfactor = 80);
CREATE INDEX point_scores_of_member ON point_scores (tenant_id, member_id);
CREATE INDEX point_scores_ranking ON point_scores
  (tenant_id, season_id, score DESC, reached_at, member_id) WHERE listed AND score > 0;

CREATE FUNCTION list_in_ranking() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE point_scores SET listed = NEW.in_ranking AND NOT is_staff(NEW.roles)
  WHERE tenant_id = NEW.tenant_id AND member_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER listed AFTER UPDATE ON members FOR EACH ROW
  WHEN (NEW.in_ranking <> OLD.in_ranking OR NEW.roles <> OLD.roles)
  EXECUTE FUNCTION list_in_ranking();

CREATE TABLE ranking_settings (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  show_ranking boolean NOT NULL DEFAULT true,
  PRIMARY KEY (tenant_id)
);
