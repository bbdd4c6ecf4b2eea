-- A member's own list: each thing once, by its whole path (course, module, lesson).
CREATE TABLE favorites (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  id bigint GENERATED ALWAYS AS IDENTITY,
  member_id bigint NOT NULL,
  course_id bigint NOT NULL,
  module_id bigint,
  lesson_id bigint,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT favorites_once
    UNIQUE NULLS NOT DISTINCT (tenant_id, member_id, course_id, module_id, lesson_id),
  CHECK (lesson_id IS NULL OR module_id IS NOT NULL),
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, course_id) REFERENCES courses ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, module_id, course_id)
    REFERENCES modules (tenant_id, id, course_id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, lesson_id, module_id, course_id)
    REFERENCES lessons (tenant_id, id, module_id, course_id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX favorites_of_course ON favorites (tenant_id, course_id, module_id, lesson_id);
CREATE INDEX favorites_newest ON favorites (tenant_id, member_id, id DESC);
