-- A school whose removal has begun is shown nowhere, and does not count as another school.
ALTER TABLE tenants ADD removing_since timestamptz;
-- A removal that was cut off before has left no settings.
UPDATE tenants SET removing_since = now()
WHERE NOT EXISTS (SELECT FROM platform_settings s WHERE s.tenant_id = tenants.id);
