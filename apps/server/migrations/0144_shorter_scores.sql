-- As in 0132: the season leads to the school, and so does the live. The second reference locked the row
-- of the school for every score and for every message of a live.
ALTER TABLE point_score_moves DROP CONSTRAINT point_score_moves_tenant_id_fkey;
ALTER TABLE live_messages DROP CONSTRAINT live_messages_tenant_id_fkey;
