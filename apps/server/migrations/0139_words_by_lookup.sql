-- The words of a text are looked up one by one. Where most schools are small, PostgreSQL took all words
-- of the school for fewer than ten lookups: in a school of 100,000 names each insert read all of them.
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
