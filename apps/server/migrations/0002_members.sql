-- An account belongs to one school: the same e-mail at two schools is two members.
CREATE TABLE members (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  name title NOT NULL,
  email text NOT NULL CHECK (email ~ '^[^\s@]+@[^\s@]+$' AND length(email) <= 254),
  roles text[] NOT NULL DEFAULT '{student}'
    CHECK (cardinality(roles) > 0 AND roles <@ '{owner,admin,instructor,moderator,student}'),
  password_hash text,
  photo_url text,
  bio text NOT NULL DEFAULT '' CHECK (length(bio) <= 500),
  language text CHECK (language IN ('pt', 'en', 'es')),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX members_email ON members (tenant_id, lower(email));
CREATE INDEX members_by_name ON members (tenant_id, f_unaccent(name), id);
CREATE INDEX members_by_role ON members USING gin (roles);

CREATE TABLE sessions (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  token_hash bytea NOT NULL,
  member_id bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, token_hash),
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX sessions_of_member ON sessions (tenant_id, member_id);

-- Links sent by mail: for one purpose, once, for a while. Only hashes are kept.
CREATE TABLE sign_in_links (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  token_hash bytea NOT NULL,
  member_id bigint NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('sign_in', 'password', 'invitation')),
  -- The browser that asked; another one must type the code of the mail. Null: any browser may.
  browser_hash bytea,
  code_hash bytea,
  wrong_codes smallint NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (tenant_id, token_hash),
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX sign_in_links_of_member ON sign_in_links (tenant_id, member_id);
