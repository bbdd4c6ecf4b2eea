-- beside traffic
-- Texts that 0220 or an erasure has cut close their elements. Only texts near their limit were cut. Lessons
-- are limited in bytes: so they lose more characters than they get.

-- in slices
UPDATE platform_settings SET
  use_terms = cut_html(use_terms, 200000), privacy_terms = cut_html(privacy_terms, 200000)
WHERE tenant_id IN (
  SELECT tenant_id FROM platform_settings
  WHERE (length(use_terms) > 190000 AND missing_end_tags(use_terms) <> '')
    OR (length(privacy_terms) > 190000 AND missing_end_tags(privacy_terms) <> '')
  LIMIT 100);

-- in slices
UPDATE lessons SET content = cut_html(content, length(content) - 1), content_html = NULL
WHERE (tenant_id, id) IN (
  SELECT tenant_id, id FROM lessons
  WHERE octet_length(content) > 1040000 AND missing_end_tags(content) <> '' LIMIT 100);

-- in slices
UPDATE posts SET content = cut_html(content, 60000)
WHERE (tenant_id, id) IN (
  SELECT tenant_id, id FROM posts
  WHERE octet_length(content) > 55000 AND missing_end_tags(content) <> '' LIMIT 100);

-- in slices
UPDATE post_comments SET content = cut_html(content, 60000)
WHERE (tenant_id, id) IN (
  SELECT tenant_id, id FROM post_comments
  WHERE octet_length(content) > 55000 AND missing_end_tags(content) <> '' LIMIT 100);

-- in slices
UPDATE lesson_comments SET content = cut_html(content, 40000)
WHERE (tenant_id, id) IN (
  SELECT tenant_id, id FROM lesson_comments
  WHERE octet_length(content) > 35000 AND missing_end_tags(content) <> '' LIMIT 100);
