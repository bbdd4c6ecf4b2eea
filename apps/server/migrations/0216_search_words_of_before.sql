-- Words whose texts went before 0215. The daily jobs check all words once.
INSERT INTO search_word_checks (tenant_id, words)
SELECT tenant_id, array_agg(word)
FROM (
  SELECT tenant_id, word, row_number() OVER (PARTITION BY tenant_id ORDER BY word) / 50 AS slice
  FROM search_words) AS numbered
GROUP BY tenant_id, slice;
