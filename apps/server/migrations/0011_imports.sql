-- A file that becomes a course, or people. A job does it, and tells here how far it is.
CREATE TABLE imports (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL CHECK (kind IN ('course', 'members')),
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'done', 'failed')),
  filename text NOT NULL CHECK (length(filename) <= 255),
  -- Where the file waits until the import has ended.
  path text,
  -- What opens the course that it becomes.
  product_ids bigint[] NOT NULL DEFAULT '{}',
  member_id bigint,
  -- Who runs it: a run that finds another number here has been overtaken, and stops.
  run smallint NOT NULL DEFAULT 0,
  done integer NOT NULL DEFAULT 0,
  total integer NOT NULL DEFAULT 0,
  report jsonb NOT NULL DEFAULT '[]',
  course_id bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  CHECK (path IS NOT NULL OR status IN ('done', 'failed')),
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE SET NULL (member_id),
  FOREIGN KEY (tenant_id, course_id) REFERENCES courses ON DELETE SET NULL (course_id)
);
CREATE INDEX imports_of_member ON imports (tenant_id, member_id);
CREATE INDEX imports_of_course ON imports (tenant_id, course_id);

-- Questions and profiles are read and written whole, in the shapes of the contract (Quizzes).
CREATE TABLE quizzes (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  name title NOT NULL,
  type text NOT NULL DEFAULT 'comun' CHECK (type IN ('comun', 'comportamental')),
  goal smallint NOT NULL DEFAULT 70 CHECK (goal BETWEEN 0 AND 100),
  published boolean NOT NULL DEFAULT false,
  repeat boolean NOT NULL DEFAULT false,
  stopwatch boolean NOT NULL DEFAULT false,
  time_limit text CHECK (time_limit ~ '^\d{2}:[0-5]\d:[0-5]\d$' AND time_limit <> '00:00:00'),
  questions jsonb NOT NULL DEFAULT '[]',
  profiles jsonb NOT NULL DEFAULT '[]',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);

-- The quiz that stands at the end of a lesson.
ALTER TABLE lessons
  ADD quiz_id bigint,
  ADD FOREIGN KEY (tenant_id, quiz_id) REFERENCES quizzes ON DELETE SET NULL (quiz_id);
CREATE INDEX lessons_of_quiz ON lessons (tenant_id, quiz_id);
