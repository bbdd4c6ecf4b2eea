-- Full-text search (contract, Catalog). One row per thing that can be found, written by triggers.

CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;

CREATE TABLE search_documents (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('course', 'module', 'lesson', 'person')),
  thing_id bigint NOT NULL,
  -- Null for what belongs to no course.
  course_id bigint,
  title text NOT NULL,
  body text NOT NULL DEFAULT '',
  -- Each word begins with its school, so that the index is led by it: '7_luz'.
  title_words tsvector NOT NULL,
  words tsvector NOT NULL,
  PRIMARY KEY (tenant_id, kind, thing_id)
);
CREATE INDEX search_documents_by_title ON search_documents USING gin (title_words);
CREATE INDEX search_documents_by_word ON search_documents USING gin (words);

-- Every word of a school, to find what somebody meant who made a slip.
CREATE TABLE search_words (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  word text NOT NULL,
  PRIMARY KEY (tenant_id, word)
);
CREATE INDEX search_words_by_trigram ON search_words USING gin (word gin_trgm_ops);

-- The words of a text: small letters without accents and digits. At most 20,000 letters are read.
CREATE FUNCTION search_words_of(given text) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT left(word, 60)), '{}')
  FROM regexp_split_to_table(f_unaccent(left(given, 20000)), '[^[:alnum:]]+') AS word
  WHERE word <> ''
$$;

CREATE FUNCTION index_for_search(
  of_tenant bigint, of_kind text, of_thing bigint, of_course bigint, of_title text, of_body text)
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  of_title_words text[] := search_words_of(of_title);
  all_words text[] := search_words_of(of_title || ' ' || of_body);
BEGIN
  INSERT INTO search_documents AS d
    (tenant_id, kind, thing_id, course_id, title, body, title_words, words)
  VALUES (of_tenant, of_kind, of_thing, of_course, of_title, left(of_body, 20000),
    array_to_tsvector(ARRAY(SELECT of_tenant || '_' || word FROM unnest(of_title_words) AS word)),
    array_to_tsvector(ARRAY(SELECT of_tenant || '_' || word FROM unnest(all_words) AS word)))
  ON CONFLICT (tenant_id, kind, thing_id) DO UPDATE SET
    course_id = excluded.course_id, title = excluded.title, body = excluded.body,
    title_words = excluded.title_words, words = excluded.words;
  -- In one order everywhere, so that two imports never wait for each other in a circle.
  INSERT INTO search_words (tenant_id, word)
  SELECT of_tenant, given FROM unnest(all_words) AS given
  WHERE NOT EXISTS (SELECT FROM search_words w WHERE w.tenant_id = of_tenant AND w.word = given)
  ORDER BY given ON CONFLICT DO NOTHING;
END $$;

-- HTML as it is read: without tags, entities as a blank.
CREATE FUNCTION search_text_of(html text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN btrim(regexp_replace(
    regexp_replace(left(html, 100000), '<[^<>]*>|&[#[:alnum:]]{1,31};', ' ', 'g'), '\s+', ' ', 'g'));

CREATE FUNCTION index_course() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_for_search(NEW.tenant_id, 'course', NEW.id, NEW.id, NEW.title,
    search_text_of(NEW.description));
  RETURN NULL;
END $$;
CREATE TRIGGER search AFTER INSERT OR UPDATE OF title, description ON courses
  FOR EACH ROW EXECUTE FUNCTION index_course();

CREATE FUNCTION index_module() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_for_search(NEW.tenant_id, 'module', NEW.id, NEW.course_id, NEW.title, '');
  RETURN NULL;
END $$;
CREATE TRIGGER search AFTER INSERT OR UPDATE OF title, course_id ON modules
  FOR EACH ROW EXECUTE FUNCTION index_module();

-- A lesson is found by its text and the names of its files too.
CREATE FUNCTION index_lesson_row(of_tenant bigint, of_lesson bigint) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_for_search(l.tenant_id, 'lesson', l.id, l.course_id, l.title,
    search_text_of(l.content) || coalesce((
      SELECT ' ' || string_agg(f.name, ' ' ORDER BY f.position) FROM lesson_files f
      WHERE f.tenant_id = l.tenant_id AND f.lesson_id = l.id), ''))
  FROM lessons l WHERE l.tenant_id = of_tenant AND l.id = of_lesson;
END $$;

CREATE FUNCTION index_lesson() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_lesson_row(NEW.tenant_id, NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER search AFTER INSERT OR UPDATE OF title, content, course_id ON lessons
  FOR EACH ROW EXECUTE FUNCTION index_lesson();

CREATE FUNCTION index_lesson_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_lesson_row(coalesce(NEW.tenant_id, OLD.tenant_id), coalesce(NEW.lesson_id, OLD.lesson_id));
  RETURN NULL;
END $$;
CREATE TRIGGER search AFTER INSERT OR DELETE OR UPDATE OF name ON lesson_files
  FOR EACH ROW EXECUTE FUNCTION index_lesson_file();

-- A person is found by name only, never by e-mail.
CREATE FUNCTION index_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_for_search(NEW.tenant_id, 'person', NEW.id, NULL, NEW.name, '');
  RETURN NULL;
END $$;
CREATE TRIGGER search AFTER INSERT OR UPDATE OF name ON members
  FOR EACH ROW EXECUTE FUNCTION index_member();

CREATE FUNCTION leave_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM search_documents
  WHERE tenant_id = OLD.tenant_id AND kind = TG_ARGV[0] AND thing_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER search_leave AFTER DELETE ON courses
  FOR EACH ROW EXECUTE FUNCTION leave_search('course');
CREATE TRIGGER search_leave AFTER DELETE ON modules
  FOR EACH ROW EXECUTE FUNCTION leave_search('module');
CREATE TRIGGER search_leave AFTER DELETE ON lessons
  FOR EACH ROW EXECUTE FUNCTION leave_search('lesson');
CREATE TRIGGER search_leave AFTER DELETE ON members
  FOR EACH ROW EXECUTE FUNCTION leave_search('person');

-- What stands already.
SELECT index_for_search(tenant_id, 'course', id, id, title, search_text_of(description)) FROM courses;
SELECT index_for_search(tenant_id, 'module', id, course_id, title, '') FROM modules;
SELECT index_lesson_row(tenant_id, id) FROM lessons;
SELECT index_for_search(tenant_id, 'person', id, NULL, name, '') FROM members;
