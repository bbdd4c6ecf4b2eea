-- Until when a request has the place to itself, while it puts the file into the object store. It
-- renews the lease while it works, so the place of a server that died is free again soon.
ALTER TABLE files ADD receiving_until timestamptz;
