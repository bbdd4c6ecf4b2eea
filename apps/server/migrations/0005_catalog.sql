CREATE TABLE courses (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  title title NOT NULL,
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 20000),
  cover text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX courses_by_title ON courses (tenant_id, f_unaccent(title::text), id);

CREATE TABLE course_products (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  course_id bigint NOT NULL,
  product_id bigint NOT NULL,
  PRIMARY KEY (tenant_id, course_id, product_id),
  FOREIGN KEY (tenant_id, course_id) REFERENCES courses ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, product_id) REFERENCES products ON DELETE CASCADE
);
CREATE INDEX course_products_by_product ON course_products (tenant_id, product_id);

CREATE TABLE modules (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  id bigint GENERATED ALWAYS AS IDENTITY,
  course_id bigint NOT NULL,
  position integer NOT NULL,
  title title NOT NULL,
  cover text,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, id, course_id),
  FOREIGN KEY (tenant_id, course_id) REFERENCES courses ON DELETE CASCADE
);
CREATE INDEX modules_of_course ON modules (tenant_id, course_id, position, id);

-- A lesson knows its course through its module's key, so that the two can never disagree.
CREATE TABLE lessons (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  id bigint GENERATED ALWAYS AS IDENTITY,
  course_id bigint NOT NULL,
  module_id bigint NOT NULL,
  position integer NOT NULL,
  title title NOT NULL,
  content text NOT NULL DEFAULT '',
  cover text,
  video_url text,
  embed text,
  link text,
  duration_seconds integer CHECK (duration_seconds >= 0),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, id, module_id, course_id),
  FOREIGN KEY (tenant_id, module_id, course_id) REFERENCES modules (tenant_id, id, course_id) ON DELETE CASCADE
);
CREATE INDEX lessons_of_module ON lessons (tenant_id, module_id, position, id);
CREATE INDEX lessons_of_course ON lessons (tenant_id, course_id);

CREATE TABLE lesson_files (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  id bigint GENERATED ALWAYS AS IDENTITY,
  lesson_id bigint NOT NULL,
  position integer NOT NULL,
  name title NOT NULL,
  path text NOT NULL,
  size bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, lesson_id) REFERENCES lessons ON DELETE CASCADE
);
CREATE INDEX lesson_files_of_lesson ON lesson_files (tenant_id, lesson_id, position, id);

-- Where a member stands in a lesson. `seconds` is the furthest place to go on from.
CREATE TABLE lesson_progress (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  member_id bigint NOT NULL,
  lesson_id bigint NOT NULL,
  module_id bigint NOT NULL,
  course_id bigint NOT NULL,
  seconds integer NOT NULL DEFAULT 0 CHECK (seconds >= 0),
  finished_at timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, member_id, lesson_id),
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, lesson_id, module_id, course_id)
    REFERENCES lessons (tenant_id, id, module_id, course_id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX lesson_progress_recent ON lesson_progress (tenant_id, member_id, updated_at DESC);
CREATE INDEX lesson_progress_of_course ON lesson_progress (tenant_id, member_id, course_id);
CREATE INDEX lesson_progress_of_lesson ON lesson_progress (tenant_id, lesson_id);

-- The question every page asks: which courses may this member open? Staff open all of them.
CREATE FUNCTION courses_open_to(member bigint) RETURNS SETOF bigint
  LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT DISTINCT cp.course_id
  FROM member_products mp
  JOIN products p ON p.tenant_id = mp.tenant_id AND p.id = mp.product_id AND p.status = 'active'
  JOIN course_products cp ON cp.tenant_id = mp.tenant_id AND cp.product_id = mp.product_id
  WHERE mp.tenant_id = app_tenant() AND mp.member_id = member
$$;
