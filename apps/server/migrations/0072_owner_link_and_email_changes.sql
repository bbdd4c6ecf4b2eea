-- `owner`: a printed link with which an owner sets e-mail and password.
ALTER TABLE sign_in_links DROP CONSTRAINT sign_in_links_purpose_check;
ALTER TABLE sign_in_links ADD CONSTRAINT sign_in_links_purpose_check
  CHECK (purpose IN ('sign_in', 'password', 'invitation', 'owner'));

-- A new e-mail of an account. It counts once both addresses have confirmed it. An account has one
-- change at most: a later one takes its row, so the links of the earlier one end.
CREATE TABLE email_changes (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  member_id bigint NOT NULL,
  old_email text NOT NULL,
  new_email text NOT NULL CHECK (new_email ~ '^[^\s@]+@[^\s@]+$' AND length(new_email) <= 254),
  old_token_hash bytea NOT NULL,
  new_token_hash bytea NOT NULL,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, member_id),
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX email_changes_of_old_token ON email_changes (tenant_id, old_token_hash);
CREATE INDEX email_changes_of_new_token ON email_changes (tenant_id, new_token_hash);
