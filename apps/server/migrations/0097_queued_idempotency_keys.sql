-- A comment that was written without a line is sent again after days, where the first answer was lost.
-- Its key is kept for a week; all others for ten minutes.
ALTER TABLE idempotency_keys ADD queued boolean NOT NULL DEFAULT false;
DROP INDEX idempotency_keys_age;
CREATE INDEX idempotency_keys_age ON idempotency_keys (tenant_id, created_at) WHERE NOT queued;
CREATE INDEX idempotency_keys_queued_age ON idempotency_keys (tenant_id, created_at) WHERE queued;
