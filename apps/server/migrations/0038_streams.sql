-- Whether a school has a stream (HLS) decides what its pages may fetch (platform/schools.ts). Servers
-- keep that with the school, so they are told when a stream comes or goes.
CREATE INDEX lessons_streams ON lessons (tenant_id) WHERE video_url ~* '\.m3u8([?#]|$)';

CREATE TRIGGER stream_added AFTER INSERT ON lessons
  FOR EACH ROW WHEN (NEW.video_url ~* '\.m3u8([?#]|$)')
  EXECUTE FUNCTION tell_school_changed('tenant_id');
CREATE TRIGGER stream_removed AFTER DELETE ON lessons
  FOR EACH ROW WHEN (OLD.video_url ~* '\.m3u8([?#]|$)')
  EXECUTE FUNCTION tell_school_changed('tenant_id');
CREATE TRIGGER stream_changed AFTER UPDATE OF video_url ON lessons
  FOR EACH ROW WHEN ((OLD.video_url ~* '\.m3u8([?#]|$)') IS DISTINCT FROM (NEW.video_url ~* '\.m3u8([?#]|$)'))
  EXECUTE FUNCTION tell_school_changed('tenant_id');
