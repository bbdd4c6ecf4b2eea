-- Code of the school's own on kinds of page, which a scope may narrow: what goes takes its snippets
-- along, and a lesson that moves takes them with it. There is no table of communities yet: the store
-- refuses every id until it brings a foreign key for this column (contract, Custom HTML).
CREATE TABLE custom_html (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  title title NOT NULL CHECK (length(title) <= 50),
  html text NOT NULL CHECK (html ~ '\S' AND length(html) <= 100000),
  page text NOT NULL CHECK (page IN ('homepage', 'course', 'module', 'lesson', 'community', 'favorite', 'product', 'profile', 'search')),
  community_id bigint CHECK (community_id IS NULL OR page = 'community'),
  course_id bigint CHECK (course_id IS NULL OR page IN ('course', 'module', 'lesson')),
  module_id bigint CHECK (module_id IS NULL OR (course_id IS NOT NULL AND page IN ('module', 'lesson'))),
  lesson_id bigint CHECK (lesson_id IS NULL OR (module_id IS NOT NULL AND page = 'lesson')),
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, course_id) REFERENCES courses ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, module_id, course_id) REFERENCES modules (tenant_id, id, course_id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, lesson_id, module_id, course_id)
    REFERENCES lessons (tenant_id, id, module_id, course_id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX custom_html_of_page ON custom_html (tenant_id, page, id);
CREATE INDEX custom_html_of_scope ON custom_html (tenant_id, course_id, module_id, lesson_id);
CREATE TRIGGER tell AFTER INSERT OR UPDATE OR DELETE ON custom_html
  FOR EACH ROW EXECUTE FUNCTION tell_school_changed('tenant_id');

-- What somebody is writing and wants to see running: one a person, so that none piles up.
CREATE TABLE custom_html_previews (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  member_id bigint NOT NULL,
  html text NOT NULL CHECK (length(html) <= 100000),
  PRIMARY KEY (tenant_id, member_id),
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE
);
