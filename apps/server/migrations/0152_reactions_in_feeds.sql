-- A feed shows who liked a post last.
CREATE INDEX post_likes_newest ON post_likes (tenant_id, post_id, created_at DESC, member_id);

-- A feed shows the last comments, and a server keeps them by the version of the post (decision 0066).
-- Counts make another version. A changed text does too, with this trigger.
CREATE FUNCTION renew_post() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE posts SET comments = comments WHERE tenant_id = NEW.tenant_id AND id = NEW.post_id;
  RETURN NULL;
END $$;
CREATE TRIGGER renew AFTER UPDATE OF content ON post_comments FOR EACH ROW
  WHEN (NEW.parent_id IS NULL AND NEW.removed_at IS NULL AND OLD.content <> NEW.content)
  EXECUTE FUNCTION renew_post();
