-- How many videos of a school wait to be converted is counted with each new one: schools take turns.
CREATE INDEX files_converting ON files (tenant_id) WHERE state = 'converting';
