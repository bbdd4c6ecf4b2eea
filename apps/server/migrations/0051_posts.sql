CREATE TABLE posts (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  id bigint GENERATED ALWAYS AS IDENTITY,
  community_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  -- Null once the author has left: the post stays as one of a 'membro removido'.
  member_id bigint,
  title text NOT NULL DEFAULT '' CHECK (length(title) <= 120),
  content text NOT NULL DEFAULT '',
  -- [{kind: image|video|file, path, name, type, bytes}]
  attachments jsonb NOT NULL DEFAULT '[]',
  -- The player of the first link in the text that has one.
  embed text,
  -- The members whom the text names, as far as its author may see them.
  mentions bigint[] NOT NULL DEFAULT '{}',
  pinned_at timestamptz,
  comments_closed boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  edited_at timestamptz,
  -- Written, or commented on last.
  active_at timestamptz NOT NULL DEFAULT now(),
  -- Counts of the rows below; triggers keep them.
  likes integer NOT NULL DEFAULT 0,
  comments integer NOT NULL DEFAULT 0,
  -- Removed by staff, who may bring it back within 30 days. As in the audit, who did it has no key.
  removed_at timestamptz,
  removed_by bigint,
  removed_reason text CHECK (length(removed_reason) <= 300),
  -- The words alone, as a search compares them.
  words text GENERATED ALWAYS AS (f_unaccent(title || ' ' || regexp_replace(content, '<[^<>]*>', ' ', 'g'))) STORED,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, community_id, id),
  FOREIGN KEY (tenant_id, community_id, channel_id)
    REFERENCES channels (tenant_id, community_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE SET NULL (member_id)
) WITH (fillfactor = 85);
CREATE INDEX posts_newest ON posts (tenant_id, channel_id, id DESC) WHERE removed_at IS NULL;
CREATE INDEX posts_most_active ON posts (tenant_id, channel_id, active_at DESC, id DESC)
  WHERE removed_at IS NULL;
CREATE INDEX posts_pinned ON posts (tenant_id, channel_id, pinned_at)
  WHERE pinned_at IS NOT NULL AND removed_at IS NULL;
CREATE INDEX posts_of_community ON posts (tenant_id, community_id, id DESC);
CREATE INDEX posts_of_member ON posts (tenant_id, member_id, id DESC);
CREATE INDEX posts_removed ON posts (tenant_id, removed_at) WHERE removed_at IS NOT NULL;

CREATE TABLE post_likes (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  post_id bigint NOT NULL,
  member_id bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, post_id, member_id),
  FOREIGN KEY (tenant_id, post_id) REFERENCES posts ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX post_likes_of_member ON post_likes (tenant_id, member_id);

-- A thread is one comment and its replies, one level deep.
CREATE TABLE post_comments (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  id bigint GENERATED ALWAYS AS IDENTITY,
  post_id bigint NOT NULL,
  parent_id bigint,
  member_id bigint,
  content text NOT NULL,
  mentions bigint[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  edited_at timestamptz,
  -- The head of a thread that was removed leaves an empty place, so that its replies stay readable.
  removed_at timestamptz,
  likes integer NOT NULL DEFAULT 0,
  replies integer NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, post_id, id),
  FOREIGN KEY (tenant_id, post_id) REFERENCES posts ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, post_id, parent_id)
    REFERENCES post_comments (tenant_id, post_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE SET NULL (member_id),
  CHECK ((content = '') = (removed_at IS NOT NULL)),
  CHECK (removed_at IS NULL OR parent_id IS NULL)
) WITH (fillfactor = 90);
CREATE INDEX post_comments_threads ON post_comments (tenant_id, post_id, id)
  WHERE parent_id IS NULL;
CREATE INDEX post_comments_replies ON post_comments (tenant_id, parent_id, id);
CREATE INDEX post_comments_of_member ON post_comments (tenant_id, member_id);

CREATE TABLE post_comment_likes (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  comment_id bigint NOT NULL,
  member_id bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, comment_id, member_id),
  FOREIGN KEY (tenant_id, comment_id) REFERENCES post_comments ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX post_comment_likes_of_member ON post_comment_likes (tenant_id, member_id);

-- Up to which post somebody has read a channel.
CREATE TABLE channel_reads (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  channel_id bigint NOT NULL,
  member_id bigint NOT NULL,
  post_id bigint NOT NULL,
  PRIMARY KEY (tenant_id, channel_id, member_id),
  FOREIGN KEY (tenant_id, channel_id) REFERENCES channels ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE
) WITH (fillfactor = 70);
CREATE INDEX channel_reads_of_member ON channel_reads (tenant_id, member_id);

