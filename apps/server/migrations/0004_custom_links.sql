-- At most three a school: the slot is part of the key, so a fourth has no place to stand (A 9).
CREATE TABLE custom_links (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  slot smallint NOT NULL CHECK (slot BETWEEN 1 AND 3),
  position smallint NOT NULL,
  title title NOT NULL,
  url text NOT NULL CHECK (btrim(url) <> '' AND length(url) <= 2000),
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, slot)
);
CREATE TRIGGER tell AFTER INSERT OR UPDATE OR DELETE ON custom_links
  FOR EACH ROW EXECUTE FUNCTION tell_school_changed('tenant_id');
