-- Search by places (docs/decisions/0065). A place is one course or channel, and in it some thousands of
-- things whose ids follow each other. Each word of a document begins with its school and place, as
-- '7_po12.4096_luz'. A search asks the places that its reader may read, newest first, and stops early.

-- Of what is found school-wide, courses and people, `of_id` is 0.
CREATE TABLE search_places (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('course', 'module', 'lesson', 'post', 'person')),
  -- The course of a module or lesson, the channel of a post.
  of_id bigint NOT NULL,
  first_id bigint NOT NULL,
  place text NOT NULL GENERATED ALWAYS AS (left(kind, 2) || of_id || '.' || first_id) STORED,
  PRIMARY KEY (tenant_id, kind, of_id, first_id)
);

-- Every 4,096th id opens a place, so that no writer waits for a count. The first thing opens one too.
CREATE FUNCTION search_place_of(of_tenant bigint, of_kind text, its_id bigint, of_thing bigint)
  RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  opened bigint;
BEGIN
  SELECT p.first_id INTO opened FROM search_places p
  WHERE p.tenant_id = of_tenant AND p.kind = of_kind AND p.of_id = its_id AND p.first_id <= of_thing
  ORDER BY p.first_id DESC LIMIT 1;
  IF opened IS NULL THEN
    SELECT min(p.first_id) INTO opened FROM search_places p
    WHERE p.tenant_id = of_tenant AND p.kind = of_kind AND p.of_id = its_id;
  END IF;
  IF opened IS NULL OR (of_thing % 4096 = 0 AND opened <> of_thing) THEN
    opened := of_thing;
    INSERT INTO search_places (tenant_id, kind, of_id, first_id)
    VALUES (of_tenant, of_kind, its_id, of_thing) ON CONFLICT DO NOTHING;
  END IF;
  RETURN left(of_kind, 2) || its_id || '.' || opened;
END $$;

-- The lexemes of a document. Those of a title stand a second time, where titles are asked for alone.
CREATE FUNCTION search_lexemes(of_tenant bigint, of_kind text, its_place text, all_words text[], title text[])
  RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN array_to_tsvector(ARRAY(
    SELECT of_tenant || '_' || its_place || '_' || word FROM unnest(all_words) AS word
    UNION ALL
    SELECT of_tenant || '_t' || its_place || '_' || word FROM unnest(title) AS word
    WHERE of_kind IN ('course', 'lesson')));

ALTER TABLE search_documents ADD COLUMN place text;

DROP FUNCTION index_for_search;
CREATE FUNCTION index_for_search(
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
  WHERE NOT EXISTS (SELECT FROM search_words w WHERE w.tenant_id = of_tenant AND w.word = given)
  ORDER BY given ON CONFLICT DO NOTHING;
END $$;

CREATE OR REPLACE FUNCTION index_post() RETURNS trigger LANGUAGE plpgsql AS $$
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
    coalesce(nullif(NEW.title, ''), left(said, 80)), said, NEW.channel_id);
  RETURN NULL;
END $$;
DROP TRIGGER search ON posts;
CREATE TRIGGER search AFTER INSERT OR UPDATE OF title, content, removed_at, channel_id ON posts
  FOR EACH ROW EXECUTE FUNCTION index_post();

-- What stands already. Without its indexes, which are built anew.
DROP INDEX search_documents_by_title;
DROP INDEX search_documents_by_word;

CREATE TEMPORARY TABLE standing ON COMMIT DROP AS
SELECT d.tenant_id, d.kind, d.thing_id,
  CASE d.kind WHEN 'course' THEN 0 WHEN 'person' THEN 0 WHEN 'post' THEN p.channel_id
    ELSE d.course_id END AS of_id
FROM search_documents d
LEFT JOIN posts p ON d.kind = 'post' AND p.tenant_id = d.tenant_id AND p.id = d.thing_id;

INSERT INTO search_places (tenant_id, kind, of_id, first_id)
SELECT tenant_id, kind, of_id, min(thing_id) FROM standing GROUP BY tenant_id, kind, of_id
UNION
SELECT tenant_id, kind, of_id, thing_id FROM standing WHERE thing_id % 4096 = 0;
ANALYZE search_places;

