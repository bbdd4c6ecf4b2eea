-- The end of a course and of a module: come to once, and true ever after, whatever is added to
-- them, moved out of them or taken back later.
CREATE TABLE course_completions (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  member_id bigint NOT NULL,
  course_id bigint NOT NULL,
  completed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, member_id, course_id),
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, course_id) REFERENCES courses ON DELETE CASCADE
);
CREATE INDEX course_completions_of_course ON course_completions (tenant_id, course_id);

CREATE TABLE module_completions (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  member_id bigint NOT NULL,
  module_id bigint NOT NULL,
  completed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, member_id, module_id),
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, module_id) REFERENCES modules ON DELETE CASCADE
);
CREATE INDEX module_completions_of_module ON module_completions (tenant_id, module_id);
