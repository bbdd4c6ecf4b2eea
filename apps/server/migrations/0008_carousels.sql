-- The rows of the home page. Types 1 to 3 hold what an admin chose (courses, modules, lessons);
-- 5 to 9 belong to the system: every school has each of them once, from its first day.
CREATE TABLE carousels (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- As they are kept; people see them the other way round, the latest first (C section 4).
  position integer NOT NULL,
  type smallint NOT NULL CHECK (type IN (1, 2, 3, 5, 6, 7, 8, 9)),
  type_content text NOT NULL DEFAULT ''
    CHECK (type_content IN ('', 'onlyModules', 'getCourseModules', 'onlyClasses', 'getModuleClasses')),
  title title NOT NULL,
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 2000),
  carousel_type text NOT NULL DEFAULT 'Regular' CHECK (carousel_type IN ('Regular', 'Destacado')),
  -- Null: as its type asks for. Fonts, null: the school's.
  card_type text DEFAULT 'horizontal'
    CHECK (card_type IN ('horizontal', 'vertical', 'square', 'circle', 'biggerImage', 'fullImage')),
  font_title text,
  weight_title smallint NOT NULL DEFAULT 900,
  size_title smallint NOT NULL DEFAULT 27 CHECK (size_title BETWEEN 8 AND 40),
  font_description text,
  weight_description smallint NOT NULL DEFAULT 300,
  size_description smallint NOT NULL DEFAULT 18 CHECK (size_description BETWEEN 8 AND 40),
  cards_per_group smallint NOT NULL DEFAULT 0 CHECK (cards_per_group >= 0),
  cards_per_group_mobile smallint NOT NULL DEFAULT 0 CHECK (cards_per_group_mobile >= 0),
  autoplay boolean NOT NULL DEFAULT false,
  autoplay_time smallint NOT NULL DEFAULT 4 CHECK (autoplay_time BETWEEN 1 AND 10),
  published boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX carousels_system ON carousels (tenant_id, type) WHERE type >= 5;

