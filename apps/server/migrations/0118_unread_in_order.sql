-- The unread ones of a community, the newest first: the bell looks at so many and no further.
DROP INDEX notifications_unread;
CREATE INDEX notifications_unread ON notifications (tenant_id, member_id, community_id, id DESC)
  WHERE shown AND NOT read;
