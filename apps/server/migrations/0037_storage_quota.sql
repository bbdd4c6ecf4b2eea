-- What each file counts against the quotas of its school and of the person who sent it. While it is
-- pending: the most that may arrive. Then: all that lies in the object store, smaller widths too.
ALTER TABLE files
  ADD counted_bytes bigint NOT NULL DEFAULT 0 CHECK (counted_bytes >= 0),
  -- Whether something has ever used it. A file that was released again is no unclaimed upload.
  ADD claimed boolean NOT NULL DEFAULT false;
-- The smaller widths of older images are not known: they count nothing.
UPDATE files SET counted_bytes = coalesce(bytes, 0), claimed = unused_since IS NULL;
CREATE INDEX files_unclaimed ON files (tenant_id, member_id)
  WHERE unused_since IS NOT NULL AND NOT claimed;

-- The operator's quotas for one school. Null: those of the installation.
ALTER TABLE tenants
  ADD storage_mb integer CHECK (storage_mb >= 0),
  ADD student_storage_mb integer CHECK (student_storage_mb >= 0);

-- Sums of `files`, kept by the triggers below in the transaction that changes a file. An upload locks
-- its school's row until it commits, so that uploads at the same moment cannot pass a quota together.
CREATE TABLE school_storage (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  files bigint NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (tenant_id)
);
CREATE TABLE member_storage (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  member_id bigint NOT NULL,
  files bigint NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (tenant_id, member_id),
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE
);

INSERT INTO school_storage
SELECT tenant_id, count(*), sum(counted_bytes) FROM files GROUP BY tenant_id;
INSERT INTO member_storage
SELECT tenant_id, member_id, count(*), sum(counted_bytes) FROM files
WHERE member_id IS NOT NULL GROUP BY tenant_id, member_id;

-- The school's row always comes first, so that two uploads never wait for each other.
CREATE FUNCTION count_stored_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO school_storage AS s (tenant_id, files, bytes)
  VALUES (NEW.tenant_id, 1, NEW.counted_bytes)
  ON CONFLICT (tenant_id) DO UPDATE
    SET files = s.files + 1, bytes = s.bytes + excluded.bytes;
  IF NEW.member_id IS NOT NULL THEN
    INSERT INTO member_storage AS m (tenant_id, member_id, files, bytes)
    VALUES (NEW.tenant_id, NEW.member_id, 1, NEW.counted_bytes)
    ON CONFLICT (tenant_id, member_id) DO UPDATE
      SET files = m.files + 1, bytes = m.bytes + excluded.bytes;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER storage_added AFTER INSERT ON files
  FOR EACH ROW EXECUTE FUNCTION count_stored_file();

CREATE FUNCTION recount_stored_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE school_storage SET bytes = bytes + NEW.counted_bytes - OLD.counted_bytes
  WHERE tenant_id = NEW.tenant_id;
  UPDATE member_storage SET bytes = bytes + NEW.counted_bytes - OLD.counted_bytes
  WHERE tenant_id = NEW.tenant_id AND member_id = NEW.member_id;
  RETURN NULL;
END $$;
-- A deleted person's row goes with the person: only sizes change.
CREATE TRIGGER storage_changed AFTER UPDATE OF counted_bytes ON files
  FOR EACH ROW WHEN (NEW.counted_bytes <> OLD.counted_bytes)
  EXECUTE FUNCTION recount_stored_file();

CREATE FUNCTION uncount_stored_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE school_storage s SET files = s.files - g.files, bytes = s.bytes - g.bytes
  FROM (SELECT tenant_id, count(*) AS files, sum(counted_bytes) AS bytes
        FROM gone GROUP BY tenant_id) AS g
  WHERE s.tenant_id = g.tenant_id;
  UPDATE member_storage m SET files = m.files - g.files, bytes = m.bytes - g.bytes
  FROM (SELECT tenant_id, member_id, count(*) AS files, sum(counted_bytes) AS bytes
        FROM gone GROUP BY tenant_id, member_id) AS g
  WHERE m.tenant_id = g.tenant_id AND m.member_id = g.member_id;
  RETURN NULL;
END $$;
CREATE TRIGGER storage_removed AFTER DELETE ON files
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION uncount_stored_files();
