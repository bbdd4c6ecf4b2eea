-- beside traffic
-- Counts of unread posts leave out the reader's own ones, channel by channel. No statement reads
-- a member's posts in their order.
CREATE INDEX CONCURRENTLY posts_of_member_by_channel ON posts (tenant_id, member_id, channel_id, id);
DROP INDEX CONCURRENTLY IF EXISTS posts_of_member;