-- What an admin put into a row: a thing by its whole path, so that its course is at hand and it
-- leaves with whatever holds it. In a living list the things are what the list is fed from.
CREATE TABLE carousel_items (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  id bigint GENERATED ALWAYS AS IDENTITY,
  carousel_id bigint NOT NULL,
  position integer NOT NULL,
  course_id bigint NOT NULL,
  module_id bigint,
  lesson_id bigint,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT carousel_items_once
    UNIQUE NULLS NOT DISTINCT (tenant_id, carousel_id, course_id, module_id, lesson_id),
  CHECK (lesson_id IS NULL OR module_id IS NOT NULL),
  FOREIGN KEY (tenant_id, carousel_id) REFERENCES carousels ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, course_id) REFERENCES courses ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, module_id, course_id)
    REFERENCES modules (tenant_id, id, course_id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, lesson_id, module_id, course_id)
    REFERENCES lessons (tenant_id, id, module_id, course_id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX carousel_items_in_order ON carousel_items (tenant_id, carousel_id, position, id);
CREATE INDEX carousel_items_of_course ON carousel_items (tenant_id, course_id, module_id, lesson_id);

-- The card that suits a row for which none was chosen (C section 4).
CREATE FUNCTION carousel_card_type(type smallint) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN type IN (1, 2, 8, 9) THEN 'vertical' ELSE 'horizontal' END;

-- The titles are the interface's own texts and are said in the reader's language.
CREATE FUNCTION add_system_carousels(school bigint) RETURNS void
  LANGUAGE sql AS $$
  INSERT INTO carousels (tenant_id, position, type, title, card_type, published)
  VALUES
    (school, 1, 9, 'Minha lista', NULL, true),
    (school, 2, 8, 'Em alta', NULL, true),
    (school, 3, 6, 'Continuar módulos', NULL, false),
    (school, 4, 5, 'Continuar cursos', NULL, false),
    (school, 5, 7, 'Continuar assistindo', NULL, true)
$$;
SELECT add_system_carousels(id) FROM tenants;

-- A school's settings row is made with the school, whoever makes it.
CREATE FUNCTION furnish_school() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_system_carousels(NEW.tenant_id);
  RETURN NULL;
END $$;
CREATE TRIGGER furnish AFTER INSERT ON platform_settings
  FOR EACH ROW EXECUTE FUNCTION furnish_school();

-- Em alta: who watched a course in the last 14 days, and how many. Counted as people watch, so that
-- a page reads the top of an index however many members and courses there are.
CREATE TABLE course_watchers (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  course_id bigint NOT NULL,
  member_id bigint NOT NULL,
  watched_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, course_id, member_id),
  FOREIGN KEY (tenant_id, course_id) REFERENCES courses ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX course_watchers_of_member ON course_watchers (tenant_id, member_id);
CREATE INDEX course_watchers_by_time ON course_watchers (tenant_id, watched_at);

CREATE TABLE course_trends (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  course_id bigint NOT NULL,
  watchers integer NOT NULL,
  PRIMARY KEY (tenant_id, course_id),
  FOREIGN KEY (tenant_id, course_id) REFERENCES courses ON DELETE CASCADE
);
CREATE INDEX course_trends_top ON course_trends (tenant_id, watchers DESC, course_id);

CREATE FUNCTION count_watcher() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO course_trends AS t (tenant_id, course_id, watchers)
    VALUES (NEW.tenant_id, NEW.course_id, 1)
    ON CONFLICT (tenant_id, course_id) DO UPDATE SET watchers = t.watchers + 1;
  ELSE
    UPDATE course_trends SET watchers = watchers - 1
    WHERE tenant_id = OLD.tenant_id AND course_id = OLD.course_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER count AFTER INSERT OR DELETE ON course_watchers
  FOR EACH ROW EXECUTE FUNCTION count_watcher();

-- Who is watching saves their place every few seconds: the day of the last visit needs no such
-- care, so ten minutes pass before it is written again.
CREATE FUNCTION remember_watching() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM course_watchers w
    WHERE w.tenant_id = NEW.tenant_id AND w.course_id = NEW.course_id AND w.member_id = NEW.member_id
      AND w.watched_at > NEW.updated_at - interval '10 minutes'
  ) THEN RETURN NULL; END IF;
  INSERT INTO course_watchers AS w (tenant_id, course_id, member_id, watched_at)
  VALUES (NEW.tenant_id, NEW.course_id, NEW.member_id, NEW.updated_at)
  ON CONFLICT (tenant_id, course_id, member_id)
    DO UPDATE SET watched_at = greatest(w.watched_at, excluded.watched_at);
  RETURN NULL;
END $$;
CREATE TRIGGER watched AFTER INSERT ON lesson_progress
  FOR EACH ROW EXECUTE FUNCTION remember_watching();
CREATE TRIGGER watched_again AFTER UPDATE ON lesson_progress
  FOR EACH ROW WHEN (NEW.updated_at > OLD.updated_at) EXECUTE FUNCTION remember_watching();

-- A lesson that is deleted, or a visit that is dated back, leaves what else was watched there.
CREATE FUNCTION forget_watching() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  newest timestamptz := (
    SELECT max(updated_at) FROM lesson_progress
    WHERE tenant_id = OLD.tenant_id AND member_id = OLD.member_id AND course_id = OLD.course_id);
BEGIN
  IF newest IS NULL THEN
    DELETE FROM course_watchers
    WHERE tenant_id = OLD.tenant_id AND course_id = OLD.course_id AND member_id = OLD.member_id;
  ELSE
    UPDATE course_watchers SET watched_at = newest
    WHERE tenant_id = OLD.tenant_id AND course_id = OLD.course_id AND member_id = OLD.member_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER unwatched AFTER DELETE ON lesson_progress
  FOR EACH ROW EXECUTE FUNCTION forget_watching();
CREATE TRIGGER watched_before AFTER UPDATE ON lesson_progress
  FOR EACH ROW WHEN (NEW.updated_at < OLD.updated_at) EXECUTE FUNCTION forget_watching();
