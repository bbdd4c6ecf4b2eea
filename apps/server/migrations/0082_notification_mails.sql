-- Mails of notifications (contract, Notifications): what waits for one, and how its member is reached.
ALTER TABLE notifications ADD mailed_at timestamptz;
CREATE INDEX notifications_to_mail ON notifications (tenant_id, member_id, id)
  WHERE by_email AND mailed_at IS NULL;

-- E-mail is off until a member saves these, so whoever gets a mail has a row.
ALTER TABLE notification_preferences
  -- The school's address as the member knows it, for links in mails.
  ADD base_url text,
  ADD time_zone text NOT NULL DEFAULT 'America/Sao_Paulo',
  -- In every mail. It opens nothing but its own switch, so it is kept as it is.
  ADD unsubscribe_token text;
CREATE UNIQUE INDEX notification_preferences_by_token
  ON notification_preferences (tenant_id, unsubscribe_token);

ALTER TABLE mails ADD headers jsonb NOT NULL DEFAULT '{}';