UPDATE search_documents d SET place = its.place,
  words = search_lexemes(d.tenant_id, d.kind, its.place, search_words_of(d.title || ' ' || d.body),
    search_words_of(d.title))
FROM (
  SELECT s.tenant_id, s.kind, s.thing_id, (
    SELECT p.place FROM search_places p
    WHERE p.tenant_id = s.tenant_id AND p.kind = s.kind AND p.of_id = s.of_id
      AND p.first_id <= s.thing_id
    ORDER BY p.first_id DESC LIMIT 1) AS place
  FROM standing s) AS its
WHERE d.tenant_id = its.tenant_id AND d.kind = its.kind AND d.thing_id = its.thing_id;

ALTER TABLE search_documents ALTER COLUMN place SET NOT NULL;
-- A list of what was not yet sorted in would be read anew for every place.
CREATE INDEX search_documents_by_word ON search_documents USING gin (words) WITH (fastupdate = off);

-- Words by their beginning, in the order of their bytes.
ALTER TABLE search_words ALTER COLUMN word TYPE text COLLATE "C";

-- The things of the running school that match in these places, in the order of the places, at most so
-- many. In the templates `#` stands before each word for its school and place. The index is asked for
-- the first template, each row for the second. Row-level security lets no reader use the index for words. This function's owner is a superuser of the embedded database,
-- whom no policy binds. It names the school itself and tells ids only.
DROP FUNCTION search_matches;
CREATE FUNCTION search_matches(places text[], template text, also text, at_most integer)
  RETURNS TABLE (kind text, thing_id bigint)
  LANGUAGE sql STABLE ROWS 200 SECURITY DEFINER
  SET search_path = pg_catalog, public
  SET enable_seqscan = off
  SET enable_indexscan = off AS $$
  SELECT found.kind, found.thing_id
  FROM unnest(places) AS asked (name)
  CROSS JOIN LATERAL (
    SELECT d.kind, d.thing_id FROM search_documents d
    WHERE d.tenant_id = app_tenant()
      AND d.words @@ replace(template, '#', app_tenant() || '_' || asked.name || '_')::tsquery
      AND (also IS NULL OR
        d.words @@ replace(also, '#', app_tenant() || '_' || asked.name || '_')::tsquery)
    LIMIT at_most) AS found
  LIMIT at_most
$$;
REVOKE ALL ON FUNCTION search_matches FROM public;

-- The words of the running school whose beginning is one slip away from the given word, nearest first.
-- One half of the word is without the slip. The first letter is, or the words have much in common.
CREATE FUNCTION search_slips(given text, at_most integer) RETURNS SETOF text
  LANGUAGE sql STABLE ROWS 10 SECURITY DEFINER
  SET search_path = pg_catalog, public AS $$
  SELECT near.word FROM (
    SELECT w.word FROM search_words w
    WHERE w.tenant_id = app_tenant() AND w.word >= left(given, length(given) / 2)
      AND w.word < left(given, length(given) / 2) || chr(1114111)
    UNION
    SELECT w.word FROM search_words w
    WHERE w.tenant_id = app_tenant() AND w.word >= left(given, 1)
      AND w.word < left(given, 1) || chr(1114111)
      AND strpos(w.word, right(given, -(length(given) / 2))) BETWEEN 2 AND length(given)
    UNION
    SELECT w.word FROM search_words w WHERE w.tenant_id = app_tenant() AND w.word % given) AS near
  WHERE left(near.word, length(given)) <> given AND least(
      levenshtein_less_equal(left(near.word, length(given) - 1), given, 1),
      levenshtein_less_equal(left(near.word, length(given)), given, 1),
      levenshtein_less_equal(left(near.word, length(given) + 1), given, 1)) <= 1
  ORDER BY similarity(near.word, given) DESC, near.word LIMIT at_most
$$;
REVOKE ALL ON FUNCTION search_slips FROM public;
