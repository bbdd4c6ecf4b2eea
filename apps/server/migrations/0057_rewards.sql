-- Prizes. A removed reward stays for who earned it.
CREATE TABLE rewards (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL CHECK (btrim(name) <> '' AND length(name) <= 150),
  criteria text NOT NULL CHECK (criteria IN ('score', 'quiz', 'lesson')),
  needed_score integer CHECK (needed_score BETWEEN 0 AND 1000000000),
  quiz_id bigint,
  lesson_id bigint,
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 250),
  animation text NOT NULL DEFAULT 'none',
  song text NOT NULL DEFAULT '' CHECK (length(song) <= 50),
  file text,
  file_name text,
  img text,
  links jsonb NOT NULL DEFAULT '[]',
  embed text NOT NULL DEFAULT '',
  deliverable_product bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  CHECK (criteria <> 'score' OR needed_score IS NOT NULL),
  FOREIGN KEY (tenant_id, quiz_id) REFERENCES quizzes ON DELETE SET NULL (quiz_id),
  FOREIGN KEY (tenant_id, lesson_id) REFERENCES lessons ON DELETE SET NULL (lesson_id),
  FOREIGN KEY (tenant_id, deliverable_product) REFERENCES products ON DELETE SET NULL (deliverable_product)
);
CREATE INDEX rewards_of_quiz ON rewards (tenant_id, quiz_id);
CREATE INDEX rewards_of_lesson ON rewards (tenant_id, lesson_id);
CREATE INDEX rewards_of_product ON rewards (tenant_id, deliverable_product);

-- Who may earn it. No row: everybody.
CREATE TABLE reward_products (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  reward_id bigint NOT NULL,
  product_id bigint NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, reward_id, product_id),
  FOREIGN KEY (tenant_id, reward_id) REFERENCES rewards ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, product_id) REFERENCES products ON DELETE CASCADE
);
CREATE INDEX reward_products_by_product ON reward_products (tenant_id, product_id);

-- The key lets one of racing requests earn it.
CREATE TABLE reward_earnings (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  member_id bigint NOT NULL,
  reward_id bigint NOT NULL,
  earned_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz,
  PRIMARY KEY (tenant_id, member_id, reward_id),
  FOREIGN KEY (tenant_id, reward_id) REFERENCES rewards ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX reward_earnings_of_reward ON reward_earnings (tenant_id, reward_id);

-- Why a member holds the product; null: an admin or an import gave it.
ALTER TABLE member_products ADD from_reward_id bigint,
  ADD FOREIGN KEY (tenant_id, from_reward_id) REFERENCES rewards ON DELETE SET NULL (from_reward_id);
CREATE INDEX member_products_from_reward ON member_products (tenant_id, from_reward_id)
  WHERE from_reward_id IS NOT NULL;

CREATE VIEW reward_files WITH (security_invoker = true) AS
  SELECT r.tenant_id, r.id AS reward_id, held.path
  FROM rewards r CROSS JOIN unnest(ARRAY[r.file, r.img]) AS held (path)
  WHERE held.path LIKE '/files/%';
