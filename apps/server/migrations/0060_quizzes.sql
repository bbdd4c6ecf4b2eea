-- Quizzes with attempts and results (contract, Quizzes). The table `quizzes` came with the imports (0011).

ALTER TABLE quizzes
  ADD review text NOT NULL DEFAULT 'finished' CHECK (review IN ('never', 'finished', 'last')),
  -- Ids of questions and options are never given twice: totals are counted by them.
  ADD last_item_id integer NOT NULL DEFAULT 0;

-- Who may take a quiz that stands in no course. No row is everybody.
CREATE TABLE quiz_products (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  quiz_id bigint NOT NULL,
  product_id bigint NOT NULL,
  PRIMARY KEY (tenant_id, quiz_id, product_id),
  FOREIGN KEY (tenant_id, quiz_id) REFERENCES quizzes ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, product_id) REFERENCES products ON DELETE CASCADE
);
CREATE INDEX quizzes_of_product ON quiz_products (tenant_id, product_id);

-- What an attempt asks. It is frozen: a changed quiz has another version, and a row of its own here.
CREATE TABLE quiz_revisions (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  quiz_id bigint NOT NULL,
  version integer NOT NULL,
  type text NOT NULL,
  goal smallint NOT NULL,
  questions jsonb NOT NULL,
  profiles jsonb NOT NULL,
  PRIMARY KEY (tenant_id, quiz_id, version),
  FOREIGN KEY (tenant_id, quiz_id) REFERENCES quizzes ON DELETE CASCADE
);

CREATE TABLE quiz_attempts (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  quiz_id bigint NOT NULL,
  version integer NOT NULL,
  member_id bigint NOT NULL,
  -- 1 is the member's first attempt. Two starts at once want the same number: one of them gets it.
  number integer NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  deadline timestamptz,
  finished_at timestamptz,
  score double precision,
  passed boolean,
  profile text,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT quiz_attempts_number UNIQUE (tenant_id, quiz_id, member_id, number),
  CHECK ((finished_at IS NULL) = (score IS NULL)),
  FOREIGN KEY (tenant_id, quiz_id, version) REFERENCES quiz_revisions ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE UNIQUE INDEX quiz_attempts_open ON quiz_attempts (tenant_id, quiz_id, member_id)
  WHERE finished_at IS NULL;
CREATE INDEX quiz_attempts_of_member ON quiz_attempts (tenant_id, member_id);
CREATE INDEX quiz_attempts_of_revision ON quiz_attempts (tenant_id, quiz_id, version);
CREATE INDEX quiz_attempts_expiring ON quiz_attempts (tenant_id, quiz_id, deadline)
  WHERE finished_at IS NULL AND deadline IS NOT NULL;

CREATE TABLE quiz_answers (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  attempt_id bigint NOT NULL,
  question_id integer NOT NULL,
  option_ids integer[] NOT NULL CHECK (cardinality(option_ids) > 0),
  saved_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, attempt_id, question_id),
  FOREIGN KEY (tenant_id, attempt_id) REFERENCES quiz_attempts ON DELETE CASCADE
);

-- One row per member and quiz: what lists and results show. `attempt_id` is the best attempt.
CREATE TABLE quiz_results (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  quiz_id bigint NOT NULL,
  member_id bigint NOT NULL,
  extra_attempts integer NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  attempt_id bigint,
  score double precision,
  passed boolean,
  profile text,
  seconds integer,
  finished_at timestamptz,
  PRIMARY KEY (tenant_id, quiz_id, member_id),
  FOREIGN KEY (tenant_id, quiz_id) REFERENCES quizzes ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX quiz_results_of_member ON quiz_results (tenant_id, member_id);
CREATE INDEX quiz_results_latest ON quiz_results (tenant_id, quiz_id, finished_at DESC, member_id DESC)
  WHERE finished_at IS NOT NULL;

-- Sums over the attempts that were handed in, so that results cost the same for ten and for a million.
CREATE TABLE quiz_totals (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  quiz_id bigint NOT NULL,
  attempts bigint NOT NULL DEFAULT 0,
  members bigint NOT NULL DEFAULT 0,
  passed bigint NOT NULL DEFAULT 0,
  score_sum double precision NOT NULL DEFAULT 0,
  score_square_sum double precision NOT NULL DEFAULT 0,
  seconds_sum bigint NOT NULL DEFAULT 0,
  -- Attempts by score: 0 to 9, …, 90 to 100.
  scores bigint[] NOT NULL DEFAULT array_fill(0::bigint, ARRAY[10]),
  PRIMARY KEY (tenant_id, quiz_id),
  FOREIGN KEY (tenant_id, quiz_id) REFERENCES quizzes ON DELETE CASCADE
);

-- Per question (`option_id` 0 is a right answer) and per option: who chose it, and their scores.
CREATE TABLE quiz_option_totals (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  quiz_id bigint NOT NULL,
  question_id integer NOT NULL,
  option_id integer NOT NULL,
  chosen bigint NOT NULL DEFAULT 0,
  score_sum double precision NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, quiz_id, question_id, option_id),
  FOREIGN KEY (tenant_id, quiz_id) REFERENCES quizzes ON DELETE CASCADE
);

-- Per question: the attempts that were asked it, and their scores.
CREATE TABLE quiz_question_totals (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  quiz_id bigint NOT NULL,
  question_id integer NOT NULL,
  asked bigint NOT NULL DEFAULT 0,
  score_sum double precision NOT NULL DEFAULT 0,
  score_square_sum double precision NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, quiz_id, question_id),
  FOREIGN KEY (tenant_id, quiz_id) REFERENCES quizzes ON DELETE CASCADE
);

-- The pictures of questions and profiles (kit/claim-files.ts). Frozen revisions hold theirs too.
CREATE VIEW quiz_files WITH (security_invoker = true) AS
  SELECT held.tenant_id, held.quiz_id, item.value ->> 'image' AS path
  FROM (
    SELECT q.tenant_id, q.id AS quiz_id, q.questions || q.profiles AS items FROM quizzes q
    UNION ALL
    SELECT r.tenant_id, r.quiz_id, r.questions || r.profiles FROM quiz_revisions r
  ) AS held
  CROSS JOIN jsonb_array_elements(held.items) AS item (value)
  WHERE item.value ->> 'image' LIKE '/files/%';
