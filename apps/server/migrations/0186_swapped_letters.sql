-- Two neighbouring letters in the wrong order are one slip too: “cetra” finds “certa”.
CREATE OR REPLACE FUNCTION search_slips(given text, at_most integer) RETURNS SETOF text
  LANGUAGE sql STABLE ROWS 10 SECURITY DEFINER
  SET search_path = pg_catalog, public AS $$
  SELECT slips.word FROM (
    SELECT near.word FROM (
      SELECT w.word FROM search_words w
      WHERE w.tenant_id = app_tenant() AND w.word >= left(given, length(given) / 2)
        AND w.word < left(given, length(given) / 2) || chr(1114111)
      UNION
      SELECT w.word FROM search_words w
      WHERE w.tenant_id = app_tenant() AND w.word >= left(given, 1)
        AND w.word < left(given, 1) || chr(1114111)
        AND strpos(w.word, right(given, -(length(given) / 2))) BETWEEN 2 AND length(given)
      UNION
      SELECT w.word FROM search_words w WHERE w.tenant_id = app_tenant() AND w.word % given) AS near
    WHERE least(
        levenshtein_less_equal(left(near.word, length(given) - 1), given, 1),
        levenshtein_less_equal(left(near.word, length(given)), given, 1),
        levenshtein_less_equal(left(near.word, length(given) + 1), given, 1)) <= 1
    UNION
    SELECT w.word FROM generate_series(1, length(given) - 1) AS place
    CROSS JOIN LATERAL (
      SELECT overlay(given PLACING reverse(substr(given, place, 2)) FROM place FOR 2) AS word) AS swapped
    JOIN search_words w ON w.tenant_id = app_tenant()
      AND w.word >= swapped.word AND w.word < swapped.word || chr(1114111)) AS slips
  WHERE left(slips.word, length(given)) <> given
  ORDER BY similarity(slips.word, given) DESC, slips.word LIMIT at_most
$$;
