-- What no other table tells about the first steps of a school. A row begins with the first of them.
CREATE TABLE first_steps (
  tenant_id bigint PRIMARY KEY DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  student_seen_at timestamptz,
  dismissed_at timestamptz
);
