-- The audit log and the requests tell who asked. Servers of the former version still write the column
-- meanwhile, so a migration of a later release drops it.
COMMENT ON COLUMN member_erasures.asked_by IS 'No longer written. A later release drops it.';
