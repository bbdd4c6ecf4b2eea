-- "Lembrar-me" of a live (issue 15): whoever asked is told once, some minutes before it starts.
CREATE TABLE live_reminders (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  live_id bigint NOT NULL,
  member_id bigint NOT NULL,
  -- The school's address as the member knows it, for links in mails.
  base_url text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  told_at timestamptz,
  PRIMARY KEY (tenant_id, live_id, member_id),
  FOREIGN KEY (tenant_id, live_id) REFERENCES lives ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX live_reminders_of_member ON live_reminders (tenant_id, member_id);

ALTER TABLE notifications DROP CONSTRAINT notifications_event_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_event_check
  CHECK (event IN ('doubt_asked', 'doubt_answered', 'doubt_like', 'post', 'post_mention',
    'post_like', 'post_removed', 'post_restored', 'comment', 'reply', 'comment_mention',
    'comment_like', 'comment_removed', 'silenced', 'points', 'reward', 'level', 'live')) NOT VALID;
ALTER TABLE notifications VALIDATE CONSTRAINT notifications_event_check;
