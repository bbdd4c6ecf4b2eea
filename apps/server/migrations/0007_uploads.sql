-- Every file a school holds. What it consists of lies in the object store under `{tenant}/{name}`.
CREATE TABLE files (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- The last part of its address: `/files/{tenant}/{name}`. Random, ours, never a person's.
  name text NOT NULL CHECK (name ~ '^[A-Za-z0-9_-]{22}(-\d{1,5}x\d{1,5})?\.[a-z0-9]{1,8}$'),
  use text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('image', 'video', 'file')),
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'converting', 'ready', 'refused')),
  -- As the person's own computer named it: only ever shown, and offered for a download.
  filename text NOT NULL DEFAULT '' CHECK (length(filename) <= 255),
  type text NOT NULL,
  -- While pending the length announced; null where none was.
  bytes bigint CHECK (bytes >= 0),
  width integer CHECK (width > 0),
  height integer CHECK (height > 0),
  -- An image's sizes, beside itself.
  widths integer[] NOT NULL DEFAULT '{}',
  -- What the object store called the content that was checked: anything else is not served.
  etag text,
  member_id bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Until when a pending file may be sent.
  expires_at timestamptz,
  -- Null while something holds the file; else since when nothing does.
  unused_since timestamptz DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, name),
  CHECK (state <> 'ready' OR bytes IS NOT NULL),
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE SET NULL (member_id)
);
CREATE INDEX files_unused ON files (tenant_id, unused_since) WHERE unused_since IS NOT NULL;
CREATE INDEX files_of_member ON files (tenant_id, member_id);
