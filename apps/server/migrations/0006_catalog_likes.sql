-- What a reader without access is offered instead of the course.
ALTER TABLE courses
  ADD upsell_text text NOT NULL DEFAULT '' CHECK (length(upsell_text) <= 500),
  ADD upsell_link text;

-- One heart a person and lesson, however often it is pressed.
CREATE TABLE lesson_likes (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  lesson_id bigint NOT NULL,
  member_id bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, lesson_id, member_id),
  FOREIGN KEY (tenant_id, lesson_id) REFERENCES lessons ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX lesson_likes_of_member ON lesson_likes (tenant_id, member_id);

CREATE INDEX lessons_by_title ON lessons (tenant_id, f_unaccent(title::text), id);

-- Progress as people read it: 100 is only said of what is finished whole.
CREATE FUNCTION whole_percent(done bigint, total bigint) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN total = 0 THEN 0
    WHEN done >= total THEN 100
    ELSE least(99, round(100.0 * done / total))
  END::integer;
