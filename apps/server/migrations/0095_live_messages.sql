-- The conversation beside a live (issue 15). A removed message keeps its place and loses its text.
CREATE TABLE live_messages (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  live_id bigint NOT NULL,
  member_id bigint NOT NULL,
  text text NOT NULL CHECK (char_length(text) <= 300),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  removed_at timestamptz,
  removed_by bigint,
  PRIMARY KEY (tenant_id, id),
  CHECK ((removed_at IS NULL) = (text <> '')),
  FOREIGN KEY (tenant_id, live_id) REFERENCES lives ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX live_messages_in_order ON live_messages (tenant_id, live_id, id);
CREATE INDEX live_messages_of_member ON live_messages (tenant_id, member_id);

-- Members who read this live's conversation and do not write in it.
CREATE TABLE live_silences (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  live_id bigint NOT NULL,
  member_id bigint NOT NULL,
  created_by bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, live_id, member_id),
  FOREIGN KEY (tenant_id, live_id) REFERENCES lives ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX live_silences_of_member ON live_silences (tenant_id, member_id);

-- Every server hears of a new or removed message, and tells the room once a second.
CREATE FUNCTION tell_live_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', json_build_object('tenant', NEW.tenant_id, 'kind', 'live_messages',
    'id', NEW.id, 'place', NEW.live_id)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER tell AFTER INSERT OR UPDATE OF removed_at ON live_messages
  FOR EACH ROW EXECUTE FUNCTION tell_live_message();
