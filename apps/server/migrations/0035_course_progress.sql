-- Read model of lesson_progress: a member's progress in a course is one row, found by its key. Pages
-- read it instead of joining every lesson. The triggers below write it in the transaction that
-- changes lesson_progress, whoever changes it: a call, an import, a cascade.
CREATE TABLE course_progress (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  member_id bigint NOT NULL,
  course_id bigint NOT NULL,
  -- {"lesson id": [module id, seconds, 1 if finished else 0]}
  lessons jsonb NOT NULL,
  -- The lesson touched last, and when; of two at the same time the one with the lower id.
  last_lesson_id bigint NOT NULL,
  touched_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, member_id, course_id),
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, course_id) REFERENCES courses ON DELETE CASCADE
);
CREATE INDEX course_progress_of_course ON course_progress (tenant_id, course_id);

-- Room in each page, so that a row that is saved every few seconds is updated in place (HOT).
ALTER TABLE course_progress SET (fillfactor = 70);

-- The whole read model, from the facts. Null stands for all members, all courses.
CREATE FUNCTION course_progress_from_lessons(of_tenant bigint, of_member bigint, of_course bigint)
  RETURNS SETOF course_progress
  LANGUAGE sql STABLE AS $$
  SELECT p.tenant_id, p.member_id, p.course_id,
    jsonb_object_agg(p.lesson_id,
      jsonb_build_array(p.module_id, p.seconds, (p.finished_at IS NOT NULL)::integer)),
    (array_agg(p.lesson_id ORDER BY p.updated_at DESC, p.lesson_id))[1],
    max(p.updated_at)
  FROM lesson_progress p
  WHERE (of_tenant IS NULL OR p.tenant_id = of_tenant)
    AND (of_member IS NULL OR p.member_id = of_member)
    AND (of_course IS NULL OR p.course_id = of_course)
  GROUP BY p.tenant_id, p.member_id, p.course_id
$$;

INSERT INTO course_progress SELECT * FROM course_progress_from_lessons(NULL, NULL, NULL);

-- One member's progress in one course anew. The lock comes first: what a concurrent save has
-- committed meanwhile is then seen by the next statement.
CREATE FUNCTION rebuild_course_progress(of_tenant bigint, of_member bigint, of_course bigint)
  RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM course_progress
  WHERE tenant_id = of_tenant AND member_id = of_member AND course_id = of_course FOR UPDATE;
  DELETE FROM course_progress
  WHERE tenant_id = of_tenant AND member_id = of_member AND course_id = of_course;
  INSERT INTO course_progress
  SELECT * FROM course_progress_from_lessons(of_tenant, of_member, of_course);
END $$;

CREATE FUNCTION save_course_progress() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    -- Moved to another course, or dated back: another lesson may be the last one now.
    IF NEW.course_id <> OLD.course_id OR NEW.updated_at < OLD.updated_at THEN
      PERFORM rebuild_course_progress(OLD.tenant_id, OLD.member_id, OLD.course_id);
      PERFORM rebuild_course_progress(NEW.tenant_id, NEW.member_id, NEW.course_id);
      RETURN NULL;
    END IF;
  END IF;
  INSERT INTO course_progress AS c
    (tenant_id, member_id, course_id, lessons, last_lesson_id, touched_at)
  VALUES (NEW.tenant_id, NEW.member_id, NEW.course_id,
    jsonb_build_object(NEW.lesson_id,
      jsonb_build_array(NEW.module_id, NEW.seconds, (NEW.finished_at IS NOT NULL)::integer)),
    NEW.lesson_id, NEW.updated_at)
  ON CONFLICT (tenant_id, member_id, course_id) DO UPDATE SET
    lessons = c.lessons || excluded.lessons,
    last_lesson_id = CASE
      WHEN (excluded.touched_at, -excluded.last_lesson_id) > (c.touched_at, -c.last_lesson_id)
      THEN excluded.last_lesson_id ELSE c.last_lesson_id END,
    touched_at = greatest(c.touched_at, excluded.touched_at);
  RETURN NULL;
END $$;
CREATE TRIGGER course_progress AFTER INSERT OR UPDATE ON lesson_progress
  FOR EACH ROW EXECUTE FUNCTION save_course_progress();

-- A deleted lesson takes the progress of all its members along in one statement.
CREATE FUNCTION remove_course_progress() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM course_progress c
  WHERE (c.tenant_id, c.member_id, c.course_id) IN (
    SELECT tenant_id, member_id, course_id FROM gone)
  ORDER BY c.tenant_id, c.member_id, c.course_id FOR UPDATE;
  UPDATE course_progress c SET lessons = c.lessons - g.lesson_ids
  FROM (SELECT tenant_id, member_id, course_id, array_agg(lesson_id::text) AS lesson_ids
        FROM gone GROUP BY tenant_id, member_id, course_id) AS g
  WHERE c.tenant_id = g.tenant_id AND c.member_id = g.member_id AND c.course_id = g.course_id;
  DELETE FROM course_progress c USING gone g
  WHERE c.tenant_id = g.tenant_id AND c.member_id = g.member_id AND c.course_id = g.course_id
    AND c.lessons = '{}';
  UPDATE course_progress c SET (last_lesson_id, touched_at) = (
    SELECT p.lesson_id, p.updated_at FROM lesson_progress p
    WHERE p.tenant_id = c.tenant_id AND p.member_id = c.member_id AND p.course_id = c.course_id
    ORDER BY p.updated_at DESC, p.lesson_id LIMIT 1)
  FROM gone g
  WHERE c.tenant_id = g.tenant_id AND c.member_id = g.member_id AND c.course_id = g.course_id
    AND c.last_lesson_id = g.lesson_id;
  RETURN NULL;
END $$;
CREATE TRIGGER course_progress_removed AFTER DELETE ON lesson_progress
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION remove_course_progress();

-- Em alta (Trending) is the same for the whole school. Its version changes when a course gains or
-- loses a watcher, so that servers keep the list; what time alone changes, they know beforehand.
ALTER TABLE showcase_versions ADD trends_version bigint NOT NULL DEFAULT 0;

-- As count_showcase_change: last in its transaction, once, and no number comes twice.
CREATE FUNCTION count_trends_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  tenant bigint := coalesce(NEW.tenant_id, OLD.tenant_id);
  microseconds bigint := extract(epoch FROM clock_timestamp()) * 1000000;
BEGIN
  IF current_setting('app.trends_counted', true) = tenant::text THEN RETURN NULL; END IF;
  PERFORM set_config('app.trends_counted', tenant::text, true);
  INSERT INTO showcase_versions AS v (tenant_id, trends_version)
  SELECT id, microseconds FROM tenants WHERE id = tenant
  ON CONFLICT (tenant_id) DO UPDATE
    SET trends_version = greatest(v.trends_version + 1, excluded.trends_version);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER trends AFTER INSERT OR DELETE ON course_watchers
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_trends_change();
-- Dated back: their 14 days end sooner than was known.
CREATE CONSTRAINT TRIGGER trends_sooner AFTER UPDATE ON course_watchers
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.watched_at < OLD.watched_at)
  EXECUTE FUNCTION count_trends_change();
