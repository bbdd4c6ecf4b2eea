-- beside traffic
-- A post that goes releases its files, if no other post holds them. That looked through all posts of the
-- school, and most have no file. The view `community_files` has the same condition (0051).
CREATE INDEX CONCURRENTLY posts_with_files ON posts (tenant_id, community_id) WHERE attachments <> '[]';
