-- beside traffic
-- Rows that came past the calls are cut to the limits of 0219, or take the value of a new row. The calls
-- refused such values before, but for posts with hundreds of addresses: their links made a text longer.
-- One statement a table: a row may break several limits. HTML is cut before a tag or an entity that the
-- cut would leave open: '(<[^<>]*|&[#[:alnum:]]*)$'.

-- in slices
UPDATE platform_settings SET
  login_text = left(login_text, 191),
  title_cta_login = left(title_cta_login, 191),
  use_terms = CASE WHEN length(use_terms) <= 200000 THEN use_terms
    ELSE regexp_replace(left(use_terms, 200000), '(<[^<>]*|&[#[:alnum:]]*)$', '') END,
  privacy_terms = CASE WHEN length(privacy_terms) <= 200000 THEN privacy_terms
    ELSE regexp_replace(left(privacy_terms, 200000), '(<[^<>]*|&[#[:alnum:]]*)$', '') END,
  link_cta_login = CASE WHEN length(link_cta_login) <= 2000 THEN link_cta_login END,
  showcase_url_redirect = CASE WHEN length(showcase_url_redirect) <= 2000 THEN showcase_url_redirect END,
  url_facebook = CASE WHEN length(url_facebook) <= 2000 THEN url_facebook END,
  url_instagram = CASE WHEN length(url_instagram) <= 2000 THEN url_instagram END,
  url_youtube = CASE WHEN length(url_youtube) <= 2000 THEN url_youtube END,
  enable_redirect_login = enable_redirect_login AND coalesce(
    redirect_url ~ '^(/homepage|/comunidade/[1-9][0-9]{0,15}/[1-9][0-9]{0,15})$', true),
  redirect_url = CASE
    WHEN redirect_url ~ '^(/homepage|/comunidade/[1-9][0-9]{0,15}/[1-9][0-9]{0,15})$' THEN redirect_url END
WHERE tenant_id IN (
  SELECT tenant_id FROM platform_settings
  WHERE length(login_text) > 191 OR length(title_cta_login) > 191
    OR length(use_terms) > 200000 OR length(privacy_terms) > 200000
    OR greatest(length(link_cta_login), length(showcase_url_redirect), length(url_facebook),
      length(url_instagram), length(url_youtube)) > 2000
    OR redirect_url !~ '^(/homepage|/comunidade/[1-9][0-9]{0,15}/[1-9][0-9]{0,15})$'
  LIMIT 100);

ALTER TABLE platform_settings VALIDATE CONSTRAINT platform_settings_texts_check;
ALTER TABLE platform_settings VALIDATE CONSTRAINT platform_settings_addresses_check;
ALTER TABLE platform_settings VALIDATE CONSTRAINT platform_settings_redirect_check;

-- in slices
UPDATE carousels SET
  weight_title = CASE WHEN weight_title IN (100, 300, 400, 500, 700, 900) THEN weight_title ELSE 900 END,
  weight_description = CASE WHEN weight_description IN (100, 300, 400, 500, 700, 900)
    THEN weight_description ELSE 300 END,
  font_title = CASE WHEN font_title IN (
    'Poppins', 'Inter', 'Aboreto', 'Roboto', 'Open Sans', 'Lato', 'Montserrat', 'Oswald') THEN font_title END,
  font_description = CASE WHEN font_description IN (
    'Poppins', 'Inter', 'Aboreto', 'Roboto', 'Open Sans', 'Lato', 'Montserrat', 'Oswald')
    THEN font_description END
WHERE (tenant_id, id) IN (
  SELECT tenant_id, id FROM carousels
  WHERE weight_title NOT IN (100, 300, 400, 500, 700, 900)
    OR weight_description NOT IN (100, 300, 400, 500, 700, 900)
    OR font_title NOT IN (
      'Poppins', 'Inter', 'Aboreto', 'Roboto', 'Open Sans', 'Lato', 'Montserrat', 'Oswald')
    OR font_description NOT IN (
      'Poppins', 'Inter', 'Aboreto', 'Roboto', 'Open Sans', 'Lato', 'Montserrat', 'Oswald')
  LIMIT 1000);

ALTER TABLE carousels VALIDATE CONSTRAINT carousels_weights_check;
ALTER TABLE carousels VALIDATE CONSTRAINT carousels_fonts_check;

-- in slices
UPDATE communities SET links = CASE jsonb_typeof(links)
  WHEN 'array' THEN jsonb_path_query_array(links, '$[0 to 9]') ELSE '[]' END
