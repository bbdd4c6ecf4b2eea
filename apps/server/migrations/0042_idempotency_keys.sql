-- The answers to requests that create something, so that a repeated request creates nothing more.
CREATE TABLE idempotency_keys (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  member_id bigint NOT NULL,
  -- A hash of the client's key and of the request.
  key bytea NOT NULL CHECK (length(key) = 32),
  -- Empty until the request is done.
  answer json,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, member_id, key),
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (tenant_id, created_at);
