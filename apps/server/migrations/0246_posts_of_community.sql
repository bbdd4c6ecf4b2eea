-- beside traffic
-- The unique key (tenant_id, community_id, id) has the same columns. Read backwards, it gives the newest posts
-- of a community from as few pages.
DROP INDEX CONCURRENTLY IF EXISTS posts_of_community;
