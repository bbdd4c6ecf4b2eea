-- The browsers that have signed in to an account (decision 0096). Failures that others cause do not
-- lock its password there. Only hashes of the browsers' cookies are kept.
CREATE TABLE known_browsers (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  member_id bigint NOT NULL,
  browser_hash bytea NOT NULL CHECK (length(browser_hash) = 32),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, browser_hash, member_id),
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX known_browsers_of_member ON known_browsers (tenant_id, member_id, expires_at);
