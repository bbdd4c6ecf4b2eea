-- Every server hears of what is new: ids only, never content. platform/events.ts listens.
CREATE FUNCTION tell_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', json_build_object('tenant', NEW.tenant_id, 'kind', TG_ARGV[0], 'id', NEW.id)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER event AFTER INSERT ON posts FOR EACH ROW EXECUTE FUNCTION tell_event('post');
CREATE TRIGGER event AFTER INSERT ON post_comments FOR EACH ROW EXECUTE FUNCTION tell_event('comment');

-- An event stream ends with its session, on whichever server it is open.
CREATE FUNCTION tell_session_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('sessions_ended', encode(OLD.token_hash, 'hex'));
  RETURN NULL;
END $$;
CREATE TRIGGER ended AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION tell_session_ended();
