-- What people say under a lesson. A thread is one comment and its replies, one level deep.
CREATE TABLE lesson_comments (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  id bigint GENERATED ALWAYS AS IDENTITY,
  lesson_id bigint NOT NULL,
  parent_id bigint,
  -- Null once the person is erased or the comment removed: the thread stays readable.
  member_id bigint,
  content text NOT NULL,
  -- The moment of the video that it speaks of.
  seconds integer CHECK (seconds >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  edited_at timestamptz,
  removed_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, lesson_id, id),
  FOREIGN KEY (tenant_id, lesson_id) REFERENCES lessons ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, lesson_id, parent_id)
    REFERENCES lesson_comments (tenant_id, lesson_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE SET NULL (member_id),
  CHECK ((content = '') = (removed_at IS NOT NULL)),
  -- Only the head of a thread leaves a gap behind.
  CHECK (removed_at IS NULL OR parent_id IS NULL)
);
CREATE INDEX lesson_comments_threads ON lesson_comments (tenant_id, lesson_id, id DESC)
  WHERE parent_id IS NULL;
CREATE INDEX lesson_comments_replies ON lesson_comments (tenant_id, parent_id, id);
CREATE INDEX lesson_comments_of_member ON lesson_comments (tenant_id, member_id);

CREATE TABLE lesson_comment_likes (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  comment_id bigint NOT NULL,
  member_id bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, comment_id, member_id),
  FOREIGN KEY (tenant_id, comment_id) REFERENCES lesson_comments ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX lesson_comment_likes_of_member ON lesson_comment_likes (tenant_id, member_id);