WHERE (tenant_id, id) IN (
  SELECT tenant_id, id FROM communities
  WHERE CASE jsonb_typeof(links) WHEN 'array' THEN jsonb_array_length(links) > 10 ELSE true END
  LIMIT 1000);

ALTER TABLE communities VALIDATE CONSTRAINT communities_links_check;

-- A character has four bytes at most, and those after its first begin with the bits 10. The byte after the cut
-- is the first of a character.
-- in slices
UPDATE lessons SET
  content = CASE WHEN octet_length(content) <= 1048576 THEN content ELSE (
    SELECT regexp_replace(convert_from(substring(utf8.bytes FOR CASE
        WHEN get_byte(utf8.bytes, 1048576) & 192 <> 128 THEN 1048576
        WHEN get_byte(utf8.bytes, 1048575) & 192 <> 128 THEN 1048575
        WHEN get_byte(utf8.bytes, 1048574) & 192 <> 128 THEN 1048574
        ELSE 1048573 END), 'UTF8'), '(<[^<>]*|&[#[:alnum:]]*)$', '')
    FROM (SELECT convert_to(content, 'UTF8') AS bytes OFFSET 0) AS utf8) END,
  content_html = CASE WHEN octet_length(content) > 1048576 THEN NULL ELSE content_html END,
  embed = CASE WHEN length(embed) <= 10000 THEN embed END,
  cover = CASE WHEN length(cover) <= 2000 THEN cover END,
  video_url = CASE WHEN length(video_url) <= 2000 THEN video_url END,
  link = CASE WHEN length(link) <= 2000 THEN link END
WHERE (tenant_id, id) IN (
  SELECT tenant_id, id FROM lessons
  WHERE octet_length(content) > 1048576 OR length(embed) > 10000
    OR greatest(length(cover), length(video_url), length(link)) > 2000
  LIMIT 100);

ALTER TABLE lessons VALIDATE CONSTRAINT lessons_content_check;
ALTER TABLE lessons VALIDATE CONSTRAINT lessons_embed_check;
ALTER TABLE lessons VALIDATE CONSTRAINT lessons_addresses_check;

-- The addresses of a text that is too long stay, as text. Only what is still too long is cut.
-- in slices
UPDATE posts SET
  content = CASE WHEN length(content) <= 60000 THEN content ELSE (
    SELECT CASE WHEN length(plain.content) <= 60000 THEN plain.content
      ELSE regexp_replace(left(plain.content, 60000), '(<[^<>]*|&[#[:alnum:]]*)$', '') END
    FROM (SELECT regexp_replace(content,
      '<a href="[^"]*" rel="noopener nofollow" target="_blank">(https?://[^<]*)</a>', '\1', 'g')
      AS content OFFSET 0) AS plain) END,
  attachments = CASE jsonb_typeof(attachments)
    WHEN 'array' THEN jsonb_path_query_array(attachments, '$[0 to 9]') ELSE '[]' END
WHERE (tenant_id, id) IN (
  SELECT tenant_id, id FROM posts
  WHERE (octet_length(content) > 60000 AND length(content) > 60000)
    OR CASE jsonb_typeof(attachments) WHEN 'array' THEN jsonb_array_length(attachments) > 10 ELSE true END
  LIMIT 100);

ALTER TABLE posts VALIDATE CONSTRAINT posts_content_check;
ALTER TABLE posts VALIDATE CONSTRAINT posts_attachments_check;

-- in slices
UPDATE post_comments SET content = (
  SELECT CASE WHEN length(plain.content) <= 60000 THEN plain.content
    ELSE regexp_replace(left(plain.content, 60000), '(<[^<>]*|&[#[:alnum:]]*)$', '') END
  FROM (SELECT regexp_replace(content,
    '<a href="[^"]*" rel="noopener nofollow" target="_blank">(https?://[^<]*)</a>', '\1', 'g')
    AS content OFFSET 0) AS plain)
WHERE (tenant_id, id) IN (
  SELECT tenant_id, id FROM post_comments
  WHERE octet_length(content) > 60000 AND length(content) > 60000 LIMIT 100);

ALTER TABLE post_comments VALIDATE CONSTRAINT post_comments_content_check;

-- in slices
UPDATE lesson_comments SET content = regexp_replace(left(content, 40000), '(<[^<>]*|&[#[:alnum:]]*)$', '')
WHERE (tenant_id, id) IN (
  SELECT tenant_id, id FROM lesson_comments
  WHERE octet_length(content) > 40000 AND length(content) > 40000 LIMIT 100);

ALTER TABLE lesson_comments VALIDATE CONSTRAINT lesson_comments_content_check;
