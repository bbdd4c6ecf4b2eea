-- What the bell tells a member (C section 2, contract, Notifications). A row names things and keeps no
-- text of theirs: the text is read with the row, so an edit or a removal shows at once. Things are no
-- foreign keys, so that deleting a post does not wait for the rows of 100,000 members. A row whose
-- thing is gone is not listed.
CREATE TABLE notifications (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  member_id bigint NOT NULL,
  event text NOT NULL CHECK (event IN ('doubt_asked', 'doubt_answered', 'doubt_like', 'post',
    'post_mention', 'post_like', 'post_removed', 'post_restored', 'comment', 'reply',
    'comment_mention', 'comment_like', 'comment_removed', 'silenced', 'points', 'reward', 'level')),
  -- One row a member and subject: 'like:post:7'.
  subject text NOT NULL CHECK (length(subject) <= 60),
  -- 0 outside of communities. One row says then whether a member still enters the community.
  community_id bigint NOT NULL DEFAULT 0,
  -- Who did it last.
  actor_id bigint,
  post_id bigint,
  comment_id bigint,
  lesson_comment_id bigint,
  -- An entry of the ledger, a reward or a level.
  thing_id bigint,
  -- In the bell; false where the member wants this by e-mail only.
  shown boolean NOT NULL DEFAULT true,
  -- Wanted by e-mail too.
  by_email boolean NOT NULL DEFAULT false,
  read boolean NOT NULL DEFAULT false,
  -- A new like raises its row to the top.
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT notifications_once UNIQUE (tenant_id, member_id, subject),
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE
) WITH (fillfactor = 85);
CREATE INDEX notifications_in_order
  ON notifications (tenant_id, member_id, community_id, at DESC, id DESC) WHERE shown;
CREATE INDEX notifications_unread ON notifications (tenant_id, member_id, community_id)
  WHERE shown AND NOT read;

-- No row: as a new member has it, in the bell and not by e-mail.
CREATE TABLE notification_preferences (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  member_id bigint NOT NULL,
  like_platform boolean NOT NULL DEFAULT true,
  like_email boolean NOT NULL DEFAULT false,
  post_platform boolean NOT NULL DEFAULT true,
  post_email boolean NOT NULL DEFAULT false,
  comment_platform boolean NOT NULL DEFAULT true,
  comment_email boolean NOT NULL DEFAULT false,
  reply_platform boolean NOT NULL DEFAULT true,
  reply_email boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, member_id),
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE
);

-- Communities whose posts a member does not want to hear of. A community made later is heard of.
CREATE TABLE notification_mutes (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  member_id bigint NOT NULL,
  community_id bigint NOT NULL,
  PRIMARY KEY (tenant_id, member_id, community_id),
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, community_id) REFERENCES communities ON DELETE CASCADE
);
CREATE INDEX notification_mutes_of_community ON notification_mutes (tenant_id, community_id);

-- Rewards and levels are reached inside of award_points (0058), in one statement with the action.
-- So these two are written here; kit/notify.ts writes all others.
CREATE FUNCTION notify_member(of_member bigint, what text, about text, thing bigint) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE made bigint;
BEGIN
  INSERT INTO notifications (tenant_id, member_id, event, subject, thing_id)
  VALUES (app_tenant(), of_member, what, about, thing)
  ON CONFLICT DO NOTHING RETURNING id INTO made;
  IF made IS NOT NULL THEN
    PERFORM pg_notify('events',
      json_build_object('tenant', app_tenant(), 'kind', 'notification', 'id', made)::text);
  END IF;
END $$;

CREATE FUNCTION notify_reward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_member(NEW.member_id, 'reward', 'reward:' || NEW.reward_id, NEW.reward_id);
  RETURN NULL;
END $$;
CREATE TRIGGER notify AFTER INSERT ON reward_earnings
  FOR EACH ROW EXECUTE FUNCTION notify_reward();

-- A level is told once, however often it is lost and reached again.
CREATE FUNCTION notify_level() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  reached bigint := level_of(NEW.member_id, NEW.score);
BEGIN
  IF reached IS NOT NULL AND (TG_OP = 'INSERT'
      OR reached IS DISTINCT FROM level_of(NEW.member_id, OLD.score)) THEN
    PERFORM notify_member(NEW.member_id, 'level', 'level:' || reached, reached);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER notify_first AFTER INSERT ON point_scores
  FOR EACH ROW EXECUTE FUNCTION notify_level();
CREATE TRIGGER notify AFTER UPDATE ON point_scores
  FOR EACH ROW WHEN (NEW.score > OLD.score) EXECUTE FUNCTION notify_level();
