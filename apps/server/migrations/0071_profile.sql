-- A member's own profile, and the places where they are signed in (contract, People).

ALTER TABLE members ADD bio text NOT NULL DEFAULT '' CHECK (char_length(bio) <= 500);

ALTER TABLE sessions
  ADD id bigint GENERATED ALWAYS AS IDENTITY,
  ADD user_agent text NOT NULL DEFAULT '',
  ADD last_seen_at timestamptz;
UPDATE sessions SET last_seen_at = created_at;
ALTER TABLE sessions
  ALTER last_seen_at SET DEFAULT now(),
  ALTER last_seen_at SET NOT NULL,
  ADD CONSTRAINT sessions_id UNIQUE (tenant_id, id);

-- The photos that members hold (kit/claim-files.ts).
CREATE VIEW member_files WITH (security_invoker = true) AS
  SELECT tenant_id, id AS member_id, photo_url AS path FROM members WHERE photo_url LIKE '/files/%';
CREATE INDEX members_by_photo ON members (tenant_id, photo_url) WHERE photo_url IS NOT NULL;
