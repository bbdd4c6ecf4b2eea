-- Nothing has ever read or written these two. The features that need them bring them along.
ALTER TABLE platform_settings DROP COLUMN communities_active;
ALTER TABLE members DROP COLUMN bio;
