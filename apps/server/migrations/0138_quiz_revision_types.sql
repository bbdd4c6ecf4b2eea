-- A revision is of one of the two kinds, as its quiz.
ALTER TABLE quiz_revisions ADD CHECK (type IN ('comun', 'comportamental'));