-- One row a person and thing. Staff answer all reports of a thing at once.
CREATE TABLE post_reports (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  id bigint GENERATED ALWAYS AS IDENTITY,
  community_id bigint NOT NULL,
  post_id bigint NOT NULL,
  comment_id bigint,
  member_id bigint NOT NULL,
  reason text NOT NULL CHECK (btrim(reason) <> '' AND length(reason) <= 300),
  created_at timestamptz NOT NULL DEFAULT now(),
  answer text CHECK (answer IN ('kept', 'removed')),
  answered_at timestamptz,
  answered_by bigint,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT post_reports_once UNIQUE NULLS NOT DISTINCT (tenant_id, post_id, comment_id, member_id),
  CHECK ((answer IS NULL) = (answered_at IS NULL)),
  FOREIGN KEY (tenant_id, community_id, post_id)
    REFERENCES posts (tenant_id, community_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, post_id, comment_id)
    REFERENCES post_comments (tenant_id, post_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX post_reports_of_community ON post_reports (tenant_id, community_id, id DESC);
CREATE INDEX post_reports_of_member ON post_reports (tenant_id, member_id);

-- Somebody who reads this community and does not write in it; null: for good.
CREATE TABLE community_silences (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  community_id bigint NOT NULL,
  member_id bigint NOT NULL,
  until timestamptz,
  reason text NOT NULL DEFAULT '' CHECK (length(reason) <= 300),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by bigint,
  PRIMARY KEY (tenant_id, community_id, member_id),
  FOREIGN KEY (tenant_id, community_id) REFERENCES communities ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX community_silences_of_member ON community_silences (tenant_id, member_id);

-- How much somebody did in the running minute. The row's lock counts parallel acts one by one.
CREATE TABLE member_rates (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  member_id bigint NOT NULL,
  act text NOT NULL,
  window_ends timestamptz NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (tenant_id, member_id, act),
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE
) WITH (fillfactor = 70);

-- Counts beside the rows ---------------------------------------------------------------------------

CREATE FUNCTION count_post_like() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE posts SET likes = likes + 1 WHERE tenant_id = NEW.tenant_id AND id = NEW.post_id;
  ELSE
    UPDATE posts SET likes = likes - 1 WHERE tenant_id = OLD.tenant_id AND id = OLD.post_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER count AFTER INSERT OR DELETE ON post_likes
  FOR EACH ROW EXECUTE FUNCTION count_post_like();

CREATE FUNCTION count_post_comment_like() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE post_comments SET likes = likes + 1
    WHERE tenant_id = NEW.tenant_id AND id = NEW.comment_id;
  ELSE
    UPDATE post_comments SET likes = likes - 1
    WHERE tenant_id = OLD.tenant_id AND id = OLD.comment_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER count AFTER INSERT OR DELETE ON post_comment_likes
  FOR EACH ROW EXECUTE FUNCTION count_post_comment_like();

-- An empty place counts neither as a comment nor as active. The thread is locked before the post,
-- as where a comment is removed.
CREATE FUNCTION count_post_comment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  it post_comments := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  change integer := CASE WHEN TG_OP <> 'DELETE' AND NEW.removed_at IS NULL THEN 1 ELSE 0 END
    - CASE WHEN TG_OP <> 'INSERT' AND OLD.removed_at IS NULL THEN 1 ELSE 0 END;
BEGIN
  IF change = 0 THEN RETURN NULL; END IF;
  IF it.parent_id IS NOT NULL THEN
    UPDATE post_comments SET replies = replies + change
    WHERE tenant_id = it.tenant_id AND id = it.parent_id;
  END IF;
  UPDATE posts SET comments = comments + change,
    active_at = CASE WHEN TG_OP = 'INSERT' THEN greatest(active_at, it.created_at) ELSE active_at END
  WHERE tenant_id = it.tenant_id AND id = it.post_id;
  RETURN NULL;
END $$;
CREATE TRIGGER count AFTER INSERT OR DELETE OR UPDATE OF removed_at ON post_comments
  FOR EACH ROW EXECUTE FUNCTION count_post_comment();

-- The files that communities and posts hold (kit/claim-files.ts).
CREATE VIEW community_files WITH (security_invoker = true) AS
  SELECT c.tenant_id, c.id AS community_id, NULL::bigint AS channel_id, NULL::bigint AS post_id,
    c.cover_path AS path
  FROM communities c WHERE c.cover_path LIKE '/files/%'
  UNION ALL
  SELECT p.tenant_id, p.community_id, p.channel_id, p.id, it ->> 'path'
  FROM posts p CROSS JOIN jsonb_array_elements(p.attachments) AS it
  WHERE p.attachments <> '[]';
