-- Nothing calls it: the home page reads its community with its other parts.
DROP FUNCTION IF EXISTS first_community();
