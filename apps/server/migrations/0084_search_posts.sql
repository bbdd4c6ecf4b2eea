-- Posts of communities are found too (contract, Catalog). Who may enter their channel is asked when
-- one searches.

ALTER TABLE search_documents DROP CONSTRAINT search_documents_kind_check;
ALTER TABLE search_documents ADD CONSTRAINT search_documents_kind_check
  CHECK (kind IN ('course', 'module', 'lesson', 'post', 'person'));

-- A post without a title is called by its first words. One that was removed is found by nobody.
CREATE FUNCTION index_post() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  said text;
BEGIN
  IF NEW.removed_at IS NOT NULL THEN
    DELETE FROM search_documents
    WHERE tenant_id = NEW.tenant_id AND kind = 'post' AND thing_id = NEW.id;
    RETURN NULL;
  END IF;
  said := search_text_of(NEW.content);
  PERFORM index_for_search(NEW.tenant_id, 'post', NEW.id, NULL,
    coalesce(nullif(NEW.title, ''), left(said, 80)), said);
  RETURN NULL;
END $$;
CREATE TRIGGER search AFTER INSERT OR UPDATE OF title, content, removed_at ON posts
  FOR EACH ROW EXECUTE FUNCTION index_post();
CREATE TRIGGER search_leave AFTER DELETE ON posts
  FOR EACH ROW EXECUTE FUNCTION leave_search('post');

-- What stands already.
SELECT index_for_search(tenant_id, 'post', id, NULL,
  coalesce(nullif(title, ''), left(search_text_of(content), 80)), search_text_of(content))
FROM posts WHERE removed_at IS NULL;
