-- The member of the staff to whom a link of access was shown. It opens the account only while they may
-- still make one for it. Null for a link that was mailed, and for one from before.
ALTER TABLE sign_in_links ADD COLUMN handed_by bigint;
