-- Words of texts that changed or are gone (docs/decisions/0126). The daily job of a school deletes from
-- `search_words` those that no text has any more. Until now nothing did.
CREATE TABLE search_word_checks (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  words text[] NOT NULL,
  PRIMARY KEY (tenant_id, id)
);

-- At most fifty words a row, so that a check is short. A removed school gets none. A removed member has
-- none: the erasure deletes the words of the name at once (`kit/search-words.ts`).
CREATE FUNCTION check_search_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_word_checks (tenant_id, words)
  SELECT OLD.tenant_id, array_agg(gone.word) FROM (
    SELECT left_out.word, row_number() OVER () / 50 AS slice FROM (
      SELECT split_part(lexeme, '_', 3) AS word FROM unnest(tsvector_to_array(OLD.words)) AS lexeme
      EXCEPT
      SELECT split_part(lexeme, '_', 3) FROM unnest(tsvector_to_array(NEW.words)) AS lexeme) AS left_out
    ) AS gone
  WHERE EXISTS (SELECT FROM tenants t WHERE t.id = OLD.tenant_id)
  GROUP BY gone.slice;
  RETURN NULL;
END $$;
CREATE TRIGGER check_words AFTER UPDATE OF words ON search_documents
  FOR EACH ROW WHEN (OLD.words <> NEW.words) EXECUTE FUNCTION check_search_words();
CREATE TRIGGER check_words_gone AFTER DELETE ON search_documents
  FOR EACH ROW WHEN (OLD.kind <> 'person') EXECUTE FUNCTION check_search_words();

-- Writers share a lock that the job takes alone. So no word goes while a text with it is being saved.
CREATE OR REPLACE FUNCTION index_for_search(
  of_tenant bigint, of_kind text, of_thing bigint, of_course bigint, of_title text, of_body text,
  of_channel bigint DEFAULT NULL)
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  of_title_words text[] := search_words_of(of_title);
  all_words text[] := search_words_of(of_title || ' ' || of_body);
  its_place text := search_place_of(of_tenant, of_kind,
    CASE of_kind WHEN 'course' THEN 0 WHEN 'person' THEN 0 WHEN 'post' THEN of_channel ELSE of_course END,
    of_thing);
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended(of_tenant || ':search-words', 0));
  INSERT INTO search_documents AS d
    (tenant_id, kind, thing_id, course_id, title, body, place, title_words, words)
  VALUES (of_tenant, of_kind, of_thing, of_course, of_title, left(of_body, 20000), its_place,
    array_to_tsvector(ARRAY(SELECT of_tenant || '_' || word FROM unnest(of_title_words) AS word)),
    search_lexemes(of_tenant, of_kind, its_place, all_words, of_title_words))
  ON CONFLICT (tenant_id, kind, thing_id) DO UPDATE SET
    course_id = excluded.course_id, title = excluded.title, body = excluded.body,
    place = excluded.place, title_words = excluded.title_words, words = excluded.words;
  -- In one order everywhere, so that two imports never wait for each other in a circle.
  INSERT INTO search_words (tenant_id, word)
  SELECT of_tenant, given FROM unnest(all_words) AS given
  ORDER BY given ON CONFLICT DO NOTHING;
END $$;
