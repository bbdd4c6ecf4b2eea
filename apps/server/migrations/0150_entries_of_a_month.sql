-- A preview of the points reads a month of the ledger from the index alone.
CREATE INDEX point_entries_of_month ON point_entries (tenant_id, at, member_id, action)
  WHERE reason IS NULL AND period = 0 AND NOT taken_back;
DROP INDEX point_entries_by_time;
