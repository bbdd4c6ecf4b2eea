-- A sign-in in a browser that is signed in gives the member's session another token. What was opened
-- with the former token ends, as with a deleted session.
CREATE TRIGGER replaced AFTER UPDATE OF token_hash ON sessions
  FOR EACH ROW EXECUTE FUNCTION tell_session_ended();
