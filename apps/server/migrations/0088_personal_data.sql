-- One's data (contract, People; LGPD): erasure, consents, who looked, requests, retention.

-- From the request on, the row holds nothing that tells who it was; the rest waits in `held`.
ALTER TABLE members ADD erase_at timestamptz;

CREATE TABLE member_erasures (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  member_id bigint NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT now(),
  -- As in the audit, who did it has no key. Null: the person.
  asked_by bigint,
  -- The link that brings the account back. A later one takes its place.
  token_hash bytea NOT NULL,
  -- The columns of `members` that come back with the account.
  held jsonb NOT NULL,
  PRIMARY KEY (tenant_id, member_id),
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX member_erasures_of_token ON member_erasures (tenant_id, token_hash);
CREATE INDEX member_erasures_of_email ON member_erasures (tenant_id, lower(held ->> 'email'));

-- What somebody agreed to or refused, and when. A row is never changed.
CREATE TABLE member_consents (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  member_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('terms', 'ranking')),
  granted boolean NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX member_consents_of_member ON member_consents (tenant_id, member_id, id DESC);

CREATE FUNCTION record_ranking_consent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO member_consents (tenant_id, member_id, kind, granted)
  VALUES (NEW.tenant_id, NEW.id, 'ranking', NEW.in_ranking);
  RETURN NULL;
END $$;
-- Erasure and its cancelling are no choice about the ranking.
CREATE TRIGGER ranking_consent AFTER UPDATE OF in_ranking ON members FOR EACH ROW
  WHEN (NEW.in_ranking <> OLD.in_ranking AND NEW.erase_at IS NULL AND OLD.erase_at IS NULL)
  EXECUTE FUNCTION record_ranking_consent();

-- Who of the staff opened somebody's record: one row a day, person and kind of record.
CREATE TABLE record_views (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  member_id bigint NOT NULL,
  -- As in the audit, who looked has no key.
  viewer_id bigint NOT NULL,
  what text NOT NULL CHECK (what IN ('attempt', 'export', 'points', 'email')),
  day date NOT NULL DEFAULT current_date,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, member_id, viewer_id, what, day),
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX record_views_by_day ON record_views (tenant_id, day);

-- What a person asks of the school about their data. After an erasure the row stays without the person.
CREATE TABLE data_requests (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  member_id bigint,
  kind text NOT NULL CHECK (kind IN ('access', 'correction', 'erasure', 'other')),
  details text NOT NULL DEFAULT '' CHECK (char_length(details) <= 1000),
  created_at timestamptz NOT NULL DEFAULT now(),
  due_at timestamptz NOT NULL DEFAULT now() + interval '15 days',
  done_at timestamptz,
  answer text NOT NULL DEFAULT '' CHECK (char_length(answer) <= 1000),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE SET NULL (member_id)
);
CREATE INDEX data_requests_open ON data_requests (tenant_id, due_at, id) WHERE done_at IS NULL;
CREATE INDEX data_requests_of_member ON data_requests (tenant_id, member_id);

-- How long things are kept. A school without a row has the defaults.
CREATE TABLE retention_settings (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  sign_in_days integer NOT NULL DEFAULT 30 CHECK (sign_in_days BETWEEN 1 AND 365),
  mail_days integer NOT NULL DEFAULT 30 CHECK (mail_days BETWEEN 7 AND 365),
  import_days integer NOT NULL DEFAULT 90 CHECK (import_days BETWEEN 7 AND 730),
  view_months integer NOT NULL DEFAULT 12 CHECK (view_months BETWEEN 6 AND 60),
  audit_months integer NOT NULL DEFAULT 24 CHECK (audit_months BETWEEN 6 AND 120),
  request_months integer NOT NULL DEFAULT 60 CHECK (request_months BETWEEN 12 AND 120),
  PRIMARY KEY (tenant_id)
);

-- Somebody whose account is being erased is found by nobody.
CREATE OR REPLACE FUNCTION index_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.erase_at IS NULL THEN
    PERFORM index_for_search(NEW.tenant_id, 'person', NEW.id, NULL, NEW.name, '');
  ELSE
    DELETE FROM search_documents
    WHERE tenant_id = NEW.tenant_id AND kind = 'person' AND thing_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;

-- The application may not delete audit entries. This function removes those of the running school
-- that are older than its retention, and never one younger than six months.
CREATE FUNCTION prune_audit_entries(months integer, at_most integer) RETURNS bigint
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  WITH oldest AS (
    SELECT id, at FROM audit_entries WHERE tenant_id = app_tenant() ORDER BY id LIMIT at_most),
  gone AS (
    DELETE FROM audit_entries a USING oldest
    WHERE a.tenant_id = app_tenant() AND a.id = oldest.id
      AND oldest.at < now() - greatest(months, 6) * interval '1 month'
    RETURNING 1)
  SELECT count(*) FROM gone
$$;
REVOKE ALL ON FUNCTION prune_audit_entries FROM public;

-- A fresh link that proves who asks for an erasure.
ALTER TABLE sign_in_links DROP CONSTRAINT sign_in_links_purpose_check;
ALTER TABLE sign_in_links ADD CONSTRAINT sign_in_links_purpose_check
  CHECK (purpose IN ('sign_in', 'password', 'invitation', 'owner', 'erasure'));
