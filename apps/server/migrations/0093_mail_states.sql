-- What became of each mail (features/mails): the staff reads to whom, of which kind, and why not.
ALTER TABLE mails
  ADD kind text NOT NULL DEFAULT 'other' CHECK (kind IN ('sign_in', 'password', 'invitation',
    'erasure_link', 'erasure', 'email_change', 'reminder', 'notification', 'digest', 'test', 'other')),
  ADD member_id bigint,
  ADD state text NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'held', 'sent', 'skipped', 'failed', 'bounced')),
  ADD reason text CHECK (reason IN ('preference', 'read', 'gone', 'bounced')),
  -- How many notifications it tells of.
  ADD notices integer NOT NULL DEFAULT 1,
  ADD FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE SET NULL (member_id),
  ADD CONSTRAINT mails_skipped_why CHECK ((state = 'skipped') = (reason IS NOT NULL));

UPDATE mails SET
  state = CASE WHEN sent_at IS NOT NULL THEN 'sent' WHEN plain = '' THEN 'failed' ELSE 'waiting' END,
  member_id = (SELECT m.id FROM members m
    WHERE m.tenant_id = mails.tenant_id AND lower(m.email) = lower(mails.recipient));

CREATE INDEX mails_by_state ON mails (tenant_id, state, id);
CREATE INDEX mails_of_member ON mails (tenant_id, member_id, id);
CREATE INDEX mails_by_recipient ON mails (tenant_id, lower(recipient), id);
-- The mails that a sleeping member waits for are one row.
CREATE UNIQUE INDEX mails_held ON mails (tenant_id, member_id) WHERE state = 'held';

-- Addresses whose server refused them for good. The mark holds as long as a member has the address.
CREATE TABLE email_bounces (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  -- In lower case.
  email text NOT NULL CHECK (email = lower(email)),
  error text NOT NULL CHECK (length(error) <= 300),
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, email)
);
